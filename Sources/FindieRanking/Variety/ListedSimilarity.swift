import FindieModels

/// The similarity of each candidate to the listed games: the largest cosine of their content
/// vectors.
///
/// The candidates' terms are inverted once per list, so that a listed game costs one pass over the
/// candidates that share a term with it. The cosines are those of `ContentModel` except for the
/// order of sums.
struct ListedSimilarity: Sendable {
  /// By candidate, sixteen per vector: the largest cosine with a listed game.
  private var nearest: [SIMD16<Float>] = []
  /// By candidate: the cosine with the last listed game, until `largest` includes it.
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

  /// The largest cosines of sixteen candidates with a listed game; called for all vectors in order
  /// after each `list`.
  @inline(__always)
  mutating func largest(_ vector: Int) -> SIMD16<Float> {
    let last = latest.span.vector(vector)
    let found = nearest[vector]
    let largest = found.replacing(with: last, where: last .> found)
    nearest[vector] = largest
    return largest
  }

  /// Clears the cosines with the game listed last, which `largest` includes.
  mutating func forgetLast() {
    var latest = latest.mutableSpan
    for index in latest.indices { latest[index] = 0 }
  }
}
