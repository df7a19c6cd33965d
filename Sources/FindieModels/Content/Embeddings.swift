package import FindieDomain

/// Games' vectors by someone else's model, as directions from their mean: an inner product is the
/// cosine of two games.
///
/// Vectors of length one have their mean subtracted, and are divided by their length again: what
/// all games have in common says nothing about any of them.
///
/// Source: Mu and Viswanath, *All-but-the-Top: Simple and Effective Postprocessing for Word
/// Representations* (2018), arXiv:1702.01417, without its second step.
package struct Embeddings: Sendable, Equatable {
  /// E[games, dimensions], each row of length one, or zeros for a game without a vector.
  package let vectors: Matrix
  /// The mean of the games' vectors; empty if the directions are given.
  private var mean: [Float] = []

  /// Smaller differences from the mean are rounding.
  private static let smallest = 1e-5

  /// - Parameter vectors: E[games, dimensions].
  package init(_ vectors: Matrix) { self.vectors = vectors }

  /// The vectors of a catalogue's games that have the length of most; nil without any.
  package init?(_ catalogue: Catalogue) {
    guard let length = catalogue.packedVectors.commonLength else { return nil }
    let games = Identifiers(catalogue.games.lazy.map(\.id))
    var vectors = Matrix(rows: games.count, columns: length)
    var known: [Int] = []
    for vector in catalogue.packedVectors where vector.length == length {
      guard let game = games.index(of: vector.id) else { continue }
      known.append(game)
      for (column, element) in vector.record.vector.elements.enumerated() {
        vectors[game, column] = element
      }
    }
    guard !known.isEmpty else { return nil }
    var sums = [Double](repeating: 0, count: length)
    for game in known {
      vectors.scaleRow(game, minimum: 0)
      for column in sums.indices { sums[column] += Double(vectors[game, column]) }
    }
    mean = sums.map { Float($0 / Double(known.count)) }
    for game in known { vectors.center(game, at: mean, minimum: Self.smallest) }
    self.vectors = vectors
  }

  /// Players' vectors as directions, made from them as from those of games: zeros for a player
  /// without one.
  ///
  /// - Parameter own: [players, dimensions].
  package func directions(of own: Matrix) -> Matrix {
    guard own.columns == mean.count else {
      return Matrix(rows: own.rows, columns: vectors.columns)
    }
    var own = own
    for player in 0..<own.rows where own.scaleRow(player, minimum: 0) > 0 {
      own.center(player, at: mean, minimum: Self.smallest)
    }
    return own
  }

  /// The weighted sum of the vectors of a player's positives, divided by its length.
  ///
  /// - Returns: the direction, [dimensions], and the length; zeros if no positive has a vector.
  package func taste(
    ofRow row: Int, of profiles: SparseRows
  ) -> (direction: [Float], length: Double) {
    var taste = Matrix(rows: 1, columns: vectors.columns)
    taste.withElements { sum in
      for position in profiles.range(ofRow: row) where profiles.values[position] > 0 {
        BLAS.add(
          vectors.row(Int(profiles.columnIndices[position])), times: profiles.values[position],
          to: &sum)
      }
    }
    let length = taste.scaleRow(0, minimum: Self.smallest)
    return (taste.elements, length)
  }
}

extension Matrix {
  /// Subtracts the mean from a row, and divides the row by its length.
  fileprivate mutating func center(_ row: Int, at mean: [Float], minimum: Double) {
    for column in mean.indices { self[row, column] -= mean[column] }
    scaleRow(row, minimum: minimum)
  }

  /// Divides a row by its length, or makes it zeros if its length is not above the minimum.
  ///
  /// - Returns: the length; 0 for zeros.
  @discardableResult
  fileprivate mutating func scaleRow(_ row: Int, minimum: Double) -> Double {
    let length = (0..<columns).reduce(0.0) { sum, column in
      sum + Double(self[row, column]) * Double(self[row, column])
    }.squareRoot()
    let isZero = length <= minimum
    for column in 0..<columns {
      self[row, column] = isZero ? 0 : Float(Double(self[row, column]) / length)
    }
    return isZero ? 0 : length
  }
}

/// The cosine of a game's vector with the mean of those of the player's positives.
package struct EmbeddingRanker: Ranker {
  package let name = "vectors"
  private let embeddings: Embeddings

  package init(_ embeddings: Embeddings) { self.embeddings = embeddings }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = embeddings.vectors.rows
    precondition(games == profiles.columns, "profiles of other games")
    let tastes = rows.flatMap { embeddings.taste(ofRow: $0, of: profiles).direction }
    BLAS.products(
      ofRows: tastes.span, rows.count, withRows: embeddings.vectors.elements.span, games,
      columns: embeddings.vectors.columns, into: &scores)
  }
}
