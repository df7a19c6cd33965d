package import FindieDomain
package import FindieHistory
package import FindieIngest
package import FindieWorkspace

/// Days that brought far fewer events than expected, where the contract says that this stops a night.
package struct VolumeBreach: KnownFailure, Equatable, CustomStringConvertible {
  package var failureKind: FailureKind { .badData }
  package let findings: [VolumeFinding]

  package init(findings: [VolumeFinding]) {
    self.findings = findings
  }

  package var description: String {
    """
    far fewer events came than expected:
    \(findings.map { "  - \($0)" }.joined(separator: "\n"))
    Put the files that are missing into the input folder, or set volume.breach to warn in the data \
    contract, then run the same command again.
    """
  }
}

extension DataContract {
  /// The days before `night` that brought far fewer events than expected; where they stop a night, also
  /// what it is stopped with.
  package func checkVolume(
    of ledger: Ledger, before night: Day
  ) -> (findings: [VolumeFinding], breach: VolumeBreach?) {
    let findings = volume.findings(in: ledger.days, before: night)
    let isBreach = volume.breach == .stop && !findings.isEmpty
    return (findings, isBreach ? VolumeBreach(findings: findings) : nil)
  }
}
