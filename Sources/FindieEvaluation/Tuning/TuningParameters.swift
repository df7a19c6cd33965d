/// The parameters of a search.
package struct TuningParameters: Codable, Sendable, Equatable {
  /// Trials are compared by the nDCG of the first k games.
  package var k = 20
  /// The rank at which all other parameters are searched.
  package var searchRank = 16
  /// The largest rank that is tried.
  package var largestRank = 256
  /// The maximum number of iterations.
  package var maximumIterations = 60
  /// The number of iterations after which a trial may be stopped.
  package var earlyIterations = 3
  /// The maximum relative deficit of early nDCG against the best trial's for a trial to continue.
  /// Some trials converge more slowly and end better: on real players an early deficit of 4 %
  /// became 1 %.
  package var earlyStopDeficit = 0.06
  /// The minimum gain in nDCG that counts as an improvement.
  package var minimumGain = 1e-4
  /// The maximum number of players to evaluate, those with the smallest seeded hash.
  package var players = 5_000
  /// The seed of the players, of their held-out games, and of the intervals.
  package var seed: UInt64 = 13
  package var resamples = 1000

  package init() {}

  /// The shares of the time at which the search of ALS parameters, of action weights and of the
  /// rank ends; the rest is for other models.
  static let shares = (als: 0.45, weights: 0.65, rank: 0.85)
}
