extension ALSSolver {
  /// What `automatic` takes: conjugate gradient, whatever the rank and the rows.
  ///
  /// Measured on one thread (`findie-benchmark train`), an exact iteration took so many times as long:
  ///
  /// | elements a row | rank 1 | 4 | 8 | 16 | 64 |
  /// |---|---|---|---|---|---|
  /// | 3 to 8 | 3.8 | 3.7 | 3.1 | 4.5 | 2.5 |
  /// | 50 to 125 | | 2.2 | 2.0 | 2.9 | 8 |
  /// | 750 | 1.3 | 1.5 | 0.9 to 1.9 | 2.7 | 8 |
  ///
  /// So there is no rank and row length at which the exact solver is the faster one by more than what
  /// two runs differ. Should one be found, this is the place to say so.
  static let fastest = ALSSolver.conjugateGradient
}
