package import FindieDomain
package import FindieModels
package import FindieRanking

extension Recommender {
  /// The recommender of a night: for all players, or for one whose list is rebuilt before the next
  /// night.
  ///
  /// - Parameters:
  ///   - factors: X[players, rank], solved for `models`.
  ///   - suggestions: for all players.
  ///   - isEligible: by game, whether lists may show it.
  package init(
    ofNight day: Day, catalogue: Catalogue, _ matrix: InteractionMatrix, factors: Matrix,
    models: RankingModels, weights: RankerWeights, trending: [TrendingGames],
    suggestions: Suggestions, isEligible: [Bool], settings: ServedSettings
  ) {
    var hints: PlayerHints?
    if weights.suggestions?.usesAny ?? false {
      let refusing = Set(
        catalogue.packedUsers.lazy.filter { !$0.hasProfile }.map { ExactText($0.id) })
      hints = suggestions.without { refusing.contains(ExactText($0)) }.hints(
        for: matrix.players.ids, games: matrix.games, models.content.embeddings)
    }
    self.init(
      ofNight: day,
      Audience(matrix, factors: factors, users: catalogue.packedUsers).with(hints),
      games: catalogue.games, GameCounts(matrix), models: models, weights: weights,
      trending: trending, isEligible: isEligible, promotions: catalogue.promotions(on: day),
      minimumPlayers: settings.minimumPlayers, parameters: settings.recommendations,
      candidates: settings.candidates)
  }

  /// - Parameters:
  ///   - counts: of all players.
  ///   - tastes: of all players, if the audience has some of them; nil if it has all.
  init(
    ofNight day: Day, _ audience: Audience, games: [Game], _ counts: GameCounts,
    models: RankingModels, weights: RankerWeights, trending: [TrendingGames],
    isEligible: [Bool], promotions: [Promotion], minimumPlayers: Int,
    parameters: RecommendationParameters, candidates: CandidateParameters,
    tastes: TasteFactors? = nil
  ) {
    let listable = ListableGames(
      games, on: day, currency: parameters.currency, isEligible: isEligible,
      positives: counts.positives, minimumPlayers: minimumPlayers)
    self.init(
      audience, games: games, models: models,
      signals: GameSignals(
        games: games, counts, isListed: listable.isListed, minimumPlayers: minimumPlayers,
        lifts: TrendingGames.lifts(trending, of: games), on: day, parameters: candidates),
      weights: weights, eligibility: listable.eligibility, promotions: promotions, on: day,
      parameters: parameters, candidates: candidates, tastes: tastes)
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
