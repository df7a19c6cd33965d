import FindieDomain
import FindieModels
package import FindieRanking
import FindieReports
import FindieWorkers
package import FindieWorkspace

extension Stage<Evaluation> {
  /// Scores each model by how high it ranks held-out likes. The last row is the night's own lists.
  package static func evaluateModels(
    from heldOut: Stage<HeldOut>, _ heldOutModels: Stage<HeldOutModels>,
    _ ranker: Stage<RankerWeights>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "evaluation", from: heldOut, heldOutModels, ranker,
      parameters: [
        "evaluation": parameters.evaluation, "candidates": parameters.candidates,
        "recommendations": parameters.recommendations, "gate": parameters.gate,
      ] as NamedParameters
    ) { context, heldOut, heldOutModels, ranker in
      let models = heldOutModels.models(for: heldOut.train.games, content: heldOut.content)
      let (k, workers) = (parameters.evaluation.k, night.workers)
      var plain = ServedSettings(parameters)
      plain.recommendations = plain.recommendations.withoutVariety
      let tested = try heldOut.tested(heldOut.evaluation, models: models, settings: plain)
      func lists(_ name: String, _ settings: ServedSettings) throws -> ListedRanker {
        ListedRanker(
          name,
          lists: try heldOut.lists(
            of: tested, by: models, weights: ranker, settings: settings, k: k, workers: workers))
      }
      let singleModels = try heldOut.singleModels(
        models, of: heldOut.evaluation, recentDays: ranker.recentDays, workers: workers)
      var evaluation = try Evaluation(
        of: singleModels + [
          lists("Findie's lists without variety", plain),
          lists("Findie's lists", ServedSettings(parameters)),
        ],
        split: heldOut.evaluation.split, ks: [k], features: heldOut.content.vectors,
        workers: workers)
      evaluation.discovery = try heldOut.discoveryCurve(
        by: models, weights: ranker, settings: ServedSettings(parameters), k: k,
        players: parameters.gate.players, seed: parameters.evaluation.seed, workers: workers)
      let isWorse = zip(singleModels, evaluation.verdicts).contains { $1.isBetter == false }
      if isWorse { context.warn(evaluation.verdict) }
      return evaluation
    }
  }
}

extension Stage<Comparison> {
  /// Compares tonight's models with the champion's by what the same players liked on the held-out
  /// days, which neither has seen. Each side computes its lists with the parameters of its own
  /// night. A night that uses an anchor's models has the anchor's comparison.
  package static func compareWithChampion(
    from heldOut: Stage<HeldOut>, _ heldOutModels: Stage<HeldOutModels>,
    _ ranker: Stage<RankerWeights>,
    _ anchor: Stage<Anchor>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "comparison", from: heldOut, heldOutModels, ranker, anchor,
      parameters: [
        "evaluation": parameters.evaluation, "candidates": parameters.candidates,
        "recommendations": parameters.recommendations, "gate": parameters.gate,
      ] as NamedParameters
    ) { context, heldOut, heldOutModels, ranker, anchor in
      let games = heldOut.train.games
      let half = heldOut.evaluation.limited(
        to: parameters.gate.players, seed: parameters.evaluation.seed)
      let settings = ServedSettings(parameters)
      let k = parameters.evaluation.k
      func lists(
        _ name: String, _ models: HeldOutModels, _ weights: RankerWeights,
        _ settings: ServedSettings
      ) throws -> ListedRanker {
        let models = models.models(for: games, content: heldOut.content)
        return ListedRanker(
          name,
          lists: try heldOut.lists(
            of: heldOut.tested(half, models: models, settings: settings), by: models,
            weights: weights,
            settings: settings, k: k, workers: night.workers))
      }
      let tonight = try lists("tonight", heldOutModels, ranker, settings)
      func evaluation(_ others: [any Ranker]) throws -> Evaluation {
        try Evaluation(
          of: others + [tonight], split: half.split, ks: [k], workers: night.workers)
      }
      var comparison = try Comparison(
        try anchor.champion(night), heldOut, parameters, warn: { context.warn($0) }
      ) { published, reference in
        let older = try reference.map { try lists("reference", $0.models, $0.ranker, settings) }
        return try evaluation(
          [
            lists(
              "champion", published.models, published.ranker,
              published.settings.serving(on: settings))
          ] + (older.map { [$0] } ?? []))
      }
      // Default weights mean too little history to compare anything.
      if ranker.bestModel != nil, half.split.players.count >= parameters.gate.minimumPlayers {
        let models = heldOutModels.models(for: games, content: heldOut.content)
        comparison.bestModel = Comparison.best(
          of: try evaluation(
            heldOut.singleModels(
              models, of: half, recentDays: ranker.recentDays, workers: night.workers)))
      }
      if comparison.verdict == .worse { context.warn(comparison.sentence) }
      return comparison
    }
  }
}

extension Comparison {
  /// - Parameter evaluation: of the champion's lists, of the reference's if there is one, and of
  ///   tonight's.
  fileprivate init(
    _ champion: Champion, _ heldOut: HeldOut, _ parameters: NightParameters,
    warn: (String) -> Void,
    evaluation: (Champion.Serving, Champion.RankedModels?) throws -> Evaluation
  ) rethrows {
    let published: Champion.Serving
    do throws(Champion.Unusable) {
      published = try champion.serving()
      try published.models.check(isBlindTo: heldOut)
    } catch {
      if champion.day != nil {
        warn("tonight's models were not compared with the champion's: \(error)")
      }
      self.init(
        notEvaluated: .noChampion("\(error)"), k: parameters.evaluation.k,
        bound: parameters.gate.maximumLoss)
      return
    }
    var reference = champion.reference(besides: published)
    do throws(Champion.Unusable) {
      try reference?.models.check(isBlindTo: heldOut)
    } catch {
      reference = nil
    }
    self.init(
      try evaluation(published, reference), championOf: published.models.day,
      reference: reference?.models.day, parameters.gate)
  }
}

extension HeldOutModels {
  /// - Throws: if these models may have seen positives that are held out tonight.
  package func check(isBlindTo heldOut: HeldOut) throws(Champion.Unusable) {
    switch (cut, heldOut.cut) {
    case (nil, nil): return
    case (let own?, let tonight?) where own <= tonight: return
    case (let own?, let tonight?):
      throw Champion.Unusable(
        description: "the champion's models know likes of days before \(own), and tonight's are "
          + "tested from \(tonight) on")
    case (nil, _), (_, nil):
      throw Champion.Unusable(
        description:
          "one night's models were tested on likes held out at random, the other's on likes of the last "
          + "days")
    }
  }
}
