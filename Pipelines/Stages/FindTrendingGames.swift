package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieModels

extension Stage<TrendingLists> {
  /// Finds the games that gained engagement in the last days, and backtests the lists of past nights. A
  /// list has one edition of a game.
  package static func findTrendingGames(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ eligible: Stage<NightEligibility>, _ night: Night
  ) -> Stage {
    var parameters = night.parameters.trending
    let minimumPlayers = night.parameters.reports.minimumPlayers
    // A game that clearly rises without k − 1 players has at least k.
    parameters.listedWithout = max(parameters.listedWithout, minimumPlayers - 1)
    return Stage(
      "trending", from: activity, catalogue, eligible,
      parameters: [
        "trending": parameters, "minimumPlayers": minimumPlayers,
      ] as NamedParameters
    ) { [parameters] _, activity, catalogue, eligible in
      let games = catalogue.catalogue.games
      let (lists, backtest) = Trending(parameters).findings(
        activity, games: games, isListed: eligible.isEligible, editions: Editions(games).groups,
        users: catalogue.catalogue.users)
      return TrendingLists(
        lists: lists.map { $0.rounded(minimumPlayers: minimumPlayers) }, backtest: backtest)
    }
  }
}

extension TrendingGames {
  /// The list as it is published: the engagement in multiples of k, rounded down, and the lifts in
  /// hundredths. Lower bounds are rounded up, so that they stay above 1.
  fileprivate func rounded(minimumPlayers k: Int) -> TrendingGames {
    TrendingGames(
      genre: genre, date: date,
      games: games.map { entry in
        Entry(
          gameId: entry.gameId, rank: entry.rank, lift: (100 * entry.lift).rounded() / 100,
          lowerBound: (100 * entry.lowerBound).rounded(.up) / 100, events: entry.events / k * k,
          flags: entry.flags)
      })
  }
}
