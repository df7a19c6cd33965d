import FindieWorkspace
package import FindieBatch
import FindieHistory

extension Stage<Interactions> {
  /// Loads the interactions of all days before the night.
  package static func loadInteractions(
    from history: Stage<HistorySnapshot>, _ night: Night
  ) -> Stage {
    Stage("interactions", from: history, parameters: NoParameters()) { _, history in
      try AddressSpaceLimit.check(for: night.workers, events: history.rows)
      return Interactions(
        table: try night.workspace.history.events(
          .interactions, before: history.day, texts: [.userId, .gameId], numbers: [.cardPosition],
          workers: night.workers))
    }
  }
}
