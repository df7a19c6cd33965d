extension PositionEffects {
  /// The effect of each bucket of `firstPositions`; nil if it was not seen or is not linked.
  package var effectByBucket: [Double?] {
    PositionEffects.firstPositions.indices.map { index in
      buckets.first { $0.name == PositionEffects.name(index) }?.effect?.mean
    }
  }
}
