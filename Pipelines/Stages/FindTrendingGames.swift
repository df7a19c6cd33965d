import FindieDomain
package import FindieAnalytics
package import FindieBatch

extension Stage<TrendingLists> {
  /// Finds the games that players took up more in the last days than before.
  package static func findTrendingGames(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ parameters: TrendingParameters
  ) -> Stage {
    Stage("trending", from: activity, catalogue, parameters: parameters) {
      _, activity, catalogue in
      TrendingLists(
        lists: Trending(parameters).lists(activity, games: catalogue.catalogue.games))
    }
  }
}
