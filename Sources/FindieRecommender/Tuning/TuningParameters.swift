/// How a search goes about it.
package struct TuningParameters: Codable, Sendable, Equatable {
  /// Trials are compared by the nDCG of the first k games.
  package var k = 20
  /// The rank that all but the rank is searched at.
  package var searchRank = 16
  /// The largest rank that is tried.
  package var largestRank = 256
  /// The most iterations that are tried.
  package var mostIterations = 60
  /// So many iterations decide whether a trial goes on.
  package var earlyIterations = 3
  /// A trial goes on while its early nDCG is at most this share behind that of the best. Some converge
  /// more slowly and end better: on real players 4 % behind early was 1 % at the end.
  package var behindShare = 0.06
  /// What gains less nDCG is not better.
  package var leastGain = 1e-4
  /// At most so many players are asked, those with the smallest seeded hash.
  package var players = 5_000
  /// The seed of the players, of what is hidden of them, and of the intervals.
  package var seed: UInt64 = 13
  package var resamples = 1000

  package init() {}

  /// The search for the numbers of ALS ends when this share of the time is gone, the learning of
  /// weights at the next, the growth of the rank at the next; what is left is for other models.
  static let shares = (als: 0.45, weights: 0.65, rank: 0.85)
}
