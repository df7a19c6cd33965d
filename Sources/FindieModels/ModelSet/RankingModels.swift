package import FindieLinearAlgebra
package import FindieWorkers

/// The models that generate and score candidates.
package struct RankingModels: Sendable {
  package let factors: FactorModel
  package let itemItem: ItemItemModels
  package let content: ContentModel

  package init(factors: FactorModel, itemItem: ItemItemModels, content: ContentModel) {
    precondition(
      factors.games.rows == itemItem.neighborhood.weights.rows
        && content.vectors.rows == factors.games.rows, "models of other numbers of games")
    self.factors = factors
    self.itemItem = itemItem
    self.content = content
  }

  /// Trains all of them on the same confidences [players, games].
  ///
  /// - Parameters:
  ///   - progress: called after each iteration of the factors; throws to stop.
  ///   - warn: called if a model is left out for lack of memory.
  package init(
    trainedOn observed: SparseRows, content: ContentModel, parameters: ModelParameters,
    newGames: NewGameParameters, workers: Workers, availableBytes: Int? = nil,
    progress: (Int) throws -> Void = { _ in }, warn: (String) -> Void = { _ in }
  ) throws {
    self.init(
      factors: try FactorModel(
        trainedOn: observed, content, parameters.als, newGames: newGames, workers: workers,
        progress: progress),
      itemItem: try ItemItemModels(
        trainedOn: observed, parameters: parameters, workers: workers,
        availableBytes: availableBytes, warn: warn),
      content: content)
  }
}
