package import FindieBatch
import FindieEvaluation

extension Stage<PositionEffects> {
  /// Estimates how much less often a card is liked at each position than at the top, or says why the data
  /// does not identify that effect.
  package static func estimatePositions(
    from interactions: Stage<Interactions>, _ night: Night
  ) -> Stage {
    Stage(
      "positions", from: interactions,
      parameters: ["firstPositions": PositionEffects.firstPositions] as NamedParameters
    ) { _, interactions in
      PositionEffects(interactions.table, workers: night.workers)
    }
  }
}
