package import FindieRanking
import FindieReports
import FindieWorkspace

/// The gate does not publish the night's lists.
extension NightRefusal {
  /// A check of the lists failed.
  package static func closed(_ findings: GateFindings) -> NightRefusal {
    let failed = findings.failed.map(\.sentence).joined(separator: "; ")
    return NightRefusal(
      .failed,
      "the lists of \(findings.day) were not published, because checks failed: \(failed). The "
        + "stage gate in runs/\(findings.day)/run.json has the results of all checks. If the lists are right, publish them: your usual command "
        + "with --date \(findings.day) --publish anyway; or change the check's bound, if the "
        + "section advanced.gate of the parameters has it")
  }

  /// The lists violate an invariant, which holds for any data.
  package static func invalid(_ findings: GateFindings) -> NightRefusal {
    let violations = findings.violations.map(\.sentence).joined(separator: "; ")
    return NightRefusal(
      .bug,
      "the lists of \(findings.day) were not published, because they are invalid: \(violations). "
        + "This is a bug in findie, which --publish anyway does not override: report it, and keep "
        + "the workspace's folders artifacts and runs")
  }
}
