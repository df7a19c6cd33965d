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
        activity, games: games,
        isListed: activity.bestEditions(of: games) {
          $0.availability(on: activity.night) == .out
        }, users: catalogue.catalogue.users)
      return TrendingLists(lists: lists, backtest: backtest)
    }
  }
}

extension Activity {
  /// By game, whether a list of the games that `isListed` allows shows it: the best of its editions among
  /// them, by who liked them before the night.
  func bestEditions(of games: [Game], where isListed: (Game) -> Bool) -> [Bool] {
    let whole = wholeRange
    let evidence = games.map { game in
      index(of: game.id).map { tally(of: $0, in: whole).positives } ?? 0
    }
    return Editions(games).best(of: games.map(isListed), evidence: evidence)
  }
}
