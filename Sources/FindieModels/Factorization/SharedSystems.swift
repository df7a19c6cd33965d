/// Many small systems that share the rows of Z[m, k]. System r uses some of them:
///
///     (D + ZᵣᵀWZᵣ) x = ZᵣᵀWp,   D = Λ + λᵣI
///
/// with confidences W and preferences p. A preference is 1, or 0 if its confidence is given as a
/// negative number. This is the normal equation of a row in alternating least squares, in the
/// eigenbasis of the Gramian, α₀YᵀY = QΛQᵀ and Z = YQ. There the part that all rows share is
/// diagonal for every λᵣ.
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
