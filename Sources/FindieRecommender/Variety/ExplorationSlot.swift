/// An entry of a list that was drawn, not ranked.
package struct ExplorationSlot: Sendable, Equatable {
  /// The entry's place in the list, from 0.
  package let place: Int
  package let game: UInt32
  /// The probability that just this game was put here, given the player's filters, the games that
  /// could not come and what the list's slots before this one hold: mass(game) / Σ mass(x) over the
  /// games x that could still come. Each slot is a decision of its own with this propensity.
  package let probability: Double
}
