package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
package import FindieEvaluation
import FindieModels
package import FindieRanking
import FindieWorkers

extension Stage<ListsToPublish> {
  /// Takes tonight's recommendations or, if tonight's models are significantly worse than the champion,
  /// computes the lists by the champion's models.
  package static func chooseLists(
    from data: ModelData, _ recommendations: Stage<RecommendationTable>,
    _ choice: ListChoice, _ champion: Stage<Champion>, _ comparison: Stage<Comparison>,
    _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "lists-to-publish", from: data, recommendations, choice, champion, comparison,
      parameters: [
        "recommendations": parameters.recommendations, "candidates": parameters.candidates,
        "publish": night.publishing.rawValue,
      ] as NamedParameters
    ) { context, data, recommendations, choice, champion, comparison in
      let tonight = ServedSettings(parameters)
      guard comparison.verdict == .worse, night.publishing == .checked else {
        return ListsToPublish(table: recommendations, champion: nil, settings: tonight)
      }
      let (day, catalogue, matrix) = (data.history.day, data.catalogue.catalogue, data.matrix)
      let published = try champion.serving()
      let settings = published.settings.serving(on: tonight)
      let models = published.models.models(
        for: matrix.games, content: ContentModel(catalogue.games))
      let recommender = Recommender(
        ofNight: day, catalogue: catalogue, matrix,
        factors: try models.factors.factors(of: matrix.observed, workers: night.workers),
        models: models, weights: published.ranker, trending: choice.trending.lists,
        isEligible: choice.eligible.isEligible, minimumPlayers: settings.minimumPlayers,
        parameters: settings.recommendations, candidates: settings.candidates)
      return ListsToPublish(
        table: try recommender.lists(
          workers: night.workers,
          progress: context.progress(total: matrix.players.count, unit: "players")),
        champion: published.models.day, settings: settings)
    }
  }
}
