package import FindieModels
import Foundation

/// The solution of A x = b by Gaussian elimination with pivots, in Double.
package func solution(_ a: [[Double]], _ b: [Double]) -> [Double] {
  var rows = zip(a, b).map { $0 + [$1] }
  let count = b.count
  for column in 0..<count {
    let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
    rows.swapAt(column, pivot)
    for row in 0..<count where row != column {
      let factor = rows[row][column] / rows[column][column]
      for index in column...count { rows[row][index] -= factor * rows[column][index] }
    }
  }
  return (0..<count).map { rows[$0][count] / rows[$0][$0] }
}

/// A player's factor by definition: the minimum of the loss for the games' factors, in Double.
///
/// - Parameter observed: [players, games].
package func bruteForceFactor(
  ofPlayer player: Int, _ observed: SparseRows, _ model: FactorModel
) -> [Double] {
  let (rank, parameters) = (model.games.columns, model.parameters)
  let range = observed.range(ofRow: player)
  let known = Double(range.count) + parameters.unobservedWeight * Double(model.games.rows)
  let lambda = parameters.regularization * pow(known, parameters.frequencyExponent)
  var a = (0..<rank).map { row in (0..<rank).map { row == $0 ? lambda : 0 } }
  var b = [Double](repeating: 0, count: rank)
  func add(_ game: Int, weight: Double) {
    let y = model.games.doubles(game)
    for i in 0..<rank { for j in 0..<rank { a[i][j] += weight * y[i] * y[j] } }
  }
  for game in 0..<model.games.rows { add(game, weight: parameters.unobservedWeight) }
  for element in range {
    let (game, confidence) = (
      Int(observed.columnIndices[element]), Double(observed.values[element])
    )
    add(game, weight: abs(confidence))
    guard confidence > 0 else { continue }
    for (index, y) in model.games.doubles(game).enumerated() { b[index] += confidence * y }
  }
  return solution(a, b)
}

/// The loss by definition, over every pair of a player and a game, in Double.
///
/// - Parameter observed: [players, games]; zero is unobserved, below zero a dislike.
package func bruteForceLoss(
  _ observed: [[Float]], players: [[Double]], games: [[Double]], _ parameters: ALSParameters
) -> Double {
  var loss = 0.0
  for (player, row) in observed.enumerated() {
    for (game, confidence) in row.enumerated() {
      let score = dot(players[player], games[game])
      let preference = confidence > 0 ? 1.0 : 0
      loss += abs(Double(confidence)) * (preference - score) * (preference - score)
      loss += parameters.unobservedWeight * score * score
    }
  }
  let byGame = games.indices.map { game in observed.map { $0[game] } }
  for (factors, rows, others) in [
    (players, observed, games.count), (games, byGame, players.count),
  ] {
    for (factor, row) in zip(factors, rows) {
      let known = Double(row.count { $0 != 0 }) + parameters.unobservedWeight * Double(others)
      loss +=
        parameters.regularization * pow(known, parameters.frequencyExponent) * dot(factor, factor)
    }
  }
  return loss
}

extension ALSParameters {
  package init(
    rank: Int, iterations: Int = 12, regularization: Double = 0.01, exponent: Double = 1,
    unobserved: Double = 0.05, seed: UInt64 = 1
  ) {
    self.init()
    self.rank = rank
    self.iterations = iterations
    self.regularization = regularization
    self.frequencyExponent = exponent
    self.unobservedWeight = unobserved
    self.seed = seed
  }
}

extension SparseRows {
  package var dense: [[Float]] {
    (0..<rows).map { row in
      var elements = [Float](repeating: 0, count: columns)
      for index in range(ofRow: row) { elements[Int(columnIndices[index])] = values[index] }
      return elements
    }
  }
}
