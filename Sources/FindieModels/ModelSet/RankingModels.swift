package import FindieWorkers

/// The models that generate and score candidates.
package struct RankingModels: Sendable {
  package let factors: FactorModel
  package let itemItem: ItemItemModels
  package private(set) var content: ContentModel
  private let ofNewGames: OnDemand<NewGameWeights?>
  /// nil without EASE.
  package var newGames: NewGameWeights? { ofNewGames.value }

  package init(factors: FactorModel, itemItem: ItemItemModels, content: ContentModel) {
    precondition(
      factors.games.rows == itemItem.neighborhood.weights.rows
        && content.vectors.rows == factors.games.rows, "models of other numbers of games")
    self.factors = factors
    self.itemItem = itemItem
    self.content = content
    ofNewGames = OnDemand { itemItem.ease.map { NewGameWeights($0, content) } }
  }

  /// Trains all of them on the same confidences [players, games].
  ///
  /// - Parameters:
  ///   - days, hasDenseWeights: as for `ItemItemModels`.
  ///   - progress: called after each iteration of the factors; throws to stop.
  package init(
    trainedOn observed: SparseRows, days: @autoclosure () -> [Float] = [],
    content: ContentModel, parameters: ModelParameters,
    workers: Workers, hasDenseWeights: Bool = true, progress: (Int) throws -> Void = { _ in }
  ) throws {
    self.init(
      factors: try ImplicitALS(parameters.als).fit(
        observed, workers: workers, progress: progress),
      itemItem: try ItemItemModels(
        trainedOn: observed, days: days(), parameters: parameters, workers: workers,
        hasDenseWeights: hasDenseWeights),
      content: content)
  }
}

extension RankingModels {
  /// The same models, as if no game had a vector.
  package var withoutVectors: RankingModels {
    guard content.embeddings != nil else { return self }
    // Weights of new games do not depend on vectors.
    var models = self
    models.content = content.withoutVectors
    return models
  }

  /// The models for newer evidence, without the players' factors.
  ///
  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - days: as for `ItemItemModels`.
  package func updated(
    for observed: SparseRows, days: @autoclosure () -> [Float] = [],
    parameters: ModelParameters, workers: Workers
  ) throws -> RankingModels {
    RankingModels(
      factors: try factors.updated(for: observed, workers: workers),
      itemItem: itemItem.updated(
        for: observed, days: days(), parameters: parameters, workers: workers),
      content: content)
  }

  /// The models that rank games on their own.
  ///
  /// - Parameters:
  ///   - positives: for each game, its number of positives.
  ///   - recent: the popularity of the last days; nil if nothing is known of it.
  package func singleModels(
    positives: [Int], recent: (any Ranker)?, workers: Workers
  ) throws(ModelFailure) -> [any Ranker] {
    let recent = recent.map { [$0] } ?? []
    let ease: [any Ranker] = itemItem.ease.map { [$0] } ?? []
    let vectors: [any Ranker] = content.embeddings.map { [EmbeddingRanker($0)] } ?? []
    return try [PopularityRanker(positives: positives)] + recent
      + [ContentRanker(content)] + vectors + [itemItem.neighborhood] + ease
      + [FactorRanker(factors, workers: workers)]
  }
}

/// The parameters of all models.
package struct ModelParameters: Sendable {
  package var als = ALSParameters()
  package var ease = EASEParameters()
  package var neighborhood = NeighborhoodParameters()

  package init() {}
}
