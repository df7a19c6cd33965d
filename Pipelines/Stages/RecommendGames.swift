import FindieAnalytics
import FindieDomain
import FindieModels
package import FindieRanking
import FindieText
import FindieWorkers
package import FindieWorkspace
import Foundation

extension Stage<RecommendationTable> {
  /// Computes each player's list, with a reason for each entry.
  package static func recommendGames(
    from data: ModelData, _ models: TrainedModels, _ choice: ListChoice, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    let lists = Divided(from: data, models, choice) { data, models, choice in
      ListModels(models, data, ServedSettings(parameters)).forAll(data, choice, night.workers)
    }
    return Stage(
      "recommendations", from: lists,
      parameters: [
        "recommendations": parameters.recommendations, "candidates": parameters.candidates,
        "minimumPlayers": parameters.reports.minimumPlayers, "matrix": parameters.matrix,
      ] as NamedParameters, isLarge: true
    ) { context, lists in
      let lists = try lists()
      if let warning = lists.unknownPlayers { context.warn(warning) }
      return try lists.table(
        by: night.options.executor,
        progress: context.progress(total: lists.matrix.players.count, unit: "players"))
    }
  }
}

extension Stage<ListsToPublish> {
  /// Takes tonight's recommendations or, if tonight's models are significantly worse than the
  /// champion, computes the lists with the champion's models. Players in the arm of an experiment
  /// get lists by the same models with the arm's parameters.
  package static func chooseLists(
    from data: ModelData, _ recommendations: Stage<RecommendationTable>, _ models: TrainedModels,
    _ choice: ListChoice, _ anchor: Stage<Anchor>, _ champion: Stage<Champion>,
    _ comparison: Stage<Comparison>, _ night: Night
  ) -> Stage {
    // Only a night with experiments needs its own models again.
    let models = night.experiments.isEmpty ? nil : models
    return Stage(
      "lists-to-publish", from: data, recommendations, models, choice, anchor, champion, comparison,
      parameters: ([
        "recommendations": night.parameters.recommendations,
        "candidates": night.parameters.candidates, "publish": night.publishing.rawValue,
      ] as NamedParameters).with(
        night.experiments.isEmpty ? [:] : ["experiments": night.experiments])
    ) { context, data, recommendations, models, choice, anchor, champion, comparison in
      let champion = try ListModels(champion, anchor, comparison, data, night, context)
      let settings = champion?.settings ?? ServedSettings(night.parameters)
      let ofArms = models.map { champion ?? ListModels($0, data, settings) }
      return ListsToPublish(
        base: try champion?.lists(data, choice, night, context) ?? recommendations,
        champion: champion?.champion, settings: settings,
        arms: try ofArms?.arms(data, choice, night, context) ?? [],
        games: data.catalogue.records.games)
    }
  }
}

/// The models that compute the lists of a night.
struct ListModels {
  let models: RankingModels
  /// X[players, rank], solved for `models`.
  let factors: Matrix
  let weights: RankerWeights
  private(set) var settings: ServedSettings
  /// The night of the champion; nil for tonight's models.
  let champion: Day?

  /// Tonight's models.
  init(
    _ trained: StageValues<TrainedModels>, _ data: StageValues<ModelData>,
    _ settings: ServedSettings
  ) {
    models = RankingModels(
      factors: trained.factors, itemItem: trained.items,
      content: ContentModel(data.catalogue.records))
    factors = trained.factors.players
    weights = trained.ranker
    self.settings = settings
    champion = nil
  }

  /// The champion's models; nil if tonight's are used.
  init?(
    _ champion: Champion, _ anchor: Anchor, _ comparison: Comparison,
    _ data: StageValues<ModelData>, _ night: Night, _ context: StageContext
  ) throws {
    guard comparison.verdict == .worse, night.publishing == .checked else { return nil }
    guard champion.training != anchor.data else {
      context.warn(
        "the models of \(anchor.data.day) are worse than those before them, and stay in use, since "
          + "--publish anyway published them")
      return nil
    }
    try self.init(champion.serving(), data, night)
  }

