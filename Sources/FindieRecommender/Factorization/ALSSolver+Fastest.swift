import FindieLinearAlgebra

extension ALSSolver {
  /// What `automatic` takes for a rank and the rows at hand.
  ///
  /// It is conjugate gradient throughout: measured on one thread (`findie-benchmark train`), an exact
  /// iteration took the following times as long, and at no rank and row length less.
  ///
  /// | elements a row | rank 1 | 4 | 8 | 16 | 64 |
  /// |---|---|---|---|---|---|
  /// | 3 to 5 | 3.8 | 3.7 | 3.1 | 4.5 | 2.5 |
  /// | 50 to 125 | | 2.2 | 2.0 | 2.9 | 8 |
  /// | 750 | 1.3 | 1.5 | 0.9 to 1.9 | 2.7 | 8 |
  ///
  /// So only a world of no more than a few rows, where both take no time, could want the other: there
  /// the exact solver saves iterations.
  static func fastest(rank: Int, for observed: SparseRows) -> ALSSolver {
    // As many steps as the exact solver takes for all: below this the factors are solved at once.
    observed.count <= 4096 ? .exact : .conjugateGradient
  }
}
