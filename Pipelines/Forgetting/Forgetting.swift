import FindieBatch
package import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieStore
package import Foundation

/// Has a workspace forget a player.
///
/// ```
/// findie forget --user U    forgotten.json gets a proof without the id; who is served changes nothing yet
/// the next night            history, index of ids, store, quarantine: taken out before anything is read
///                           input: lines and records of U count as if they were not there
///                           matrix, models, lists, reports: made again, as ever when inputs change
///                           published nights that hold U: removed, once the new one is served
/// ```
///
/// Each step may be cut off and is done again by the next run; only when all are done is the player
/// written down as gone.
package struct Forgetting {
  /// What was written down, and where the player still stands until the next night.
  package struct Request: Codable, Sendable {
    /// The keyed hash that stays.
    package let proof: String
    /// Whether it stood there already.
    package let wasKnown: Bool
    /// The published nights that hold the player.
    package let publishedNights: [Day]
  }

  private let workspace: URL

  package init(workspace: URL) {
    self.workspace = workspace
  }

  /// Writes down that a player is to be forgotten.
  ///
  /// - Parameters:
  ///   - analyticsId: the id that analytics events have for the player; nil where it is the
  ///     `anonymousUserId` under the same key.
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - now: the one reading of the clock.
  /// - Throws: `MissingKey`; `NothingPublished` where there is no workspace.
  package func ask(
    for userId: String, analyticsId: String? = nil, key text: String?, now: Timestamp
  ) throws -> Request {
    let key = try PlayerKey(text, for: "findie forget")
    guard DurableFile.exists(workspace) else {
      throw NothingPublished("there is no workspace at \(workspace.path); name another --workspace")
    }
    let lock = try WorkspaceLock(workspace: workspace)
    defer { withExtendedLifetime(lock) {} }
    var tombstones = try Tombstones(workspace: workspace) ?? Tombstones(key)
    guard tombstones.check == key.check else {
      throw MissingKey(purpose: "findie forget", why: .other)
    }
    let proof = key.proof(of: userId)
    let analytics = key.proof(of: analyticsId ?? key.anonymousId(of: userId))
    let known = tombstones.players.firstIndex { $0.proof == proof && $0.analytics == analytics }
    if let known {
      // Asked again: whatever brought the player back is looked for again.
      tombstones.players[known].goneOn = nil
    } else {
      tombstones.players.append(
        Tombstones.Player(
          proof: proof, analytics: analytics, askedAt: now.description))
      tombstones.players.sort { ($0.proof, $0.analytics) < ($1.proof, $1.analytics) }
    }
    try tombstones.write(to: workspace)
    return Request(
      proof: proof, wasKnown: known != nil,
      publishedNights: try PublishedNights(workspace).holding { $0 == userId })
  }
}

extension Night {
  /// Reads who is to be forgotten.
  ///
  /// - Throws: `MissingKey` where somebody is and the key is not there.
  mutating func findForgotten() throws {
    // A night that is made again reads no input, and what it is made from was cleaned.
    guard remade == nil else { return }
    forgotten = try ForgottenPlayers(workspace: workspace, key: key)
  }

  /// Takes players who asked to be forgotten out of all that the workspace keeps.
  ///
  /// - Precondition: the workspace's lock is held.
  func takeOutForgotten() throws {
    guard let forgotten else { return }
    try Tombstones.mend(in: workspace)
    guard forgotten.arePending else { return }
    _ = try history.forget(
      workers: workers, who: forgotten.fingerprint.hexadecimal,
      readingAgain: quarantine.files(naming: forgotten.contain), forgotten.contain)
    // Also where no report is made tonight.
    try daysByGame.removeOutdated(by: history)
    try quarantine.forget(forgotten.contain)
    guard DurableFile.exists(store) else { return }
    try CatalogueLedger.forget(of: self)
    let store = try LivingStore(at: store)
    try store.forget(forgotten.contains)
    try store.close()
  }

  /// Removes the earlier published nights that hold them, and writes down that they are gone.
  ///
  /// - Precondition: the night is published.
  func finishForgetting(on day: Day) throws {
    guard let forgotten, forgotten.arePending,
      var tombstones = try Tombstones(workspace: workspace)
    else { return }
    let nights = PublishedNights(workspace)
    for night in try nights.holding(forgotten.contains) where night != day {
      try nights.remove(night)
    }
    for index in tombstones.players.indices where tombstones.players[index].goneOn == nil {
      tombstones.players[index].goneOn = day.description
    }
    try tombstones.write(to: workspace)
  }
}

extension Forgetting.Request {
  package var answer: Answer {
    let nights = publishedNights.map(\.description).joined(separator: ", ")
    return Answer(
      text: """
        \(wasKnown ? "Written down before, and asked anew" : "Written down"): the next night forgets \
        this player. Proof: \(proof)
        \(publishedNights.isEmpty
          ? "No published night holds the player."
          : "Until then these published nights hold the player, and the next night removes them: \(nights)")
        """,
      json: canonicalLine(self))
  }
}
