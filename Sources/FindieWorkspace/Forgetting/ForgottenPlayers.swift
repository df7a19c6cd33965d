package import FindieDomain
import FindieHistory

/// The players who asked to be forgotten.
package struct ForgottenPlayers: Sendable {
  private let key: PlayerKey
  /// Those of the players' ids.
  let proofs: Set<String>
  /// What today's run does.
  package let step: ForgettingStep
  /// Whether the history again has players who were removed, since it was restored from a backup.
  let areBack: Bool

  /// Nil if no player asked to be forgotten.
  ///
  /// - Parameters:
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - today: decides which deferred requests are due; nil if nothing is removed. If the history
  ///     is not the one that players were removed from, it is searched for them.
  /// - Throws: `WorkspaceFailure.missingKey` if there are any and the key is missing or another;
  ///   `UnusablePart` if requests were lost.
  package init?(workspace: Workspace, key text: String?, today: Day?) throws {
    let stored = try Tombstones(in: workspace)
    try workspace.checkRequests(stored)
    guard let tombstones = stored, !tombstones.players.isEmpty else { return nil }
    key = try tombstones.key(text, for: "A workspace with forgotten players")
    proofs = tombstones.all
    guard let today else {
      (step, areBack) = (.nothing, false)
      return
    }
    let step = tombstones.step(on: today)
    areBack = try step != .complete && Self.areBack(in: workspace, tombstones, key)
    self.step = areBack ? .complete : step
  }

  /// Whether the history has players whose requests were carried out. It is searched only if it is
  /// not the one that they were removed from.
  private static func areBack(
    in workspace: Workspace, _ tombstones: Tombstones, _ key: PlayerKey
  ) throws -> Bool {
    let carriedOut = tombstones.carriedOut
    // An interrupted run may have removed the players of all requests.
    let expected = [carriedOut, tombstones.all].map { fingerprint(of: $0).hexadecimal }
    let isExpected =
      try workspace.history.ledger().forgotten.map(expected.contains) ?? carriedOut.isEmpty
    return try !isExpected
      && workspace.history.hasPlayer { carriedOut.contains(key.proof(of: $0)) }
  }

  /// Changes with each new request, so that files are read again.
  package var fingerprint: Fingerprint { Self.fingerprint(of: proofs) }

  private static func fingerprint(of proofs: Set<String>) -> Fingerprint {
    Fingerprint(of: proofs.sorted().joined(separator: "\n"))
  }

  /// - Parameter id: a player's id, or the id in analytics events.
  package func contains(_ id: String) -> Bool { proofs.contains(key.proof(of: id)) }

  /// `contains` for some of the players.
  ///
  /// - Parameter proofs: those of their ids.
  func contain(_ proofs: Set<String>) -> (String) -> Bool {
    { proofs.contains(key.proof(of: $0)) }
  }
}
