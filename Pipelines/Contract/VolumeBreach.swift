package import FindieDomain
package import FindieHistory
package import FindieIngest
package import FindieWorkspace

/// Some days have far fewer events than expected, and the contract stops the run.
package struct VolumeBreach: KnownFailure, Equatable, CustomStringConvertible {
  package var failureKind: FailureKind { .badData }
  package let findings: [VolumeFinding]

  package init(findings: [VolumeFinding]) {
    self.findings = findings
  }

  package var description: String {
    """
    there are far fewer events than expected:
    \(findings.map { "  - \($0)" }.joined(separator: "\n"))
    Add the missing files to the input folder, or set volume.breach to warn in the data contract, then \
    run the same command again.
    """
  }
}

extension DataContract {
  /// The days before `night` with far fewer events than expected, and the error if the contract stops the
  /// run.
  package func checkVolume(
    of ledger: Ledger, before night: Day
  ) -> (findings: [VolumeFinding], breach: VolumeBreach?) {
    let findings = volume.findings(in: ledger.days, before: night)
    let isBreach = volume.breach == .stop && !findings.isEmpty
    return (findings, isBreach ? VolumeBreach(findings: findings) : nil)
  }
}
