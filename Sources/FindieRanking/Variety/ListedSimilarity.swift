import FindieModels

/// The similarity of each candidate to the listed games: the largest cosine of their content
/// vectors.
///
/// The candidates' terms are inverted once per list, so that a listed game costs one pass over the
/// candidates that share a term with it. The cosines are those of `ContentModel` except for the
/// order of sums.
struct ListedSimilarity: Sendable {
  /// By candidate, sixteen per vector: the largest cosine with a listed game.
  private(set) var nearest: [SIMD16<Float>] = []
  /// By candidate: the cosine with the last listed game, until `includeLast`.
  private var latest: [Float] = []
  private var postings: TermPostings
  private var games: [UInt32] = []

  init(terms: Int) { postings = TermPostings(terms: terms) }

  mutating func start(_ candidates: Span<RankedCandidate>, content: ContentModel) {
    nearest.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
    for _ in 0..<(candidates.count + 15) / 16 {
      nearest.append(SIMD16(repeating: 0))
      for _ in 0..<16 { latest.append(0) }
    }
    games.removeAll(keepingCapacity: true)
    for index in candidates.indices { games.append(candidates[index].game) }
    postings.fill(with: games, of: content)
  }

  /// Lists a game of the candidates.
  mutating func list(_ game: UInt32, content: ContentModel) {
    postings.addCosines(of: game, in: content, to: &latest)
  }

  /// Includes the game listed last in `nearest`, for the first vectors of candidates.
  mutating func includeLast(vectors: Int) {
    Self.include(latest, vectors: vectors, in: &nearest)
    var latest = latest.mutableSpan
    latest.update(repeating: 0)
  }

  private static func include(
    _ latest: [Float], vectors: Int, in nearest: inout [SIMD16<Float>]
  ) {
    let latest = latest.span
    var nearest = nearest.mutableSpan
    for vector in 0..<vectors {
      let (own, found) = (latest.vector(vector), nearest[vector])
      nearest[vector] = found.replacing(with: own, where: own .> found)
    }
  }
}
