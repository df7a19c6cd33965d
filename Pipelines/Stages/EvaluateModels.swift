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
        "recommendations": parameters.recommendations,
      ] as NamedParameters
    ) { _, data, heldOutModels, ranker in
      let heldOut = HeldOutData(data, parameters: parameters)
      let models = heldOutModels.models(for: data.matrix.games, content: heldOut.content)
      let ease: [any Ranker] = models.itemItem.ease.map { [$0] } ?? []
      return try Evaluation(
        of: [
          PopularityRanker(positives: heldOut.split.train.positives),
          ContentRanker(heldOut.content),
          models.itemItem.neighborhood,
        ] + ease + [
          FactorRanker(models.factors),
          heldOut.lists(
            "Findie's lists", by: models, weights: ranker, settings: ServedSettings(parameters),
            workers: night.workers),
        ],
        split: heldOut.split, ks: [parameters.evaluation.k], features: heldOut.content.vectors,
        notes: [models.itemItem.easeSentence], parameters: parameters.evaluation,
        workers: night.workers)
    }
  }
}
