package import FindieDomain
package import FindieLinearAlgebra
import Foundation

/// What games say of themselves: genres and tags as TF-IDF vectors of length one.
///
/// A term weighs c · (ln((1 + N) / (1 + n)) + 1), where n of N games have it and c is the weight of its
/// kind, 1 unless said otherwise; two vectors' inner product is their cosine.
///
/// Source: Salton and Buckley, *Term-weighting approaches in automatic text retrieval* (1988),
/// DOI 10.1016/0306-4573(88)90021-0, smoothed so that a term that every game has still counts.
package struct ContentModel: Sendable {
  /// V[games, terms], each row of length one or empty.
  package let vectors: SparseRows
  /// An element of V as those read it who meet games in no order: all of a game's lie together.
  struct Element: Sendable {
    let index: UInt32
    let weight: Float
  }

  /// The elements of V, a game's at `offsets[game]..<offsets[game + 1]`.
  let terms: [Element]
  let offsets: [UInt32]
  /// Vᵀ[terms, games].
  private let gamesByTerm: SparseRows
  /// The term of each genre, in the order of `Genre.allCases`; nil where no game has it.
  private let genreTerms: [Int?]

  package init(_ games: [Game]) {
    self.init(games) { _ in 1 }
  }

  /// Genres and tags by the weights of their kinds. A game names its tags by their names, or by ids.
  package init(_ games: [Game], tags: [Tag], weights: TermWeights) {
    let known = tags.compactMap { tag in tag.category.map { (tag, weights.weight(of: $0)) } }
    // Of several tags of one name, the first; a name goes before an id.
    let ofTags = Dictionary(
      known.map { ($0.name, $1) } + known.map { ($0.id, $1) },
      uniquingKeysWith: { first, _ in first })
    self.init(games) { term in
      switch term {
      case .genre: weights.genre
      case .tag(let name): ofTags[name] ?? 1
      }
    }
  }

  private enum Term {
    case genre(Genre)
    case tag(String)

    /// A genre and a tag of one name are two terms.
    var text: String {
      switch self {
      case .genre(let genre): "genre:" + genre.rawValue
      case .tag(let name): "tag:" + name
      }
    }
  }

  private init(_ games: [Game], weight: (Term) -> Double) {
    var kinds: [String: Double] = [:]
    let named = games.map { game in
      Set(
        (game.genres.map { Term.genre($0) } + game.tags.map { Term.tag($0) }).map { term in
          let text = term.text
          if kinds[text] == nil { kinds[text] = weight(term) }
          return text
        })
    }
    let vocabulary = Identifiers(named.joined())
    var frequencies = [Int](repeating: 0, count: vocabulary.count)
    // A term that weighs nothing is none.
    let rows = named.map { terms in
      terms.filter { kinds[$0, default: 1] > 0 }.compactMap { vocabulary.index(of: $0) }.sorted()
    }
    for term in rows.joined() { frequencies[term] += 1 }
    let weights = zip(vocabulary.ids, frequencies).map { term, count in
      kinds[term, default: 1] * (log(Double(1 + games.count) / Double(1 + count)) + 1)
    }
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
    self.terms = zip(columns, values).map { Element(index: $0, weight: $1) }
    self.offsets = offsets.map { UInt32($0) }
    gamesByTerm = vectors.transposed
    genreTerms = Genre.allCases.map { vocabulary.index(of: "genre:" + $0.rawValue) }
  }

  /// The places of a game's elements in `terms`.
  func places(of game: UInt32) -> Range<Int> {
    Int(offsets[Int(game)])..<Int(offsets[Int(game) + 1])
  }

  /// Adds `weight` times a game's vector to `wanted`, [terms].
  func add(_ game: Int, weight: Float, to wanted: inout [Float]) {
    let terms = terms.span
    var wanted = wanted.mutableSpan
    for place in places(of: UInt32(game)) {
      wanted[Int(terms[place].index)] += weight * terms[place].weight
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
      guard let term, genres.rawValue & 1 << UInt16(place) != 0 else { continue }
      wanted[term] += weight
    }
  }

  /// The inner product of a game's vector with `wanted`, [terms].
  func dot(_ game: Int, _ wanted: Span<Float>) -> Float {
    let terms = terms.span
    var sum: Float = 0
    for place in places(of: UInt32(game)) {
      sum += terms[place].weight * wanted[Int(terms[place].index)]
    }
    return sum
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
