import FindieBatch
package import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieStore
package import FindieWorkers
import Foundation

extension Workspace {
  /// Removes players who asked to be forgotten from history, quarantine and store.
  ///
  /// - Precondition: the workspace's lock is held.
  package func remove(_ forgotten: ForgottenPlayers, workers: Workers) throws {
    try Tombstones.repair(in: self)
    guard forgotten.step != .nothing else { return }
    _ = try history.forget(
      workers: workers, who: forgotten.fingerprint.hexadecimal,
      readingAgain: quarantine.files(naming: forgotten.contain), forgotten.contain)
    // Also if this run writes no reports.
    try daysByGame.removeOutdated(by: history)
    try quarantine.forget(forgotten.contain)
    try removeSynchronized(forgotten.contain)
    guard DurableFile.exists(store) else { return }
    try removeCatalogueSources()
    let store = try WorkspaceStore(at: store)
    try store.forget(forgotten.contains)
    try store.close()
  }

  /// Removes earlier published nights with these players if their requests are due, and marks the requests as done.
  ///
  /// Nights since the players were hidden may have published models of the nights before.
  ///
  /// - Precondition: the night of `day` is published.
  package func finishForgetting(_ forgotten: ForgottenPlayers, on day: Day) throws {
    guard forgotten.step != .nothing, var tombstones = try Tombstones(in: self) else { return }
    if forgotten.step == .complete {
      let nights = PublishedNights(self)
      let hidden = tombstones.firstHiddenDay
      let holding = Set(try nights.holding(forgotten.contains))
      for night in try publishedDays() where night != day {
        guard holding.contains(night) || hidden.map({ $0 <= night }) ?? false else { continue }
        try nights.remove(night)
      }
    }
    tombstones.finish(forgotten.step, on: day)
    try tombstones.write(to: self)
  }
}
