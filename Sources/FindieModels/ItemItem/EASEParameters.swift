/// The parameters of EASE.
package struct EASEParameters: Codable, Sendable, Equatable {
  /// λ, above 0: added to each game's number of players on the diagonal of the Gramian.
  ///
  /// It grows with the number of players per game: Steck (2019) reports 500 for MovieLens-20M, 200
  /// for Million Song and 1000 for Netflix; 200 was the best of 20, 60, 200 and 500 on real
  /// players' libraries and reviews.
  package var regularization = 200.0
  /// The number of BLAS threads during the factorization, independent of `--threads`: another
  /// number may change the last bits.
  package var blasThreads = 2

  /// Whether the nightly run trains EASE.
  package enum Use: String, Codable, Sendable, CaseIterable {
    /// If there is enough memory, and at most `largestUsual` games are fitted.
    case automatic
    case on
    case off
  }

  package var use = Use.automatic
  /// The minimum number of positives of a game to be fitted.
  package var minimumPlayers = 2
  /// The maximum number of stored weights per game, the largest by magnitude: with 100 of 5,600,
  /// lists of real players' libraries were as good as with all (nDCG@20 .339 each).
  package var maximumWeights = 100

  /// The maximum number of games for `automatic`: time grows with the third power of it.
  package static let largestUsual = 10_000

  package init() {}
}
