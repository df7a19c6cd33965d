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
  /// The term of each genre, in the order of `Genre.allCases`; nil where no game has it.
  private let genreTerms: [Int?]

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
    genreTerms = Genre.allCases.map { vocabulary.index(of: "genre:" + $0.rawValue) }
  }

  /// Adds `weight` times a game's vector to `wanted`, [terms].
  func add(_ game: Int, weight: Float, to wanted: inout [Float]) {
    for place in vectors.range(ofRow: game) {
      wanted[Int(vectors.columnIndices[place])] += weight * vectors.values[place]
    }
  }

  /// The term of a genre; nil where no game has it.
  package func term(of genre: Genre) -> Int? {
    Genre.allCases.firstIndex(of: genre).flatMap { genreTerms[$0] }
  }

  /// Adds the vector of length one that has each of these genres alike to `wanted`, [terms].
  func add(_ genres: GenreSet, to wanted: inout [Float]) {
    let weight = 1 / Float(max(1, genres.count)).squareRoot()
    for (place, term) in genreTerms.enumerated() {
      guard let term, genres.rawValue & 1 << UInt32(place) != 0 else { continue }
      wanted[term] += weight
    }
  }

  /// The inner product of a game's vector with `wanted`, [terms].
  func dot(_ game: Int, _ wanted: Span<Float>) -> Float {
    vectors.range(ofRow: game).reduce(0) {
      $0 + vectors.values[$1] * wanted[Int(vectors.columnIndices[$1])]
    }
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
