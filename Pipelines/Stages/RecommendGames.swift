package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
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
        "recommendations": parameters.recommendations, "candidates": parameters.candidates,
      ] as NamedParameters
    ) { context, past, catalogue, matrix, factors, items, ranker, trending in
      let catalogue = catalogue.catalogue
      let recommender = Recommender(
        ofNight: past.day, catalogue: catalogue, matrix, factors: factors.players,
        models: RankingModels(
          factors: factors, itemItem: items, content: ContentModel(catalogue.games)),
        weights: ranker, trending: trending.lists, parameters: parameters.recommendations,
        candidates: parameters.candidates)
      return try recommender.lists(
        workers: night.workers,
        progress: context.progress(total: matrix.players.count, unit: "players"))
    }
  }
}

extension Recommender {
  /// What makes the lists of a night, be it for all players or, until the next night, for one again:
  /// all that a list depends on stands here.
  ///
  /// - Parameter factors: X[players, rank], solved for `models`.
  init(
    ofNight day: Day, catalogue: Catalogue, _ matrix: InteractionMatrix, factors: Matrix,
    models: RankingModels, weights: RankerWeights, trending: [TrendingGames],
    parameters: RecommendationParameters, candidates: CandidateParameters
  ) {
    let games = catalogue.games
    let eligibility = Eligibility(games: games, on: day, currency: parameters.currency)
    self.init(
      Audience(matrix, factors: factors, users: catalogue.users), games: games, models: models,
      signals: GameSignals(
        ofNight: day, catalogue: catalogue, matrix, eligibility: eligibility,
        lifts: TrendingGames.lifts(trending, of: games), parameters: candidates),
      weights: weights, eligibility: eligibility, on: day, parameters: parameters,
      candidates: candidates)
  }
}

extension GameSignals {
  /// What a night knows of its games.
  ///
  /// - Parameter lifts: by game, the lower bound of a trending game's lift; nil for others.
  init(
    ofNight day: Day, catalogue: Catalogue, _ matrix: InteractionMatrix, eligibility: Eligibility,
    lifts: [Double?], parameters: CandidateParameters
  ) {
    let (games, positives) = (catalogue.games, matrix.positives)
    self.init(
      games: games, isListed: Editions(games).best(of: eligibility.isOut, evidence: positives),
      positives: positives, likes: matrix.likes, shown: matrix.seen.columnCounts, lifts: lifts,
      on: day, parameters: parameters)
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
