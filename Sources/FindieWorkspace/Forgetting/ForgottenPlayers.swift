package import FindieBatch
package import FindieDomain
import FindieHistory

/// The players who asked to be forgotten.
package struct ForgottenPlayers: Sendable {
  private let key: PlayerKey
  private let proofs: Set<String>
  /// What the run of today does.
  package let step: ForgettingStep
  /// Whether the history has players who were removed from it: it was restored from a backup.
  let areBack: Bool

  /// Nil if no player asked to be forgotten.
  ///
  /// - Parameters:
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - today: decides which deferred requests are due; nil if nothing is removed. If the history is not the one
  ///     from which players were removed, it is searched for them.
  /// - Throws: `MissingKey` if there are any and the key is missing or a different one.
  package init?(workspace: Workspace, key text: String?, today: Day?) throws {
    guard let tombstones = try Tombstones(in: workspace), !tombstones.players.isEmpty
    else { return nil }
    key = try tombstones.key(text, for: "A workspace with forgotten players")
    proofs = tombstones.all
    guard let today else {
      (step, areBack) = (.nothing, false)
      return
    }
    let step = tombstones.step(on: today)
    areBack = try step != .complete && ForgottenPlayers.areBack(in: workspace, tombstones, key)
    self.step = areBack ? .complete : step
  }

  /// Whether the history has players of requests that were carried out. It is searched only if it is not the
  /// one from which they were removed.
  private static func areBack(
    in workspace: Workspace, _ tombstones: Tombstones, _ key: PlayerKey
  ) throws -> Bool {
    let carriedOut = tombstones.carriedOut
    // A run that was interrupted may have removed the players of all requests.
    let expected = [carriedOut, tombstones.all].map { fingerprint(of: $0).hexadecimal }
    let isExpected =
      try workspace.history.ledger().forgotten.map(expected.contains) ?? carriedOut.isEmpty
    return try !isExpected
      && workspace.history.hasPlayer { carriedOut.contains(key.proof(of: $0)) }
  }

  /// Changes with each new request, so that files are read again.
  package var fingerprint: Fingerprint { ForgottenPlayers.fingerprint(of: proofs) }

  private static func fingerprint(of proofs: Set<String>) -> Fingerprint {
    Fingerprint(of: proofs.sorted().joined(separator: "\n"))
  }

  /// - Parameter id: a player's id, or the id in analytics events.
  package func contains(_ id: String) -> Bool { proofs.contains(key.proof(of: id)) }

  /// `contains` as a value for other modules.
  package var contain: @Sendable (String) -> Bool {
    { self.contains($0) }
  }
}