  init(_ champion: Champion.Serving, _ data: StageValues<ModelData>, _ night: Night) throws {
    let matrix = data.matrix
    models = champion.models.models(
      for: matrix.games, content: ContentModel(data.catalogue.records))
    factors = try FoldIn(models.factors, workers: night.workers)
      .factors(of: matrix.observed, workers: night.workers)
    weights = champion.ranker
    settings = champion.settings.serving(on: ServedSettings(night.parameters))
    self.champion = champion.models.day
  }

  /// The models of an earlier night, updated as a night that trains no models does.
  ///
  /// - Parameter heldOut: tonight's.
  /// - Throws: `Champion.Unusable`, `ServedModelFailure`.
  init(
    of older: Day, _ heldOut: HeldOut, _ data: StageValues<ModelData>, _ night: Night
  ) throws {
    let folder = night.workspace.published(older)
    let files = folder.appending(path: ServedModelFiles.folderName)
    let index = try ServedModelFiles.index(in: files)
    guard index.champion == nil else {
      throw Champion.Unusable(description: "the lists of that night are by the models of another")
    }
    let past = try Champion(older, servingIn: folder).models()
    let mapping = GameMapping(from: past.games, to: data.matrix.games)
    let variety = try ServedModelFiles.part("ranker", as: RankerWeights.self, in: files, index)
      .variety
    let parameters = night.parameters
    let trained = parameters.modelParameters(night.workspace.recipe(of: older)?.tuning)
    models = try RankingModels(
      factors: mapping.mapped(
        ServedModelFiles.part("factors", as: FactorModel.self, in: files, index)),
      itemItem: mapping.mapped(
        ServedModelFiles.part("items", as: ItemItemModels.self, in: files, index)),
      content: ContentModel(data.catalogue.records)
    ).updated(
      for: data.matrix.observed, days: data.matrix.days, parameters: trained,
      workers: night.workers)
    factors = try FoldIn(models.factors, workers: night.workers)
      .factors(of: data.matrix.observed, workers: night.workers)
    weights = try heldOut.ranker(
      updating: past, trained, variety: variety, parameters: parameters, workers: night.workers)
    settings = ServedSettings(parameters)
    champion = nil
  }

  /// These models, for lists without rows.
  var withoutRows: ListModels {
    var models = self
    models.settings.recommendations = settings.recommendations.withoutRows
    return models
  }

  /// The recommender of the night's lists.
  func recommender(
    _ data: StageValues<ModelData>, _ choice: StageValues<ListChoice>
  ) -> Recommender {
    recommender(data, choice, settings, weights, isEligible: choice.eligible.isEligible)
  }

  func recommender(
    _ data: StageValues<ModelData>, _ choice: StageValues<ListChoice>, _ settings: ServedSettings,
    _ weights: RankerWeights, isEligible: [Bool]
  ) -> Recommender {
    Recommender(
      ofNight: data.history.day, catalogue: data.catalogue.records, data.matrix,
      factors: factors, models: models, weights: weights, trending: choice.trending.lists,
      suggestions: choice.suggestions.tonight, isEligible: isEligible, settings: settings)
  }

  /// The lists of all players, before they are computed.
  fileprivate func forAll(
    _ data: StageValues<ModelData>, _ choice: StageValues<ListChoice>, _ workers: Workers
  ) -> PlayerLists {
    let (catalogue, day) = (data.catalogue.records, data.history.day)
    return PlayerLists(
      recommender: recommender(data, choice),
      shared: { tastes in
        SharedListModel(
          SharedListModel.Values(
            day: day, games: catalogue.games, promotions: catalogue.promotions(on: day),
            trending: choice.trending.lists, isEligible: choice.eligible.isEligible,
            weights: weights, recommendations: settings.recommendations,
            candidates: settings.candidates, minimumPlayers: settings.minimumPlayers),
          GameCounts(data.matrix), models: models, tastes: tastes)
      }, suggestions: choice.suggestions.tonight, matrix: data.matrix, factors: factors,
      users: catalogue.packedUsers, workers: workers)
  }

