import FindieDomain
package import FindieBatch
import FindieModels
import FindieText

extension Stage<InteractionMatrix> {
  /// Weights each player's actions by game.
  package static func buildMatrix(
    from history: Stage<HistorySnapshot>, _ interactions: Stage<Interactions>,
    _ catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.matrix
    return Stage(
      "matrix", from: history, interactions, catalogue,
      parameters: ["matrix": parameters] as NamedParameters
    ) { context, history, interactions, nightCatalogue in
      let catalogue = nightCatalogue.catalogue
      let matrix = InteractionMatrix(
        interactions: interactions.table, wishlists: catalogue.wishlists,
        users: catalogue.users, games: catalogue.games.map(\.id), on: history.day,
        parameters: parameters, workers: night.workers)
      if matrix.interactionsWithUnknownGames > 0 {
        let count = matrix.interactionsWithUnknownGames
        context.warn(
          count == 1
            ? "1 interaction names an unknown game: the models ignore it"
            : "\(count.grouped) interactions name unknown games: the models ignore them")
      }
      return matrix
    }
  }
}
