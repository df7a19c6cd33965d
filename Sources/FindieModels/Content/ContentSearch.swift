import FindieLinearAlgebra

/// Finds the games with the largest cosines of genres and tags without a cosine with every game.
///
/// A game's terms are taken from the rarest on. A game with none of the terms so far has at most
/// the cosine √r, r the sum of the squares of the other terms' weights, since vectors have length
/// one; if that is too little, only the games found so far remain.
///
/// Source: the prefix filter of Bayardo, Ma and Srikant, *Scaling Up All Pairs Similarity Search*
/// (2007), DOI 10.1145/1242572.1242591.
struct ContentSearch {
  /// By game, the part of the cosine from the terms that were taken; 0 for the others.
  private(set) var sums: [Float]
  /// One element more than there are games: a step writes where the next one would be.
  private var foundGames: [UInt32]
  private var foundCount = 0
  /// √r: what the cosine of a game may exceed its sum by.
  private(set) var rest: Float = 0

  init(games: Int) {
    sums = [Float](repeating: 0, count: games)
    foundGames = [UInt32](repeating: 0, count: games + 1)
  }

  /// The games with at least one of these terms, in no meaningful order.
  var found: Span<UInt32> {
    @_lifetime(borrow self)
    get { foundGames.span.extracting(0..<foundCount) }
  }

  /// - Parameters:
  ///   - minimum: the least cosine of a game that may be among the best.
  ///   - learn: called with this search before terms with many games: the sums are lower bounds of
  ///     cosines, by which it returns a higher minimum.
  /// - Complexity: O(games of the terms that are taken).
  mutating func find(
    _ game: Int, in content: ContentModel, minimum: Float, learn: (ContentSearch) -> Float
  ) {
    foundCount = ContentSearch.reset(&sums, of: foundGames, foundCount)
    var minimum = minimum
    let terms = content.terms[content.elements(of: UInt32(game))]
      .map { (games: content.gamesByTerm.range(ofRow: Int($0.index)), weight: $0.weight) }
      .sorted { ($0.games.count, $0.games.lowerBound) < ($1.games.count, $1.games.lowerBound) }
    // From the end, so that the rest after the last term is exactly 0.
    var squares: Float = 0
    let rests = terms.reversed().map { term in
      squares += term.weight * term.weight
      return squares.squareRoot()
    }
    var left = terms.reduce(0) { $0 + $1.games.count }
    for (position, term) in terms.enumerated() {
      rest = rests[terms.count - 1 - position]
      // The cosine of a game found takes about as long as eight steps.
      if left > 8 * foundCount {
        if position > 0, rest >= minimum { minimum = max(minimum, learn(self)) }
        guard rest >= minimum else { return }
      }
      left -= term.games.count
      foundCount = ContentSearch.add(
        term.games, weight: term.weight, content.gamesByTerm, to: &sums, found: &foundGames,
        foundCount)
    }
    rest = 0
  }

  /// Returns the number of games found, none.
  private static func reset(_ sums: inout [Float], of found: [UInt32], _ count: Int) -> Int {
    let found = found.span
    var sums = sums.mutableSpan
    for position in 0..<count { sums[Int(found[position])] = 0 }
    return 0
  }

  /// Returns the number of games found.
  private static func add(
    _ range: Range<Int>, weight: Float, _ gamesByTerm: SparseRows, to sums: inout [Float],
    found: inout [UInt32], _ count: Int
  ) -> Int {
    let games = gamesByTerm.columnIndices.span.extracting(range)
    let values = gamesByTerm.values.span.extracting(range)
    var sums = sums.mutableSpan
    var found = found.mutableSpan
    var count = count
    for position in games.indices {
      let other = games[position]
      let before = sums[Int(other)]
      found[count] = other
      count += before == 0 ? 1 : 0
      sums[Int(other)] = before + weight * values[position]
    }
    return count
  }
}
