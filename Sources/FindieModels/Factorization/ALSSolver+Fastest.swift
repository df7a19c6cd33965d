extension ALSSolver {
  /// The solver that `automatic` selects: conjugate gradient, for any rank and row length.
  ///
  /// Measured on one thread (`findie-benchmark train`), the time of an exact iteration relative to
  /// conjugate gradient:
  ///
  /// | elements a row | rank 1 | 4 | 8 | 16 | 64 |
  /// |---|---|---|---|---|---|
  /// | 3 to 8 | 3.8 | 3.7 | 3.1 | 4.5 | 2.5 |
  /// | 50 to 125 | | 2.2 | 2.0 | 2.9 | 8 |
  /// | 750 | 1.3 | 1.5 | 0.9 to 1.9 | 2.7 | 8 |
  ///
  /// At no rank and row length is the exact solver faster by more than the variation between two
  /// runs.
  static let fastest = ALSSolver.conjugateGradient
}
