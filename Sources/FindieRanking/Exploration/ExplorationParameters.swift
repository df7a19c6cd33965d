/// How new games are explored.
package struct ExplorationParameters: Codable, Sendable, Equatable {
  /// The number of entries of a list that are drawn from the new games.
  package var slots = 2
  /// The first position of a list, from 0, that may be drawn.
  package var firstPosition = 1
  /// A game is new for this number of days after its release …
  package var newDays = 90
  /// … if fewer players than this have seen it.
  package var knownPlayers = 100
  /// The prior's weight in impressions, above 0.
  package var priorStrength = 10.0
  /// c, at least 0: the weight of the posterior's standard deviation relative to its mean.
  package var uncertaintyWeight = 1.0
  /// τ, above 0: if two games' scores differ by τ, one is drawn e times as often as the other.
  package var temperature = 0.05
  package var seed: UInt64 = 31

  package init() {}
}
