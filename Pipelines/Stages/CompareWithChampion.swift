package import FindieBatch
import FindieEvaluation
import FindieModels
package import FindieRanking
import FindieReports

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
      let games = data.matrix.games
      let heldOut = HeldOutData(
        data, parameters: parameters, maximumPlayers: parameters.gate.players)
      let settings = ServedSettings(parameters)
      func lists(
        _ name: String, _ models: HeldOutModels, _ weights: RankerWeights,
        _ settings: ServedSettings
      ) throws -> ListedRanker {
        try heldOut.lists(
          name, by: models.models(for: games, content: heldOut.content), weights: weights,
          settings: settings, workers: night.workers)
      }
      let tonight = try lists("tonight", heldOutModels, ranker, settings)
      func evaluation(_ others: [any Ranker]) throws -> Evaluation {
        try Evaluation(
          of: others + [tonight], split: heldOut.split, ks: [parameters.evaluation.k],
          parameters: parameters.evaluation, workers: night.workers)
      }
      var comparison = try Comparison(
        champion, parameters, warn: { context.warn($0) }
      ) { published in
        try evaluation([
          lists(
            "champion", published.models, published.ranker, published.settings.serving(on: settings)
          )
        ])
      }
      // Default weights are for so little history that there is nothing to compare.
      if ranker.bestModel != nil, heldOut.split.players.count >= parameters.gate.minimumPlayers {
        let models = heldOutModels.models(for: games, content: heldOut.content)
        comparison.bestModel = Comparison.BestModel(
          try evaluation(heldOut.singleModels(models)))
      }
      if comparison.verdict == .worse { context.warn(comparison.sentence) }
      return comparison
    }
  }
}

extension Comparison {
  /// - Parameter evaluation: of the champion's lists and tonight's.
  fileprivate init(
    _ champion: Champion, _ parameters: NightParameters, warn: (String) -> Void,
    evaluation: (Champion.Serving) throws -> Evaluation
  ) rethrows {
    let published: Champion.Serving
    do throws(Champion.Unusable) {
      published = try champion.serving()
    } catch {
      if champion.day != nil {
        warn("tonight's models were not compared with the champion's: \(error)")
      }
      self.init(
        notEvaluated: .noChampion("\(error)"), k: parameters.evaluation.k,
        bound: parameters.gate.maximumLoss)
      return
    }
    self.init(
      try evaluation(published), championOf: published.models.day, parameters.gate)
  }
}
