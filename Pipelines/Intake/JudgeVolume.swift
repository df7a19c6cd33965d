import FindieDomain
import FindieHistory

extension Night {
  /// Says which of the last days brought far fewer events than expected.
  ///
  /// - Throws: `VolumeBreach`, where the contract says so; call it before anything is written.
  func judgeVolume(of ledger: Ledger, before day: Day, warn: (String) -> Void) throws {
    let (findings, breach) = contract.judgeVolume(of: ledger, before: day)
    if let breach { throw breach }
    for finding in findings { warn("\(finding)") }
  }
}
