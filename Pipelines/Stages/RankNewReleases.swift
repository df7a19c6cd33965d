import FindieDomain
package import FindieAnalytics
package import FindieBatch

extension Stage<NewReleaseList> {
  /// Ranks the games that came out lately, and those that are announced.
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
      return NewReleaseList(
        games: newReleases.list(activity, games: games),
        announced: newReleases.announced(activity, games: games))
    }
  }
}
