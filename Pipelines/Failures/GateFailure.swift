package import FindieRanking
import FindieReports
package import FindieWorkspace

/// The gate does not publish the night's lists.
package enum GateFailure: KnownFailure, CustomStringConvertible {
  /// A check of the lists failed.
  case closed(GateFindings)
  /// The lists violate an invariant, which holds for any data.
  case broken(GateFindings)

  package var failureKind: FailureKind { if case .broken = self { .bug } else { .failed } }

  package var description: String {
    switch self {
    case .closed(let findings):
      let failed = findings.failed.map(\.sentence).joined(separator: "; ")
      return
        "the lists of \(findings.day) were not published, because checks failed: \(failed). The "
        + "previous lists are still published. The stage gate in runs/\(findings.day)/run.json has "
        + "the results of all checks. If the lists are right, publish them: your usual command "
        + "with --date \(findings.day) --publish anyway; or change the check's bound, if the "
        + "section advanced.gate of the parameters has it"
    case .broken(let findings):
      let violations = findings.violations.map(\.sentence).joined(separator: "; ")
      return
        "the lists of \(findings.day) were not published, because they are invalid: \(violations). "
        + "The previous lists are still published. This is a bug in findie, which --publish anyway "
        + "does not override: report it, and keep the workspace's folders artifacts and runs"
    }
  }
}
