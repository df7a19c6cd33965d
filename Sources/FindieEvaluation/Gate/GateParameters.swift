/// Conditions for publishing a run's lists. The defaults are wide: they stop broken lists, not
/// unusual ones.
package struct GateParameters: Codable, Sendable, Equatable {
  /// The minimum share of players with a list, of those with a game left to show.
  package var minimumCovered = 0.98
  /// The share of players whose list may be shorter than the games that are left allow.
  package var maximumShort = 0.02
  /// The maximum share of players without a list, of those who had one in the previous run.
  package var maximumEmptied = 0.1
  /// The maximum share of entries that were not on the player's previous list.
  package var maximumChanged = 0.9
  /// The maximum number of players whose lists are compared with the previous run, and of players
  /// on whom the models of both runs are evaluated; sampled by a hash.
  package var players = 2000
  /// The minimum number of players for the comparison of lists and of models.
  package var minimumPlayers = 100
  /// Of the games that could have been shown, the share that must be.
  package var minimumCoverage = 0.005
  /// The maximum Gini coefficient of exposure over games.
  package var maximumGini = 0.999
  /// The maximum loss of nDCG against the previous run's models: a model that is significantly
  /// worse by more is not promoted.
  package var maximumLoss = 0.01

  package init() {}
}
