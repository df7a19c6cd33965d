package import FindieDomain
package import FindieLinearAlgebra
import Foundation

/// What games say of themselves: genres and tags as TF-IDF vectors of length one.
///
/// A term weighs ln((1 + N) / (1 + n)) + 1, where n of N games have it; two vectors' inner product
/// is their cosine.
///
/// Source: Salton and Buckley, *Term-weighting approaches in automatic text retrieval* (1988),
/// DOI 10.1016/0306-4573(88)90021-0, smoothed so that a term that every game has still counts.
package struct ContentModel: Sendable {
  /// V[games, terms], each row of length one or empty.
  package let vectors: SparseRows
  /// Vᵀ[terms, games].
  private let gamesByTerm: SparseRows

  package init(_ games: [Game]) {
    let terms = games.map { game in
      Set(game.genres.map { "genre:" + $0.rawValue } + game.tags.map { "tag:" + $0 })
    }
    let vocabulary = Identifiers(terms.joined())
    var frequencies = [Int](repeating: 0, count: vocabulary.count)
    let rows = terms.map { terms in
      terms.compactMap { vocabulary.index(of: $0) }.sorted()
    }
    for term in rows.joined() { frequencies[term] += 1 }
    let weights = frequencies.map { log(Double(1 + games.count) / Double(1 + $0)) + 1 }
    var offsets = [0]
    var columns: [UInt32] = []
    var values: [Float] = []
    for row in rows {
      let length = row.reduce(0.0) { $0 + weights[$1] * weights[$1] }.squareRoot()
      columns += row.map { UInt32($0) }
      values += row.map { Float(weights[$0] / length) }
      offsets.append(columns.count)
    }
    vectors = SparseRows(
      rows: games.count, columns: vocabulary.count, offsets: offsets, columnIndices: columns,
      values: values)
    gamesByTerm = vectors.transposed
  }

  /// Adds `weight` times the cosine of `game` with every game to `scores`, [games].
  package func addCosines(with game: Int, weight: Float = 1, to scores: inout MutableSpan<Float>) {
    for place in vectors.range(ofRow: game) {
      addTerm(
        Int(vectors.columnIndices[place]), weight: weight * vectors.values[place], to: &scores)
    }
  }

  /// Adds `weight` times each game's weight of one term to `scores`, [games].
  func addTerm(_ term: Int, weight: Float, to scores: inout MutableSpan<Float>) {
    for place in gamesByTerm.range(ofRow: term) {
      scores[Int(gamesByTerm.columnIndices[place])] += weight * gamesByTerm.values[place]
    }
  }
}
