package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieRecommender

extension Stage<NewReleaseList> {
  /// Ranks the games that came out lately, and those that are announced; of several editions of one game
  /// a list shows one.
  package static func rankNewReleases(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ parameters: NewReleasesParameters
  ) -> Stage {
    Stage(
      "new-releases", from: activity, catalogue,
      parameters: ["newReleases": parameters] as NamedParameters
    ) {
      _, activity, catalogue in
      let newReleases = NewReleases(parameters)
      let games = catalogue.catalogue.games
      let editions = Editions(games)
      func shown(_ isListed: (Game) -> Bool) -> [Game] {
        let isListed = games.map(isListed)
        let best = editions.best(of: isListed, evidence: activity.likes(of: games, where: isListed))
        return zip(games, best).filter(\.1).map(\.0)
      }
      return NewReleaseList(
        games: newReleases.list(
          activity, games: shown { newReleases.isNew($0, on: activity.night) }),
        announced: newReleases.announced(
          activity, games: shown { $0.availability(on: activity.night) == .announced }))
    }
  }
}

extension Activity {
  /// By game, how many likes it had before the night; 0 for those that are not asked for.
  fileprivate func likes(of games: [Game], where isAsked: [Bool]) -> [Int] {
    let whole = wholeRange
    return zip(games, isAsked).map { game, isAsked in
      guard isAsked, let index = index(of: game.id) else { return 0 }
      return tally(of: index, in: whole).positives
    }
  }
}
