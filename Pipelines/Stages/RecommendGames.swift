import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
import FindieModels
import FindieRanking

extension Stage<RecommendationTable> {
  /// Computes each player's list by tonight's models, with a reason for each entry.
  package static func recommendGames(
    from data: ModelData, _ models: TrainedModels, _ choice: ListChoice, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "recommendations", from: data, models, choice,
      parameters: [
        "recommendations": parameters.recommendations, "candidates": parameters.candidates,
        "minimumPlayers": parameters.reports.minimumPlayers,
      ] as NamedParameters
    ) { context, data, models, choice in
      let (catalogue, matrix, factors) = (data.catalogue.catalogue, data.matrix, models.factors)
      let recommender = Recommender(
        ofNight: data.history.day, catalogue: catalogue, matrix, factors: factors.players,
        models: RankingModels(
          factors: factors, itemItem: models.items, content: ContentModel(catalogue.games)),
        weights: models.ranker, trending: choice.trending.lists,
        isEligible: choice.eligible.isEligible,
        minimumPlayers: parameters.reports.minimumPlayers, parameters: parameters.recommendations,
        candidates: parameters.candidates)
      return try recommender.lists(
        workers: night.workers,
        progress: context.progress(total: matrix.players.count, unit: "players"))
    }
  }
}
