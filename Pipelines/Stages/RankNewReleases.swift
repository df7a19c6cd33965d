package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieModels

extension Stage<NewReleaseList> {
  /// Ranks the new releases and the announced games. A list has one edition of a game: that with more likes,
  /// as far as counts are public.
  package static func rankNewReleases(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ eligible: Stage<NightEligibility>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.newReleases
    let minimumPlayers = night.parameters.reports.minimumPlayers
    return Stage(
      "new-releases", from: activity, catalogue, eligible,
      parameters: [
        "newReleases": parameters, "minimumPlayers": minimumPlayers,
      ] as NamedParameters
    ) { _, activity, catalogue, eligible in
      let newReleases = NewReleases(parameters, minimumPlayers: minimumPlayers)
      let games = catalogue.catalogue.games
      let editions = Editions(games)
      let verdicts = activity.publicVerdicts(minimumPlayers: minimumPlayers)
      let likes = games.map { game in activity.index(of: game.id).map { verdicts[$0].likes } ?? 0 }
      func bestEditions(of isListed: (Game) -> Bool) -> [Game] {
        let isListed = zip(games, eligible.isEligible).map { isListed($0) && $1 }
        let best = editions.best(of: isListed, evidence: likes)
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
