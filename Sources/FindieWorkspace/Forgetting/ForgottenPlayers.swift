package import FindieBatch
package import FindieDomain

/// The players who asked to be forgotten.
package struct ForgottenPlayers: Sendable {
  private let key: PlayerKey
  private let proofs: Set<String>
  /// What the run of today does.
  package let step: ForgettingStep

  /// Nil if no player asked to be forgotten.
  ///
  /// - Parameters:
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - today: decides which deferred requests are due; nil if nothing is removed.
  /// - Throws: `MissingKey` if there are any and the key is missing or a different one.
  package init?(workspace: Workspace, key text: String?, today: Day?) throws {
    guard let tombstones = try Tombstones(in: workspace), !tombstones.players.isEmpty
    else { return nil }
    key = try tombstones.key(text, for: "A workspace with forgotten players")
    proofs = Set(tombstones.players.flatMap { [$0.proof, $0.analytics] })
    step = today.map { tombstones.step(on: $0) } ?? .nothing
  }

  /// Changes with each new request, so that files are read again.
  package var fingerprint: Fingerprint { Fingerprint(of: proofs.sorted().joined(separator: "\n")) }

  /// - Parameter id: a player's id, or the id in analytics events.
  package func contains(_ id: String) -> Bool { proofs.contains(key.proof(of: id)) }

  /// `contains` as a value for other modules.
  package var contain: @Sendable (String) -> Bool {
    { self.contains($0) }
  }
}
