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

  package init() {}
}
