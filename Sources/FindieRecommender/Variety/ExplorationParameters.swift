/// How new games are shown to learn of them.
package struct ExplorationParameters: Codable, Sendable, Equatable {
  /// How many entries of a list are drawn from the new games.
  package var slots = 2
  /// A game is new for so many days after its release …
  package var newDays = 90
  /// … and while fewer players than this have come across it.
  package var knownPlayers = 100
  /// How many shows the prior counts for, above 0.
  package var priorStrength = 10.0
  /// c, at least 0: what a standard deviation of the posterior adds to its mean.
  package var uncertaintyWeight = 1.0
  /// τ, above 0: of two games whose scores differ by τ one is drawn e times as often.
  package var temperature = 0.05
  package var seed: UInt64 = 31

  package init() {}
}
