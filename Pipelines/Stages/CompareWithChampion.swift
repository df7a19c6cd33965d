package import FindieBatch
package import FindieRecommender

extension Stage<Comparison> {
  /// Asks tonight's models and those of the published night for lists of the same players, each by their
  /// own night's numbers of lists, and sees whose find more of what was held out tonight.
  package static func compareWithChampion(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ ranker: Stage<RankerWeights>,
    _ judged: Stage<JudgedModels>, _ champion: Stage<Champion>, _ parameters: NightParameters,
    _ night: Night
  ) -> Stage {
    Stage(
      "comparison", from: past, catalogue, matrix, ranker, judged, champion,
      parameters: [
        "evaluation": parameters.evaluation, "candidates": parameters.candidates,
        "recommendations": parameters.recommendations, "gate": parameters.gate,
      ] as NamedParameters
    ) { context, past, catalogue, matrix, ranker, judged, champion in
      let (k, bound) = (parameters.evaluation.k, parameters.gate.mostWorse)
      let before: Champion.Serving
      do throws(Champion.Unusable) {
        before = try champion.serving()
      } catch {
        if champion.day != nil { context.warn("\(error), so tonight's were compared with none") }
        return Comparison(notJudged: "\(error)", k: k, bound: bound)
      }
      let held = HeldOutNight(
        matrix, catalogue: catalogue.catalogue, on: past.day, parameters: parameters,
        players: parameters.gate.players)
      let tonight = ServedSettings(parameters)
      func lists(
        _ name: String, _ models: JudgedModels, _ weights: RankerWeights, _ settings: ServedSettings
      ) throws -> ListedRanker {
        try held.lists(
          name, by: models.models(for: matrix.games, content: held.content), weights: weights,
          settings: settings, workers: night.workers)
      }
      let comparison = Comparison(
        try Evaluation(
          of: [
            lists("before", before.models, before.ranker, before.settings.serving(on: tonight)),
            lists("tonight", judged, ranker, tonight),
          ], split: held.split, ks: [k], parameters: parameters.evaluation,
          workers: night.workers),
        championOf: "the night of \(before.models.day)", parameters.gate)
      if comparison.verdict == .worse { context.warn(comparison.sentence) }
      return comparison
    }
  }
}
