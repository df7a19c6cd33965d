package import FindieBatch
import FindieRecommender

extension Stage<PositionEffects> {
  /// Sees how much less a card is liked further down, where the logs allow it, or says why they do not.
  package static func estimatePositions(
    from interactions: Stage<PastInteractions>, _ night: Night
  ) -> Stage {
    Stage(
      "positions", from: interactions,
      parameters: ["firstPositions": PositionEffects.firstPositions] as NamedParameters
    ) { _, interactions in
      PositionEffects(interactions.table, workers: night.workers)
    }
  }
}
