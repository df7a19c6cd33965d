import FindieDomain
package import FindieAnalytics
package import FindieBatch

extension Stage<NewReleaseList> {
  /// Ranks the games that came out lately.
  package static func rankNewReleases(
    from activity: Stage<Activity>, _ catalogue: Stage<NightCatalogue>,
    _ parameters: NewReleasesParameters
  ) -> Stage {
    Stage("new-releases", from: activity, catalogue, parameters: parameters) {
      _, activity, catalogue in
      NewReleaseList(
        games: NewReleases(parameters).list(activity, games: catalogue.catalogue.games))
    }
  }
}
