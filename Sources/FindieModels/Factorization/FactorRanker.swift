package import FindieLinearAlgebra

/// The inner product of the game's factor with the player's, which is solved exactly for the profile.
package struct FactorRanker: Ranker {
  package let name = "ALS"
  private let model: FactorModel
  /// α₀ YᵀY, which all profiles share.
  private let weightedGramian: Matrix

  package init(_ model: FactorModel) {
    self.model = model
    weightedGramian = model.weightedGamesGramian
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) throws(ModelFailure) {
    let factors = try model.factors(of: rows, in: profiles, weightedGramian: weightedGramian)
    BLAS.products(
      ofRows: factors.elements.span, rows.count, withRows: model.games.elements.span,
      model.games.rows, columns: model.games.columns, into: &scores)
  }
}
