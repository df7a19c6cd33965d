/// What the night's lists must be to be published. The defaults are wide: they stop what is broken, and
/// not what is merely unusual.
package struct GateParameters: Codable, Sendable, Equatable {
  /// Of the players for whom a game is left, the share that must have a list.
  package var leastCovered = 0.98
  /// The share of players whose list may be shorter than the games that are left allow.
  package var mostShort = 0.02
  /// Of the players who had a list the night before, the share that may have none.
  package var mostEmptied = 0.1
  /// The share of entries that may not have stood on the player's list of the night before.
  package var mostChanged = 0.9
  /// So many players' lists are compared with those of the night before, and so many players are asked
  /// which night's models are better; drawn by a hash.
  package var players = 2000
  /// With fewer players nothing is said of changes, nor of which night's models are better.
  package var leastPlayers = 100
  /// Of the games that could have been shown, the share that must be.
  package var leastCoverage = 0.005
  /// The Gini coefficient of how often games are shown.
  package var mostGini = 0.999
  /// How much worse in nDCG the models may surely be than those of the night before.
  package var mostWorse = 0.01

  package init() {}
}
