/// A drawn entry of a list, as opposed to a ranked one.
package struct ExplorationSlot: Sendable, Equatable {
  /// The entry's position in the list, from 0.
  package let position: Int
  package let game: UInt32
  /// The probability that this game was drawn, given the player's filters, the excluded games and
  /// the list's earlier slots: mass(game) / Σ mass(x) over the games x that remain. Each slot is a
  /// separate decision with its own propensity.
  package let probability: Double
}
