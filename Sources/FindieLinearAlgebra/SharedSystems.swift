/// Many small systems that share the rows of Z[m, k], of which each system r takes some:
///
///     (D + ZᵣᵀWZᵣ) x = ZᵣᵀWp,   D = Λ + λᵣI
///
/// with confidences W, and preferences p of 1, or of 0 where a confidence is given below zero. It is
/// the normal equation of a row of alternating least squares in the eigenbasis of the Gramian,
/// α₀YᵀY = QΛQᵀ and Z = YQ: there what all rows share is a diagonal, whatever λᵣ is.
///
/// ```swift
/// let systems = SharedSystems(factors, diagonal: spectrum)
/// let few = ConjugateGradient(systems, bound: largest, workers: workers)
/// var exact = ExactSystems(systems)
/// ```
package struct SharedSystems: Sendable {
  /// Z.
  package let factors: Matrix
  /// Λ, [k].
  package let diagonal: [Float]

  package init(_ factors: Matrix, diagonal: [Float]) {
    precondition(diagonal.count == factors.columns, "\(diagonal.count) of \(factors.columns)")
    self.factors = factors
    self.diagonal = diagonal
  }
}
