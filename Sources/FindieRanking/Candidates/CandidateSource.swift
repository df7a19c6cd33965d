/// The source of a candidate; a game may have several.
package struct CandidateSource: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The best of all games by the learned factors.
  package static let factors = CandidateSource(rawValue: 1)
  /// The best by the neighbourhood.
  package static let neighborhood = CandidateSource(rawValue: 2)
  package static let ease = CandidateSource(rawValue: 4)
  /// The most similar of the least known games by genres and tags.
  package static let content = CandidateSource(rawValue: 8)
  package static let trending = CandidateSource(rawValue: 16)
  package static let newReleases = CandidateSource(rawValue: 32)
  package static let friends = CandidateSource(rawValue: 64)
  /// Drawn for exploration.
  package static let exploration = CandidateSource(rawValue: 128)

  private static let named: [(CandidateSource, String)] = [
    (.factors, "factors"), (.neighborhood, "neighborhood"), (.ease, "EASE"),
    (.content, "genres and tags"), (.trending, "trending"), (.newReleases, "new releases"),
    (.friends, "friends"), (.exploration, "exploration"),
  ]

  package var names: [String] { CandidateSource.named.filter { contains($0.0) }.map(\.1) }
}
