/// The source of a candidate; a game may have several.
package struct CandidateSource: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The best of all games by the learned factors.
  package static let factors = CandidateSource(rawValue: 1)
  /// The best by the neighbourhood.
  package static let neighborhood = CandidateSource(rawValue: 2)
  package static let ease = CandidateSource(rawValue: 4)
  /// The most similar of the little-known games by genres and tags.
  package static let content = CandidateSource(rawValue: 8)
  package static let trending = CandidateSource(rawValue: 16)
  package static let newReleases = CandidateSource(rawValue: 32)
  package static let friends = CandidateSource(rawValue: 64)
  /// Drawn for exploration.
  package static let exploration = CandidateSource(rawValue: 128)
  /// Among those that most players liked in the last days.
  package static let recent = CandidateSource(rawValue: 256)

  /// Promoted to the player.
  package static let promotion = CandidateSource(rawValue: 512)

  /// The best by the games' vectors.
  package static let vectors = CandidateSource(rawValue: 1024)

  /// Of the operator's own model.
  package static let candidates = CandidateSource(rawValue: 2048)

  private static let named: [(CandidateSource, String)] = [
    (.factors, "factors"), (.neighborhood, "neighborhood"), (.ease, "EASE"),
    (.content, "genres and tags"), (.trending, "trending"), (.newReleases, "new releases"),
    (.friends, "friends"), (.exploration, "exploration"), (.recent, "recently popular"),
    (.promotion, "promotion"), (.vectors, "vectors"),
    (.candidates, "candidates"),
  ]

  package var names: [String] { Self.named.filter { contains($0.0) }.map(\.1) }
}
