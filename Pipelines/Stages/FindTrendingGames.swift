package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieRecommender

extension Stage<TrendingLists> {
  /// Finds the games that players took up more in the last days than before, and looks back at those of
  /// past nights; of several editions of one game a list shows one.
  package static func findTrendingGames(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ parameters: TrendingParameters
  ) -> Stage {
    Stage(
      "trending", from: activity, catalogue, parameters: ["trending": parameters] as NamedParameters
    ) {
      _, activity, catalogue in
      let games = catalogue.catalogue.games
      let (lists, backtest) = Trending(parameters).findings(
        activity, games: games, editions: Editions(games).groups, users: catalogue.catalogue.users)
      return TrendingLists(lists: lists, backtest: backtest)
    }
  }
}
