import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieModels
import FindieText
package import FindieWorkspace

extension Stage<HistorySnapshot> {
  /// Opens the history as of the night's day. Late events of earlier days change the snapshot.
  /// Those of some accounts do not count.
  package static func openHistory(
    from intake: Stage<Intake>, _ catalogueUpdate: Stage<CatalogueUpdate>, _ night: Night
  ) -> Stage {
    Stage(
      "history", from: intake, catalogueUpdate, parameters: NoParameters(),
      predict: {
        .unchanged(HistorySnapshot(of: $0, night.workspace.history, without: $1.uncounted))
      }
    ) { context, intake, catalogueUpdate in
      if night.recipe == nil {
        do {
          let lost = try NightRefusal.lostHistory(of: night.workspace, intake.ledger)
          if let lost { throw lost }
        } catch let refusal as NightRefusal where night.publishing == .anyway {
          context.warn("\(refusal.finding), and --publish anyway accepts it")
        }
        if night.date == nil { try night.checkOrder(of: intake.day) }
      }
      let history = HistorySnapshot(
        of: intake, night.workspace.history, without: catalogueUpdate.uncounted)
      try night.checkExperiments(on: history.day) { context.warn($0) }
      if history.days == 0 {
        try night.refuse(NightRefusal(withoutEvents: night, intake)) { context.warn($0) }
      }
      return history
    }
  }
}

extension Stage<Interactions> {
  /// Loads the interactions of all days before the night.
  package static func loadInteractions(
    from history: Stage<HistorySnapshot>, _ night: Night
  ) -> Stage {
    Stage("interactions", from: history, parameters: NoParameters()) { _, history in
      try AddressSpaceLimit.check(for: night.workers, events: history.rows)
      return Interactions(table: try night.interactions(of: history.events, before: history.day))
    }
  }
}

extension Night {
  /// The interactions of all days before a day, with what the models need of them.
  func interactions(of history: History, before day: Day) throws -> EventTable {
    try history.events(
      .interactions, before: day, texts: [.userId, .gameId], numbers: [], hasInstants: false,
      workers: workers)
  }
}

extension Stage<HistoryByGame> {
  /// Sorts each day of the history by game and stores the result next to the history. An ordinary
  /// night sorts the new day and the days that late events changed.
  package static func sortByGame(from history: Stage<HistorySnapshot>, _ night: Night) -> Stage {
    Stage("by-game", from: history, parameters: NoParameters()) { _, history in
      let (events, sorted) = try night.workspace.daysByGame.update(
        of: history.events, before: history.day, workers: night.workers)
      return HistoryByGame(events: events, sorted: sorted)
    }
  }
}

extension Stage<Activity> {
  /// Counts what players did with each game on each day.
  package static func countActivity(
    from history: Stage<HistorySnapshot>, _ byGame: Stage<HistoryByGame>,
    _ catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    Stage("activity", from: history, byGame, catalogue, parameters: NoParameters()) {
      context, history, byGame, catalogue in
      let activity = try Activity(
        of: history.events, byGame.events, games: catalogue.records.games,
        before: history.day, workers: night.workers)
      for id in activity.doubtfulIds { context.warn(id.sentence) }
      return activity
    }
  }
}

extension Stage<InteractionMatrix> {
  /// Builds the matrix of each player's weighted actions by game.
  package static func buildMatrix(
    from history: Stage<HistorySnapshot>, _ interactions: Stage<Interactions>,
    _ catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.matrix
    return Stage(
      "matrix", from: history, interactions, catalogue,
      parameters: ["matrix": parameters] as NamedParameters, isLarge: true
    ) { context, history, interactions, nightCatalogue in
      let catalogue = nightCatalogue.records
      let matrix = InteractionMatrix(
        interactions: interactions.table, wishlists: catalogue.packedWishlists,
        users: catalogue.packedUsers, games: catalogue.games.map(\.id), on: history.day,
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
