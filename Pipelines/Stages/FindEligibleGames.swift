package import FindieBatch
import FindieDomain
import FindieRanking

extension Stage<NightEligibility> {
  /// Finds the games that lists may show. All lists of the night follow it, also those by the
  /// champion's models; training, evaluation and the numbers of the reports do not.
  package static func findEligibleGames(
    from catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.recommendations.eligible
    return Stage(
      "eligible", from: catalogue, parameters: ["eligible": parameters] as NamedParameters
    ) { context, catalogue in
      let games = catalogue.catalogue.games
      let (tags, ids) = parameters.unknown(in: games)
      for tag in tags {
        context.warn("recommendations.eligible.tags: no game has the tag '\(tag)'. Check its name.")
      }
      for id in ids {
        context.warn(
          "recommendations.eligible.ids: the catalogue has no game '\(id)'. Check the id.")
      }
      let isEligible = parameters.isEligible(games)
      if !games.isEmpty, !isEligible.contains(true) {
        context.warn("no game is eligible for lists: see recommendations.eligible")
      }
      return NightEligibility(isEligible: isEligible)
    }
  }
}
