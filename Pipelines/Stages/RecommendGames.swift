import FindieAnalytics
import FindieDomain
import FindieModels
package import FindieRanking
import FindieText
import FindieWorkers
package import FindieWorkspace
import Foundation

extension Stage<RecommendationTable> {
  /// Computes each player's list by tonight's models, with a reason for each entry.
  package static func recommendGames(
    from data: ModelData, _ models: TrainedModels, _ choice: ListChoice, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "recommendations", from: data, models, choice,
      parameters: [
        "recommendations": parameters.recommendations, "candidates": parameters.candidates,
        "minimumPlayers": parameters.reports.minimumPlayers,
      ] as NamedParameters
    ) { context, data, models, choice in
      let (catalogue, matrix, factors) = (data.catalogue.catalogue, data.matrix, models.factors)
      let recommender = Recommender(
        ofNight: data.history.day, catalogue: catalogue, matrix, factors: factors.players,
        models: RankingModels(
          factors: factors, itemItem: models.items, content: ContentModel(catalogue.games)),
        weights: models.ranker, trending: choice.trending.lists,
        isEligible: choice.eligible.isEligible,
        minimumPlayers: parameters.reports.minimumPlayers, parameters: parameters.recommendations,
        candidates: parameters.candidates)
      return try recommender.lists(
        workers: night.workers,
        progress: context.progress(total: matrix.players.count, unit: "players"))
    }
  }
}

extension Stage<ListsToPublish> {
  /// Takes tonight's recommendations or, if tonight's models are significantly worse than the
  /// champion, computes the lists with the champion's models.
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
        factors: try FoldIn(models.factors, workers: night.workers)
          .factors(of: matrix.observed, workers: night.workers),
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
      let games = catalogue.catalogue.games
      let currency = night.parameters.recommendations.currency
      if let warning = catalogue.catalogue.otherCurrencies(than: currency) { context.warn(warning) }
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
    guard users.contains(where: { $0.priceRange != .any }) else { return nil }
    var counts: [String: Int] = [:]
    for game in games where game.isActive && !game.isFree && game.price ?? 0 > 0 {
      if let own = game.currency, own != currency { counts[own, default: 0] += 1 }
    }
    guard !counts.isEmpty else { return nil }
    let games = counts.values.reduce(0, +)
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
      .map { "\($0.key) \($0.value.grouped)" }
    return
      "\(games.counted("game")) \(games == 1 ? "has" : "have") a price in another currency than "
      + "\(currency) (\(names.joined(separator: ", "))), so players with a price range do not see "
      + "\(games == 1 ? "it" : "them"): see recommendations.currency"
  }
}
