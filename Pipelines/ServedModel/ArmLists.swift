package import FindieAnalytics
package import FindieRanking

/// The lists of the players in an experiment's arm.
package struct ArmLists: Sendable {
  package let experiment: Experiment
  let settings: ServedSettings
  /// By game, whether lists of the arm may show it.
  let isEligible: [Bool]
  /// The rows of the arm's players in the night's matrix, ascending.
  package let players: [Int]
  /// In the order of `players`.
  package let table: RecommendationTable
}

extension [ArmLists] {
  /// The experiment of each player in an arm, by row.
  package var names: [Int: String] {
    reduce(into: [:]) { names, arm in
      for player in arm.players { names[player] = arm.experiment.name }
    }
  }
}
