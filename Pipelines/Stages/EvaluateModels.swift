package import FindieBatch
package import FindieRecommender

extension Stage<Evaluation> {
  /// Sees which model finds again what was hidden of what players like; the last are the lists as a
  /// night makes them.
  package static func evaluateModels(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ ranker: Stage<RankerWeights>,
    _ judged: Stage<JudgedModels>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "evaluation", from: past, catalogue, matrix, ranker, judged,
      parameters: [
        "evaluation": parameters.evaluation, "candidates": parameters.candidates,
        "recommendations": parameters.recommendations,
      ] as NamedParameters
    ) { _, past, catalogue, matrix, ranker, judged in
      let held = HeldOutNight(
        matrix, catalogue: catalogue.catalogue, on: past.day, parameters: parameters)
      let models = judged.models(for: matrix.games, content: held.content)
      let ease: [any Ranker] = models.itemItem.ease.map { [$0] } ?? []
      return try Evaluation(
        of: [
          PopularityRanker(positives: held.split.train.positives), ContentRanker(held.content),
          models.itemItem.neighborhood,
        ] + ease + [
          FactorRanker(models.factors),
          held.lists(
            "Findie's lists", by: models, weights: ranker, settings: ServedSettings(parameters),
            workers: night.workers),
        ],
        split: held.split, ks: [parameters.evaluation.k], features: held.content.vectors,
        notes: [models.itemItem.easeSentence], parameters: parameters.evaluation,
        workers: night.workers)
    }
  }
}
