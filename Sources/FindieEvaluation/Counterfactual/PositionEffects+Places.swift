extension PositionEffects {
  /// The effect of each place of `firstPositions`; nil if it was not seen or is not linked.
  package var effectByPlace: [Double?] {
    PositionEffects.firstPositions.indices.map { index in
      places.first { $0.name == PositionEffects.name(index) }?.effect?.mean
    }
  }
}
