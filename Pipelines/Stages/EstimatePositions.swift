package import FindieBatch
import FindieRecommender

extension Stage<PositionEffects> {
  /// Sees how much less a card is liked further down, where the logs allow it, or says why they do not.
  package static func estimatePositions(from events: Stage<PastEvents>, _ night: Night) -> Stage {
    Stage(
      "positions", from: events,
      parameters: ["firstPositions": PositionEffects.firstPositions] as NamedParameters
    ) { _, events in
      PositionEffects(events.interactions, workers: night.workers)
    }
  }
}
