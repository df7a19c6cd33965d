package import FindieLinearAlgebra
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
