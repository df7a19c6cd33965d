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
    let parameters = night.parameters.trending
    return Stage(
      "trending", from: activity, catalogue, eligible,
      parameters: ["trending": parameters] as NamedParameters
    ) { _, activity, catalogue, eligible in
      let games = catalogue.catalogue.games
      let (lists, backtest) = Trending(parameters).findings(
        activity, games: games, isListed: eligible.isEligible, editions: Editions(games).groups,
        users: catalogue.catalogue.users)
      return TrendingLists(lists: lists, backtest: backtest)
    }
  }
}
