import FindieDomain
import FindieLinearAlgebra
package import FindieBatch
package import FindieRecommender

extension Stage<RecommendationTable> {
  /// Makes every player's list, with the reasons.
  package static func recommendGames(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ factors: Stage<FactorModel>,
    _ items: Stage<ItemItemModels>, _ ranker: Stage<RankerWeights>,
    _ trending: Stage<TrendingLists>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "recommendations", from: past, catalogue, matrix, factors, items, ranker, trending,
      parameters: [
        canonicalJSON(parameters.recommendations), canonicalJSON(parameters.candidates),
      ]
    ) { context, past, catalogue, matrix, factors, items, ranker, trending in
      let games = catalogue.catalogue.games
      let eligibility = Eligibility(
        games: games, on: past.day, currency: parameters.recommendations.currency)
      let recommender = Recommender(
        Audience(matrix, factors: factors.players, users: catalogue.catalogue.users),
        games: games,
        models: RankingModels(factors: factors, itemItem: items, content: ContentModel(games)),
        signals: GameSignals(
          games: games,
          isListed: Editions(games).best(of: eligibility.isOut, evidence: matrix.positives),
          positives: matrix.positives, shown: matrix.seen.columnCounts,
          lifts: TrendingGames.lifts(trending.lists, of: games), on: past.day,
          parameters: parameters.candidates),
        weights: ranker, eligibility: eligibility, on: past.day,
        parameters: parameters.recommendations,
        candidates: parameters.candidates)
      return try recommender.lists(
        workers: night.workers,
        progress: context.progress(total: matrix.players.count, unit: "players"))
    }
  }
}

extension TrendingGames {
  /// For each game the lower bound of its lift, where it is among those that trend in all genres.
  static func lifts(_ lists: [TrendingGames], of games: [Game]) -> [Double?] {
    let bounds = Dictionary(
      (lists.first { $0.genre == nil }?.games ?? []).map { (ExactText($0.gameId), $0.lowerBound) },
      uniquingKeysWith: max)
    return games.map { bounds[ExactText($0.id)] }
  }
}
