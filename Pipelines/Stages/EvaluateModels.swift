import FindieDomain
import FindieModels
package import FindieRanking
import FindieReports
import FindieWorkers
package import FindieWorkspace

extension Stage<Evaluation> {
  /// Scores each model by how high it ranks held-out likes. The last row is the night's own lists.
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
      let singleModels = try heldOut.singleModels(models, workers: night.workers)
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
        parameters: parameters.evaluation, workers: night.workers)
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

/// Tonight's data, split into training data and the likes that models are evaluated by.
struct HeldOutData {
  let split: Split
  let content: ContentModel
  private let catalogue: Catalogue
  private let day: Day
  private let trainedPlayers: Identifiers
  private let parameters: NightParameters

  /// - Parameter maximumPlayers: the maximum number of players to test; nil for the evaluation's.
  init(_ data: StageValues<ModelData>, parameters: NightParameters, maximumPlayers: Int? = nil) {
    let (day, catalogue, matrix) = (data.history.day, data.catalogue.catalogue, data.matrix)
    self.catalogue = catalogue
    self.day = day
    self.parameters = parameters
    trainedPlayers = matrix.players
    content = ContentModel(catalogue.games)
    split = Split.random(
      matrix, parameters: parameters.evaluation,
      isOut: catalogue.games.map { $0.availability(on: day) == .out }
    ).limited(to: maximumPlayers ?? parameters.evaluation.players, seed: parameters.evaluation.seed)
  }

  /// The models that rank games on their own.
  func singleModels(
    _ models: RankingModels, workers: Workers
  ) throws(ModelFailure) -> [any Ranker] {
    let ease: [any Ranker] = models.itemItem.ease.map { [$0] } ?? []
    return try [
      PopularityRanker(positives: split.train.positives), ContentRanker(content),
      models.itemItem.neighborhood,
    ] + ease + [FactorRanker(models.factors, workers: workers)]
  }

  /// The tested players' lists, computed as a night computes them.
  func lists(
    _ name: String, by models: RankingModels, weights: RankerWeights, settings: ServedSettings,
    workers: Workers
  ) throws -> ListedRanker {
    let table = try table(by: models, weights: weights, settings: settings, workers: workers)
    return ListedRanker(
      name, lists: (0..<table.count).map { Array(table.games(ofPlayer: $0)) })
  }

  private func table(
    by models: RankingModels, weights: RankerWeights, settings: ServedSettings, workers: Workers
  ) throws -> RecommendationTable {
    var recommendations = settings.recommendations
    recommendations.listLength = max(recommendations.listLength, parameters.evaluation.k)
    let games = catalogue.games
    return try Recommender(
      Audience(
        testedBy: split, trained: trainedPlayers, model: models.factors, users: catalogue.users),
      games: games, models: models,
      signals: GameSignals(
        games: games,
        isListed: Editions(games).best(of: split.candidates, evidence: split.train.positives),
        positives: split.train.positives, likes: split.train.positives,
        shown: split.train.columnCounts, minimumPlayers: settings.minimumPlayers,
        // Trends are counted from all events, the held-out likes included.
        lifts: games.map { _ in nil }, on: day, parameters: settings.candidates),
      weights: weights, eligibility: nil, on: day, parameters: recommendations,
      candidates: settings.candidates
    ).lists(workers: workers)
  }

  /// The popularity discounts that a report compares.
  private static let discoveries = [0, 0.25, 0.5, 0.75, 1]

  /// The costs and benefits of popularity discounts for these players.
  func discoveryCurve(
    by models: RankingModels, weights: RankerWeights, settings: ServedSettings, workers: Workers
  ) throws -> [DiscoveryPoint] {
    try Self.discoveries.map { discovery in
      var settings = settings
      settings.recommendations.discovery = discovery
      let table = try table(by: models, weights: weights, settings: settings, workers: workers)
      return DiscoveryPoint(
        discovery: discovery, lists: (0..<table.count).map { table.games(ofPlayer: $0) },
        split: split,
        isListed: split.candidates, k: parameters.evaluation.k)
    }
  }
}

extension Stage<Comparison> {
  /// Compares tonight's models with the champion's by the held-out likes of the same players. Each
  /// side computes its lists with the parameters of its own night.
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
      // Default weights mean too little history to compare anything.
      if ranker.bestModel != nil, heldOut.split.players.count >= parameters.gate.minimumPlayers {
        let models = heldOutModels.models(for: games, content: heldOut.content)
        comparison.bestModel = Comparison.BestModel(
          try evaluation(heldOut.singleModels(models, workers: night.workers)))
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
