package import FindieDomain
import Foundation

/// A game's content: its genres and tags as TF-IDF vectors of length one, and its vector by someone
/// else's model.
///
/// A term weighs c · (ln((1 + N) / (1 + n)) + 1), where n of N games have it and c is the weight of
/// its kind, 1 by default; two vectors' inner product is their cosine.
///
/// Source: Salton and Buckley, *Term-weighting approaches in automatic text retrieval* (1988),
/// DOI 10.1016/0306-4573(88)90021-0, smoothed so that a term that every game has still counts.
package struct ContentModel: Sendable {
  /// V[games, terms], each row of length one or empty.
  package let vectors: SparseRows
  /// An element of V for random access: a game's elements are contiguous.
  package struct Element: Sendable {
    package let index: UInt32
    package let weight: Float
  }

  /// The elements of V, a game's at `offsets[game]..<offsets[game + 1]`.
  package let terms: [Element]
  package let offsets: [UInt32]
  /// The name of each term, after `genre:` or `tag:`.
  package let names: [String]
  /// The square of each term's weight before a game's vector is scaled, [terms].
  let squaredWeights: [Float]
  /// Vᵀ[terms, games].
  let gamesByTerm: SparseRows
  /// The term of each genre, in the order of `Genre.allCases`; nil where no game has it.
  package let genreTerms: [Int?]
  /// Nil if no game has a vector.
  package private(set) var embeddings: Embeddings?

  package init(_ catalogue: Catalogue) {
    self.init(catalogue.games, Embeddings(catalogue))
  }

  package init(_ games: [Game], _ embeddings: Embeddings?) {
    self.init(games)
    self.embeddings = embeddings
  }

  var withoutVectors: ContentModel {
    var content = self
    content.embeddings = nil
    return content
  }

  package init(_ games: [Game]) {
    self.init(games) { _ in 1 }
  }

  /// Genres and tags by the weights of their kinds. A game refers to its tags by name or by id.
  package init(_ games: [Game], tags: [Tag], weights: TermWeights) {
    let known = tags.compactMap { tag in tag.category.map { (tag, weights.weight(of: $0)) } }
    // Of several tags with one name, the first is used; a name has precedence over an id.
    let ofTags = Dictionary(
      known.map { (ExactText($0.name), $1) } + known.map { (ExactText($0.id), $1) },
      uniquingKeysWith: { first, _ in first })
    self.init(games) { term in
      switch term {
      case .genre: weights.genre
      case .tag(let name): ofTags[ExactText(name)] ?? 1
      }
    }
  }

  private enum Term {
    case genre(Genre)
    case tag(String)

    /// A genre and a tag with the same name are two terms.
    var text: String {
      switch self {
      case .genre(let genre): "genre:" + genre.rawValue
      case .tag(let name): "tag:" + name
      }
    }
  }

  private init(_ games: [Game], weight: (Term) -> Double) {
    var kinds: [ExactText: Double] = [:]
    let named = games.map { game in
      Set(
        (game.genres.map { Term.genre($0) } + game.tags.map { Term.tag($0) }).map { term in
          let text = ExactText(term.text)
          if kinds[text] == nil { kinds[text] = weight(term) }
          return text
        })
    }
    let vocabulary = Identifiers(named.joined().map(\.text))
    var frequencies = [Int](repeating: 0, count: vocabulary.count)
    // A term of weight 0 is left out.
    let rows = named.map { terms in
      terms.filter { kinds[$0, default: 1] > 0 }.compactMap { vocabulary.index(of: $0.text) }
        .sorted()
    }
    for term in rows.joined() { frequencies[term] += 1 }
    let weights = zip(vocabulary.ids, frequencies).map { term, count in
      kinds[ExactText(term), default: 1] * (log(Double(1 + games.count) / Double(1 + count)) + 1)
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
    names = vocabulary.ids
    self.terms = zip(columns, values).map { Element(index: $0, weight: $1) }
    self.offsets = offsets.map { UInt32($0) }
    squaredWeights = weights.map { Float($0 * $0) }
    gamesByTerm = vectors.transposed
    genreTerms = Genre.allCases.map { vocabulary.index(of: "genre:" + $0.rawValue) }
  }

  /// The range of a game's elements in `terms`.
  @inlinable
  package func elements(of game: UInt32) -> Range<Int> {
    Int(offsets[Int(game)])..<Int(offsets[Int(game) + 1])
  }

  /// Adds `weight` times a game's vector to `taste`, [terms].
  package func add(_ game: Int, weight: Float, to taste: inout [Float]) {
    let terms = terms.span
    var taste = taste.mutableSpan
    for position in elements(of: UInt32(game)) {
      taste[Int(terms[position].index)] += weight * terms[position].weight
    }
  }

  /// The inner product of a game's vector with `taste`, [terms].
  package func dot(_ game: Int, _ taste: Span<Float>) -> Float {
    let terms = terms.span
    var sum: Float = 0
    for position in elements(of: UInt32(game)) {
      sum += terms[position].weight * taste[Int(terms[position].index)]
    }
    return sum
  }

  /// The cosine of two games.
  ///
  /// - Complexity: O(terms of both).
  package func cosine(_ game: UInt32, _ other: UInt32) -> Double {
    let (own, others) = (elements(of: game), elements(of: other))
    var (left, right, sum) = (own.lowerBound, others.lowerBound, 0.0)
    while left < own.upperBound, right < others.upperBound {
      let (first, second) = (terms[left], terms[right])
      if first.index == second.index { sum += Double(first.weight) * Double(second.weight) }
      if first.index <= second.index { left += 1 }
      if second.index <= first.index { right += 1 }
    }
    return sum
  }

  /// Adds `weight` times the cosine of `game` with every game to `scores`, [games].
  package func addCosines(with game: Int, weight: Float = 1, to scores: inout MutableSpan<Float>) {
    for position in vectors.range(ofRow: game) {
      addTerm(
        Int(vectors.columnIndices[position]), weight: weight * vectors.values[position], to: &scores
      )
    }
  }

  /// Adds `weight` times each game's weight of one term to `scores`, [games].
  func addTerm(_ term: Int, weight: Float, to scores: inout MutableSpan<Float>) {
    for position in gamesByTerm.range(ofRow: term) {
      scores[Int(gamesByTerm.columnIndices[position])] += weight * gamesByTerm.values[position]
    }
  }
}

/// The weight of genres and of each category of tags in a game's content, in addition to their
/// rarity. A tag of unknown category has weight 1.
package struct TermWeights: Codable, Sendable, Equatable {
  /// Genres are few and broad, and tags mostly repeat them.
  package var genre = 0.5
  package var gameplay = 1.25
  package var theme = 1.0
  package var artStyle = 1.0
  package var mood = 1.0
  package var playerCount = 1.0
  package var difficulty = 1.0

  package init() {}

  package func weight(of category: TagCategory) -> Double {
    switch category {
    case .gameplay: gameplay
    case .theme: theme
    case .artStyle: artStyle
    case .mood: mood
    case .playerCount: playerCount
    case .difficulty: difficulty
    }
  }
}
