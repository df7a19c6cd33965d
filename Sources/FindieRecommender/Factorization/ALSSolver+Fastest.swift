import FindieLinearAlgebra

extension ALSSolver {
  static func fastest(rank: Int, for observed: SparseRows) -> ALSSolver {
    .conjugateGradient
  }
}
