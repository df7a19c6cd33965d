/// The parameters of implicit alternating least squares.
package struct ALSParameters: Codable, Sendable, Equatable {
  /// The length of a factor.
  package var rank = 64
  /// How often both halves are solved.
  package var iterations = 12
  /// λ, before it is scaled by frequency.
  package var regularization = 0.01
  /// ν: 0 regularizes all rows alike, 1 in proportion to what is known of them.
  package var frequencyExponent = 1.0
  /// α₀: what an unobserved zero weighs against a like.
  package var unobservedWeight = 0.05
  /// The standard deviation of a factor's length at the start.
  package var initialDeviation = 0.1
  package var seed: UInt64 = 1

  package init() {}
}
