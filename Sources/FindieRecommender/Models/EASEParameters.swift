/// The parameters of EASE.
package struct EASEParameters: Codable, Sendable, Equatable {
  /// λ, above 0: added to each game's number of players on the Gramian's diagonal.
  ///
  /// The more players are for a game, the larger: Steck (2019) found 500 for MovieLens-20M, 200 for
  /// Million Song and 1000 for Netflix; 200 was the best of 20, 60, 200 and 500 on real players'
  /// libraries and reviews.
  package var regularization = 200.0
  /// The threads of BLAS during the factorization, whatever `--threads` says: another number may
  /// change the last bits.
  package var blasThreads = 2

  /// Whether a night has it.
  package enum Use: String, Codable, Sendable, CaseIterable {
    /// Up to `largestUsual` games that are fitted, where the memory allows.
    case automatic
    case on
    case off
  }

  package var use = Use.automatic
  /// A night fits the games that at least so many players are for.
  package var leastPlayers = 2
  /// So many weights of a game are kept by a night, the largest by magnitude: with 100 of 5,600, lists
  /// of real players' libraries were as good as with all (nDCG@20 .339 each).
  package var keptWeights = 100

  /// Up to so many games EASE joins by itself: it takes time with the third power of their number.
  package static let largestUsual = 10_000

  package init() {}
}
