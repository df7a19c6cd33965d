package import FindieBatch
package import FindieHistory

/// The interactions of the past: who did what with which game and when.
package struct PastInteractions: TransientArtifact {
  package static var grain: String { "one row per interaction" }
  package static var countOfGrain: String? { "interactions" }

  package let table: EventTable

  package var counts: [String: Int] { ["interactions": table.count] }
}

extension Stage<PastInteractions> {
  /// Loads the interactions of all days before the night.
  package static func loadInteractions(from past: Stage<Past>, _ night: Night) -> Stage {
    Stage("interactions", from: past, parameters: NoParameters()) { _, past in
      try NoAddresses.check(for: night.workers, events: past.rows)
      return PastInteractions(
        table: try night.history.events(
          .interactions, before: past.day, texts: [.userId, .gameId], numbers: [.cardPosition],
          workers: night.workers))
    }
  }
}
