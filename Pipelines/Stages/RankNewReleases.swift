package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieModels

extension Stage<NewReleaseList> {
  /// Ranks the new releases and the announced games. A list has one edition of a game.
  package static func rankNewReleases(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ eligible: Stage<NightEligibility>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.newReleases
    return Stage(
      "new-releases", from: activity, catalogue, eligible,
      parameters: ["newReleases": parameters] as NamedParameters
    ) { _, activity, catalogue, eligible in
      let newReleases = NewReleases(parameters)
      let games = catalogue.catalogue.games
      let editions = Editions(games)
      func bestEditions(of isListed: (Game) -> Bool) -> [Game] {
        let isListed = zip(games, eligible.isEligible).map { isListed($0) && $1 }
        let best = editions.best(of: isListed, evidence: activity.likes(of: games, where: isListed))
        return zip(games, best).filter(\.1).map(\.0)
      }
      return NewReleaseList(
        games: newReleases.list(
          activity, games: bestEditions { newReleases.isNew($0, on: activity.night) }),
        announced: newReleases.announced(
          activity, games: bestEditions { $0.availability(on: activity.night) == .announced }))
    }
  }
}

extension Activity {
  /// The number of likes of each game that `isListed`; 0 for the others.
  fileprivate func likes(of games: [Game], where isListed: [Bool]) -> [Int] {
    let whole = wholeRange
    return zip(games, isListed).map { game, isListed in
      guard isListed, let index = index(of: game.id) else { return 0 }
      return tally(of: index, in: whole).positives
    }
  }
}
