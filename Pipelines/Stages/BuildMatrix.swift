import FindieDomain
package import FindieBatch
package import FindieRecommender

extension Stage<InteractionMatrix> {
  /// Weighs what every player did with every game of the catalogue.
  package static func buildMatrix(
    from past: Stage<Past>, _ interactions: Stage<PastInteractions>,
    _ catalogue: Stage<NightCatalogue>,
    _ parameters: MatrixParameters, _ night: Night
  ) -> Stage {
    Stage(
      "matrix", from: past, interactions, catalogue,
      parameters: ["matrix": parameters] as NamedParameters
    ) {
      context, past, interactions, nightCatalogue in
      let catalogue = nightCatalogue.catalogue
      let matrix = InteractionMatrix(
        interactions: interactions.table, wishlists: catalogue.wishlists,
        users: catalogue.users, games: catalogue.games.map(\.id), on: past.day,
        parameters: parameters, workers: night.workers)
      if matrix.interactionsWithUnknownGames > 0 {
        context.warn(
          "\(matrix.interactionsWithUnknownGames) interactions name a game that the catalogue "
            + "lacks; they stay in the history and are not learned from")
      }
      return matrix
    }
  }
}
