package import FindieBatch
import FindieEvaluation
import FindieModels
package import FindieRanking

extension Stage<Comparison> {
  /// Compares tonight's models with the champion's by the held-out likes of the same players. Each side
  /// computes lists by the parameters of its own night.
  package static func compareWithChampion(
    from data: ModelData, _ heldOutModels: Stage<HeldOutModels>, _ ranker: Stage<RankerWeights>,
    _ champion: Stage<Champion>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "comparison", from: data, heldOutModels, ranker, champion,
      parameters: [
        "evaluation": parameters.evaluation, "candidates": parameters.candidates,
        "recommendations": parameters.recommendations, "gate": parameters.gate,
      ] as NamedParameters
    ) { context, data, heldOutModels, ranker, champion in
      let (k, bound) = (parameters.evaluation.k, parameters.gate.maximumLoss)
      let published: Champion.Serving
      do throws(Champion.Unusable) {
        published = try champion.serving()
      } catch {
        if champion.day != nil {
          context.warn("tonight's models were not compared with the champion's: \(error)")
        }
        return Comparison(notEvaluated: "\(error)", k: k, bound: bound)
      }
      let games = data.matrix.games
      let heldOut = HeldOutData(
        data, parameters: parameters, maximumPlayers: parameters.gate.players)
      let tonight = ServedSettings(parameters)
      func lists(
        _ name: String, _ models: HeldOutModels, _ weights: RankerWeights,
        _ settings: ServedSettings
      ) throws -> ListedRanker {
        try heldOut.lists(
          name, by: models.models(for: games, content: heldOut.content), weights: weights,
          settings: settings, workers: night.workers)
      }
      let comparison = Comparison(
        try Evaluation(
          of: [
            lists(
              "champion", published.models, published.ranker,
              published.settings.serving(on: tonight)
            ),
            lists("tonight", heldOutModels, ranker, tonight),
          ], split: heldOut.split, ks: [k], parameters: parameters.evaluation,
          workers: night.workers),
        championOf: "the night of \(published.models.day)", parameters.gate)
      if comparison.verdict == .worse { context.warn(comparison.sentence) }
      return comparison
    }
  }
}
