import FindieDomain
import FindieHistory

extension Night {
  /// Warns of recent days with far fewer events than expected.
  ///
  /// Call it before anything is written.
  ///
  /// - Throws: `VolumeBreach` if the contract stops the run.
  func checkVolume(of ledger: Ledger, before day: Day, warn: (String) -> Void) throws {
    let (findings, breach) = contract.checkVolume(of: ledger, before: day)
    if let breach { throw breach }
    for finding in findings { warn("\(finding)") }
  }
}
