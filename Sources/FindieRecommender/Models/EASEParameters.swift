/// The parameters of EASE.
package struct EASEParameters: Codable, Sendable, Equatable {
  /// λ, above 0: added to each game's number of players on the Gramian's diagonal.
  ///
  /// It grows with the number of players: Steck (2019) found 500 for the 137,000 of MovieLens-20M,
  /// 200 for Million Song and 1000 for Netflix.
  package var regularization = 500.0
  /// The threads of BLAS during the factorization, whatever `--threads` says: another number may
  /// change the last bits.
  package var blasThreads = 2

  package init() {}
}
