package import FindieDomain
package import FindieModels
import Foundation

/// The similarity of each candidate to the listed games: the largest cosine of their content
/// vectors.
///
/// The candidates' terms are inverted once per list, so that a listed game costs one pass over the
/// candidates that share a term with it. The cosines are those of `ContentModel` except for the
/// order of sums.
struct ListedSimilarity: Sendable {
  private struct Posting: Sendable {
    let candidate: UInt32
    let weight: Float
  }

  /// By candidate, sixteen per vector: the largest cosine with a listed game.
  private var nearest: [SIMD16<Float>] = []
  /// By candidate: the cosine with the last listed game, until `largest` includes it.
  private var latest: [Float] = []
  /// The candidates of term t are at `starts[t]..<ends[t]`; both 0 for all terms between lists.
  private var postings: [Posting] = []
  private var starts: [UInt32]
  private var ends: [UInt32]
  private var touched: [UInt32] = []

  init(terms: Int) {
    starts = [UInt32](repeating: 0, count: terms)
    ends = starts
  }

  mutating func start(_ candidates: Span<RankedCandidate>, catalogue: VarietyCatalogue) {
    for term in touched { (starts[Int(term)], ends[Int(term)]) = (0, 0) }
    touched.removeAll(keepingCapacity: true)
    nearest.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
    for _ in 0..<(candidates.count + 15) / 16 {
      nearest.append(SIMD16(repeating: 0))
      for _ in 0..<16 { latest.append(0) }
    }
    Self.count(candidates, catalogue, in: &ends, &touched)
    var total: UInt32 = 0
    for term in touched {
      let count = ends[Int(term)]
      (starts[Int(term)], ends[Int(term)]) = (total, total)
      total += count
    }
    if postings.count < total {
      postings = [Posting](repeating: Posting(candidate: 0, weight: 0), count: 2 * Int(total))
    }
    Self.turn(candidates, catalogue, into: &postings, &ends)
  }

  /// Counts the candidates of each term, and records which terms occur.
  private static func count(
    _ candidates: Span<RankedCandidate>, _ catalogue: VarietyCatalogue, in counts: inout [UInt32],
    _ touched: inout [UInt32]
  ) {
    let terms = catalogue.terms.span
    var counts = counts.mutableSpan
    for index in candidates.indices {
      for position in catalogue.terms(of: candidates[index].game) {
        let term = terms[position].index
        if counts[Int(term)] == 0 { touched.append(term) }
        counts[Int(term)] += 1
      }
    }
  }

  /// Writes the candidates into their terms' ranges; `ends` move from the terms' starts to their
  /// ends.
  private static func turn(
    _ candidates: Span<RankedCandidate>, _ catalogue: VarietyCatalogue,
    into postings: inout [Posting], _ ends: inout [UInt32]
  ) {
    let terms = catalogue.terms.span
    var ends = ends.mutableSpan
    var postings = postings.mutableSpan
    for index in candidates.indices {
      for position in catalogue.terms(of: candidates[index].game) {
        let term = Int(terms[position].index)
        postings[Int(ends[term])] = Posting(
          candidate: UInt32(index), weight: terms[position].weight)
        ends[term] += 1
      }
    }
  }

  /// Lists a game of the candidates.
  mutating func list(_ game: UInt32, catalogue: VarietyCatalogue) {
    let terms = catalogue.terms.span
    for position in catalogue.terms(of: game) {
      let term = Int(terms[position].index)
      Self.add(
        postings, Int(starts[term])..<Int(ends[term]), weight: terms[position].weight, to: &latest)
    }
  }

  private static func add(
    _ postings: [Posting], _ range: Range<Int>, weight: Float, to sums: inout [Float]
  ) {
    let postings = postings.span.extracting(range)
    var sums = sums.mutableSpan
    for position in postings.indices {
      sums[Int(postings[position].candidate)] += weight * postings[position].weight
    }
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

/// The games' properties for variety, as numbers: computed once per night, shared by all threads.
package struct VarietyCatalogue: Sendable {
  /// Dense numbers, [games]; a game without a developer is a studio of its own.
  let studios: [UInt32]
  let studioCount: Int
  /// [games]
  let genres: [GenreSet]
  /// Game i's terms are at `offsets[i]..<offsets[i + 1]`.
  let offsets: [UInt32]
  let terms: [ContentModel.Element]
  let termCount: Int
  /// 1 − ln(1 + n) / ln(1 + N), n being the game's positives and N the largest number of positives:
  /// from 0 for the most popular game to 1 for a game without positives; 0 if no game has any.
  /// [games]
  let novelties: [Float]

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - content: of the same games.
  ///   - positives: the number of positives of each game.
  package init(games: [Game], content: ContentModel, positives: [Int]) {
    let vectors = content.vectors
    precondition(vectors.rows == games.count, "\(vectors.rows) vectors of \(games.count) games")
    var numbers: [ExactText: UInt32] = [:]
    var count: UInt32 = 0
    studios = games.map { game in
      let developer = ExactText(game.developerId)
      if !game.developerId.isEmpty, let known = numbers[developer] { return known }
      if !game.developerId.isEmpty { numbers[developer] = count }
      count += 1
      return count - 1
    }
    studioCount = Int(count)
    genres = games.map { GenreSet($0.genres) }
    offsets = content.offsets
    terms = content.terms
    termCount = vectors.columns
    let most = log(1 + Double(positives.max() ?? 0))
    novelties = positives.map { most > 0 ? Float(1 - log(1 + Double($0)) / most) : 0 }
    precondition(
      novelties.count == games.count, "\(novelties.count) counts of \(games.count) games")
  }

  /// The number of games.
  package var count: Int { studios.count }

  /// The range of a game's elements in `terms`.
  func terms(of game: UInt32) -> Range<Int> {
    Int(offsets[Int(game)])..<Int(offsets[Int(game) + 1])
  }
}
