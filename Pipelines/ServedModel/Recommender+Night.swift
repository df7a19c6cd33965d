package import FindieDomain
package import FindieModels
package import FindieRanking

extension Recommender {
  /// The recommender of a night: for all players, or for one whose list is rebuilt before the next
  /// night.
  ///
  /// - Parameters:
  ///   - factors: X[players, rank], solved for `models`.
  ///   - isEligible: by game, whether lists may show it.
  ///   - minimumPlayers: k of `GameSignals`.
  package init(
    ofNight day: Day, catalogue: Catalogue, _ matrix: InteractionMatrix, factors: Matrix,
    models: RankingModels, weights: RankerWeights, trending: [TrendingGames],
    isEligible: [Bool], minimumPlayers: Int, parameters: RecommendationParameters,
    candidates: CandidateParameters
  ) {
    let games = catalogue.games
    let eligibility = Eligibility(
      games: games, on: day, currency: parameters.currency, isEligible: isEligible)
    self.init(
      Audience(matrix, factors: factors, users: catalogue.users), games: games, models: models,
      signals: GameSignals(
        games: games, matrix,
        isListed: Editions(games).best(
          of: eligibility.isOut, evidence: matrix.positives(atLeast: minimumPlayers)),
        minimumPlayers: minimumPlayers, lifts: TrendingGames.lifts(trending, of: games), on: day,
        parameters: candidates),
      weights: weights, eligibility: eligibility, promotions: catalogue.promotions(on: day),
      on: day, parameters: parameters, candidates: candidates)
  }
}

extension TrendingGames {
  /// By game, the lower bound of its lift in the trending list of all genres; nil for games that
  /// are flagged or not on the list.
  static func lifts(_ lists: [TrendingGames], of games: [Game]) -> [Double?] {
    let bounds = Dictionary(
      (lists.first { $0.genre == nil }?.games ?? []).filter(\.flags.isEmpty)
        .map { (ExactText($0.gameId), $0.lowerBound) },
      uniquingKeysWith: max)
    return games.map { bounds[ExactText($0.id)] }
  }
}