  /// All players' lists.
  func lists(
    _ data: StageValues<ModelData>, _ choice: StageValues<ListChoice>, _ night: Night,
    _ context: StageContext
  ) throws -> RecommendationTable {
    try recommender(data, choice).lists(
      workers: night.workers,
      progress: context.progress(total: data.matrix.players.count, unit: "players"))
  }

  /// The lists of the players in each experiment's arm.
  func arms(
    _ data: StageValues<ModelData>, _ choice: StageValues<ListChoice>, _ night: Night,
    _ context: StageContext
  ) throws -> [ArmLists] {
    let (day, players) = (data.history.day, data.matrix.players.ids)
    let assignment = ExperimentAssignment(night.experiments)
    let arms = night.workers.map(players.count) { assignment.arm(of: players[$0], on: day) }
    return try assignment.experiments.enumerated().compactMap { index, experiment in
      guard experiment.isActive(on: day) else { return nil }
      let own = try experiment.settings(from: settings)
      let isEligible = own.recommendations.eligible.isEligible(data.catalogue.records.games)
      let rows = players.indices.filter { arms[$0] == index }
      let table =
        rows.isEmpty
        ? RecommendationTable()
        : try recommender(
          data, choice, own, experiment.ranker(from: weights), isEligible: isEligible
        ).ofPlayers(rows).lists(
          workers: night.workers,
          progress: context.progress(total: rows.count, unit: "players of \(experiment.name)"))
      return ArmLists(
        experiment: experiment, settings: own, isEligible: isEligible, players: rows, table: table)
    }
  }
}

extension Stage<NightEligibility> {
  /// Finds the games that lists may show. All lists of the night follow it, including those by the
  /// champion's models. Training, evaluation and the numbers in reports do not.
  package static func findEligibleGames(
    from catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.recommendations.eligible
    return Stage(
      "eligible", from: catalogue, parameters: ["eligible": parameters] as NamedParameters
    ) { context, catalogue in
      let games = catalogue.records.games
      let currency = night.parameters.recommendations.currency
      if let warning = catalogue.records.otherCurrencies(than: currency) { context.warn(warning) }
      let (tags, ids) = parameters.unknown(in: games)
      for tag in tags {
        context.warn("recommendations.eligible.tags: no game has the tag '\(tag)'. Check its name.")
      }
      for id in ids {
        context.warn(
          "recommendations.eligible.ids: the catalogue has no game '\(id)'. Check the id.")
      }
      let isEligible = parameters.isEligible(games)
      if !games.isEmpty, !isEligible.contains(true) {
        context.warn("no game is eligible for lists: see recommendations.eligible")
      }
      return NightEligibility(isEligible: isEligible)
    }
  }
}

extension Catalogue {
  /// A warning about games whose price cannot be compared with players' price ranges; nil if there
  /// are no such games or no player has a price range.
  fileprivate func otherCurrencies(than currency: String) -> String? {
    guard packedUsers.contains(where: { $0.priceRange != .any }) else { return nil }
    var counts: [String: Int] = [:]
    for game in games where game.isActive && !game.isFree && game.price ?? 0 > 0 {
      if let own = game.currency, own != currency { counts[own, default: 0] += 1 }
    }
    guard !counts.isEmpty else { return nil }
    let games = counts.values.reduce(0, +)
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
      .map { "\($0.key) \($0.value.grouped)" }
    return
      "\(games.counted("game")) \(games.verb("has")) a price in another currency than "
      + "\(currency) (\(names.joined(separator: ", "))), so players with a price range do not see "
      + "\(games == 1 ? "it" : "them"): see recommendations.currency"
  }
}
