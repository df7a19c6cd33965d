package import FindieLinearAlgebra

extension FactorModel {
  /// X[rows.count, rank]: the exact factors of some profiles for this model's games; zeros where a
  /// profile is empty.
  ///
  /// - Parameters:
  ///   - profiles: confidences [players, games].
  ///   - weightedGramian: `weightedGamesGramian`, computed once for many calls.
  package func factors(
    of rows: Range<Int>, in profiles: SparseRows, weightedGramian: Matrix
  ) throws(ModelFailure) -> Matrix {
    precondition(profiles.columns == games.rows, "profiles of other games")
    var factors = Matrix(rows: rows.count, columns: parameters.rank)
    var equation = NormalEquation(rank: parameters.rank)
    for (position, row) in rows.enumerated() where profiles.count(ofRow: row) > 0 {
      let range = profiles.range(ofRow: row)
      do throws(LAPACKFailure) {
        try project(
          games: profiles.columnIndices[range], confidences: profiles.values[range],
          weightedGramian: weightedGramian, into: &equation)
      } catch {
        throw .notPositiveDefinite(.player, row: row, parameters.regularization)
      }
      factors.withElements { equation.solve(into: &$0, at: position * parameters.rank) }
    }
    if let element = factors.elements.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(.player, row: rows.lowerBound + element / parameters.rank)
    }
    return factors
  }
}
