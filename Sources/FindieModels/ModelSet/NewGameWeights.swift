import FindieWorkers

/// EASE's weights that lead to new games, by their genres and tags. A game is new if no stored
/// weight leads to it, such as one with too few positives to be fitted.
///
/// The columns of B[games, games] are regressed on the features Z[games, terms + 1] of the games
/// that are not new, a ridge regression; the last feature is 1 for every game:
///
///     T = B Z (ZᵀZ + λI)⁻¹    Bᵢⱼ = tᵢ · zⱼ for a new game j
///
/// So a player's score of a new game is the sum of tᵢ over the positives, times zⱼ. λ is 10: see
/// Benchmarks/RESULTS.md.
///
/// Source: Hoerl and Kennard, *Ridge Regression* (1970), DOI 10.1080/00401706.1970.10488634;
/// parameters from features as in Gantner et al., *Learning Attribute-to-Feature Mappings for
/// Cold-Start Recommendations* (2010), DOI 10.1109/ICDM.2010.129, but of item-item weights.
///
/// - Complexity: each weight adds the terms of its game, a game with weights takes terms² steps,
///   the inverse terms³.
package struct NewGameWeights: Sendable {
  /// By game.
  package let isNew: [Bool]
  /// T[games with weights, terms + 1].
  private let tastes: Matrix
  /// By game, its row of T; -1 for none.
  private let rows: [Int32]
  /// Z without its last column.
  private let features: SparseRows

  private static let regularization = 10.0
  /// Of more terms, the most frequent are used.
  private static let maximumTerms = 512

  /// - Parameter content: of the same games.
  package init(_ ease: ItemItemModel, _ content: ContentModel) {
    let weights = ease.weights
    isNew = weights.columnCounts.map { $0 == 0 }
    features = content.vectors.gatheringColumns(mostUsed: Self.maximumTerms)
    let games = (0..<weights.rows).filter { weights.count(ofRow: $0) > 0 }
    var rows = [Int32](repeating: -1, count: weights.rows)
    for (row, game) in games.enumerated() { rows[game] = Int32(row) }
    self.rows = rows
    var tastes = Matrix(rows: games.count, columns: features.columns + 1)
    let (own, columns) = (features, tastes.columns)
    tastes.withElements { elements in
      for (row, game) in games.enumerated() {
        let start = row * columns
        for element in weights.range(ofRow: game) {
          let weight = weights.values[element]
          for term in own.range(ofRow: Int(weights.columnIndices[element])) {
            elements[start + Int(own.columnIndices[term])] += weight * own.values[term]
          }
          elements[start + columns - 1] += weight
        }
      }
    }
    tastes.transformRows(
      by: Self.inverse(features, except: isNew), workers: Workers(threads: 1))
    self.tastes = tastes
  }

  /// (ZᵀZ + λI)⁻¹, [terms + 1, terms + 1].
  private static func inverse(_ features: SparseRows, except isNew: [Bool]) -> Matrix {
    let order = features.columns + 1
    var gramian = [Double](repeating: 0, count: order * order)
    for game in 0..<features.rows where !isNew[game] {
      var row = [(term: order - 1, value: 1.0)]
      for element in features.range(ofRow: game) {
        row.append((Int(features.columnIndices[element]), Double(features.values[element])))
      }
      for (term, value) in row {
        for (other, otherValue) in row { gramian[term * order + other] += value * otherValue }
      }
    }
    var inverse = [Double](repeating: 0, count: order * order)
    for term in 0..<order {
      gramian[term * order + term] += regularization
      inverse[term * order + term] = 1
    }
    var system = gramian.mutableSpan
    var columns = inverse.mutableSpan
    do throws(LAPACKFailure) {
      try LAPACK.posv(&system, order: order, rightHandSides: &columns, count: order)
    } catch {
      preconditionFailure("a Gramian of features of length 1, plus λ: \(error)")
    }
    return Matrix(rows: order, columns: order, elements: inverse.map { Float($0) })
  }

  /// Without any positives.
  package var noTaste: [Float] { [Float](repeating: 0, count: tastes.columns) }

  /// Adds a positive for a game to the sum of tᵢ.
  package func add(_ game: Int, times weight: Float, to taste: inout [Float]) {
    guard rows[game] >= 0 else { return }
    var taste = taste.mutableSpan
    BLAS.add(tastes.row(Int(rows[game])), times: weight, to: &taste)
  }

  /// The sum of tᵢ times zⱼ for each of some games.
  package func scores(of games: [UInt32], _ taste: Span<Float>) -> [Float] {
    precondition(taste.count == features.columns + 1, "a taste of \(taste.count) terms")
    var scores: [Float] = []
    scores.reserveCapacity(games.count)
    let (columns, values) = (features.columnIndices.span, features.values.span)
    let offsets = features.offsets.span
    for game in games {
      var sum = taste[features.columns]
      for element in offsets[Int(game)]..<offsets[Int(game) + 1] {
        // A row's elements are stored, and a column is one of the features.
        let term = unsafe Int(columns[unchecked: element])
        sum += unsafe values[unchecked: element] * taste[unchecked: term]
      }
      scores.append(sum)
    }
    return scores
  }

  /// The weight that leads from one game to another.
  package func weight(from game: Int, to other: Int) -> Float {
    rows[game] < 0 ? 0 : scores(of: [UInt32(other)], tastes.row(Int(rows[game])))[0]
  }
}
