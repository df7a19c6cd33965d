package import FindieBatch
import FindieEvaluation
import FindieModels
package import FindieRanking

extension Stage<Evaluation> {
  /// Scores each model by the held-out likes that it ranks high; the last row is the night's own lists.
  package static func evaluateModels(
    from data: ModelData, _ heldOutModels: Stage<HeldOutModels>, _ ranker: Stage<RankerWeights>,
    _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "evaluation", from: data, heldOutModels, ranker,
      parameters: [
        "evaluation": parameters.evaluation, "candidates": parameters.candidates,
        "recommendations": parameters.recommendations, "gate": parameters.gate,
      ] as NamedParameters
    ) { context, data, heldOutModels, ranker in
      let heldOut = HeldOutData(data, parameters: parameters)
      let models = heldOutModels.models(for: data.matrix.games, content: heldOut.content)
      var plain = ServedSettings(parameters)
      plain.recommendations = plain.recommendations.withoutVariety
      let singleModels = heldOut.singleModels(models)
      var evaluation = try Evaluation(
        of: singleModels + [
          heldOut.lists(
            "Findie's lists without variety", by: models, weights: ranker, settings: plain,
            workers: night.workers),
          heldOut.lists(
            "Findie's lists", by: models, weights: ranker, settings: ServedSettings(parameters),
            workers: night.workers),
        ],
        split: heldOut.split, ks: [parameters.evaluation.k], features: heldOut.content.vectors,
        notes: [models.itemItem.easeSentence], parameters: parameters.evaluation,
        workers: night.workers)
      let sample = HeldOutData(
        data, parameters: parameters, maximumPlayers: parameters.gate.players)
      evaluation.discovery = try sample.discoveryCurve(
        by: models, weights: ranker, settings: ServedSettings(parameters), workers: night.workers)
      let unbeaten = evaluation.differences.filter { difference in
        difference.isBetter != true && singleModels.contains { $0.name == difference.other }
      }
      // With fewer players, hardly any difference is significant.
      if evaluation.players >= parameters.gate.minimumPlayers, !unbeaten.isEmpty {
        context.warn(
          "the lists are not significantly better than "
            + unbeaten.map(\.other).joined(separator: ", "))
      }
      return evaluation
    }
  }
}
