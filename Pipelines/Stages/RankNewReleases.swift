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
      func shown(_ isListed: (Game) -> Bool) -> [Game] {
        zip(games, activity.bestEditions(of: games, where: isListed)).filter(\.1).map(\.0)
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
  /// By game, whether a list of the games that `isListed` allows shows it: the best of its editions among
  /// them, by who liked them before the night.
  fileprivate func bestEditions(of games: [Game], where isListed: (Game) -> Bool) -> [Bool] {
    let whole = wholeRange
    let evidence = games.map { game in
      index(of: game.id).map { tally(of: $0, in: whole).positives } ?? 0
    }
    return Editions(games).best(of: games.map(isListed), evidence: evidence)
  }
}
