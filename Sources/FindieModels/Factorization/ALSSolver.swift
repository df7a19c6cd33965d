/// How the rows of a half-step are solved.
package enum ALSSolver: String, Codable, Sendable, CaseIterable {
  /// The faster of the two for the rank and the rows at hand.
  case automatic
  /// Exactly, by Cholesky.
  case exact
  /// By a few steps of conjugate gradient from the row's last factor.
  case conjugateGradient
}
