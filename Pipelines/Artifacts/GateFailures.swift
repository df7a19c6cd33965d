import FindieBatch
import FindieDomain
package import FindieEvaluation
import FindieReports
package import FindieWorkspace

/// A check of the night's lists failed, so they were not published.
package struct GateClosed: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .failed }
  let findings: GateFindings

  package init(_ findings: GateFindings) { self.findings = findings }

  package var description: String {
    let failed = findings.failed.map(\.sentence).joined(separator: "; ")
    return
      "the lists of \(findings.day) were not published, because checks failed: \(failed). The "
      + "previous lists are still published. The stage gate in runs/\(findings.day)/run.json has the "
      + "results of all checks. If the lists are right, publish them: your usual command with "
      + "--date \(findings.day) --publish anyway; or change the bound in the section "
      + "gate of the parameters"
  }
}

/// The night's lists violate an invariant, which holds for any data.
package struct BrokenLists: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .bug }
  let findings: GateFindings

  package init(_ findings: GateFindings) { self.findings = findings }

  package var description: String {
    let violations = findings.violations.map(\.sentence).joined(separator: "; ")
    return
      "the lists of \(findings.day) were not published, because they are invalid: \(violations). The "
      + "previous lists are still published. This is a bug in findie, which --publish anyway does not "
      + "override: report it, and keep the workspace's folder artifacts"
  }
}
