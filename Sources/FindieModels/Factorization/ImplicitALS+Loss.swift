package import FindieLinearAlgebra
package import FindieWorkers

extension ImplicitALS {
  /// The value of the objective for a model, to check that training works.
  ///
  /// Inner products are in Float; sums are in Double, in parts that do not depend on the number of
  /// threads.
  package func loss(
    _ model: FactorModel, on observed: SparseRows, workers: Workers = Workers(threads: 1)
  ) -> Double {
    let parts = observed.balancedParts(96)
    let ofParts = workers.map(parts.count) { part in
      parts[part].reduce(0.0) { $0 + squaredErrors(ofPlayer: $1, model, on: observed) }
    }
    var total = ofParts.reduce(0, +)
    let left = model.players.gramian(workers: workers).elements
    let right = model.games.gramian(workers: workers).elements
    for (left, right) in zip(left, right) {
      total += parameters.unobservedWeight * Double(left) * Double(right)
    }
    var ofGames = [Int](repeating: 0, count: observed.columns)
    for column in observed.columnIndices { ofGames[Int(column)] += 1 }
    let ofPlayers = (0..<observed.rows).map { observed.count(ofRow: $0) }
    total += penalty(of: model.players, lengths: ofPlayers, otherSide: observed.columns)
    total += penalty(of: model.games, lengths: ofGames, otherSide: observed.rows)
    return total
  }

  /// Σ λᵣ ‖·‖² over one side.
  private func penalty(of factors: Matrix, lengths: [Int], otherSide: Int) -> Double {
    var total = 0.0
    for row in 0..<factors.rows {
      let weight = regularization(rowLength: lengths[row], otherSide: otherSide)
      total += Double(weight) * Double(BLAS.dot(factors.row(row), factors.row(row)))
    }
    return total
  }

  /// Σ c (p − x·y)² over one player's observed games.
  private func squaredErrors(
    ofPlayer player: Int, _ model: FactorModel, on observed: SparseRows
  ) -> Double {
    let factor = model.players.row(player)
    var loss = 0.0
    for position in observed.range(ofRow: player) {
      let game = Int(observed.columnIndices[position])
      let score = Double(BLAS.dot(factor, model.games.row(game)))
      let confidence = Double(observed.values[position])
      let preference = confidence > 0 ? 1.0 : 0.0
      loss += abs(confidence) * (preference - score) * (preference - score)
    }
    return loss
  }
}
