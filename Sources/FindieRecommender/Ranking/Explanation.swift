package import FindieLinearAlgebra

/// A player's score for a game as the sum of what each of the player's games adds to it:
///
///     x · yᵢ = Σⱼ cⱼ pⱼ yⱼᵀ A⁻¹ yᵢ
///
/// exactly, since x is the solution of the player's own equations for these factors.
///
/// Source: Hu, Koren and Volinsky (2008), section 5, DOI 10.1109/ICDM.2008.22.
package struct Explanation {
  /// The player's positive games and the actions that weigh most in them.
  package let evidence: [(game: UInt32, confidence: Float, place: Int)]
  private let matrix: InteractionMatrix
  private let model: FactorModel

  /// - Parameter equation: scratch; holds the player's factorized equations afterwards.
  package init(
    player: Int, matrix: InteractionMatrix, model: FactorModel, gramian: Matrix,
    equation: inout NormalEquation
  ) throws(LAPACKFailure) {
    self.matrix = matrix
    self.model = model
    let range = matrix.observed.range(ofRow: player)
    try model.project(
      games: matrix.observed.columnIndices[range], confidences: matrix.observed.values[range],
      weightedGramian: gramian, into: &equation)
    evidence = range.compactMap { place in
      let confidence = matrix.observed.values[place]
      return confidence > 0 ? (matrix.observed.columnIndices[place], confidence, place) : nil
    }
  }

  /// What each element of `evidence` adds to the scores of some games, [games.count, evidence.count].
  package func parts(of games: [UInt32], equation: NormalEquation) -> Matrix {
    var solved = model.games.gathering(games.map { Int($0) })
    solved.withElements { equation.solve(rightHandSides: &$0, count: games.count) }
    let factors = model.games.gathering(evidence.map { Int($0.game) })
    var parts = Matrix(rows: games.count, columns: evidence.count)
    parts.withElements {
      BLAS.products(
        ofRows: solved.elements.span, games.count, withRows: factors.elements.span, evidence.count,
        columns: model.games.columns, into: &$0)
      for game in 0..<games.count {
        for (index, item) in evidence.enumerated() {
          $0[game * evidence.count + index] *= item.confidence
        }
      }
    }
    return parts
  }

  /// The strongest reasons for each of some games; `popular` where nothing speaks for it.
  func reasons(for games: [UInt32], equation: NormalEquation, count: Int) -> [[Reason]] {
    let parts = parts(of: games, equation: equation)
    return games.indices.map { game in
      var best = BestGames(count: count)
      for index in evidence.indices where parts[game, index] > 0 {
        best.offer(game: UInt32(index), score: parts[game, index])
      }
      let reasons = best.ranked.map { entry in
        let item = evidence[Int(entry.game)]
        return Reason.because(matrix.strongestAction(item.place), game: item.game)
      }
      return reasons.isEmpty ? [.popular] : reasons
    }
  }
}
