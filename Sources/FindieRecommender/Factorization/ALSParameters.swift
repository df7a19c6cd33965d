import Foundation

/// The parameters of implicit alternating least squares.
package struct ALSParameters: Codable, Sendable, Equatable {
  /// The length of a factor.
  package var rank = 64
  /// How often both halves are solved.
  package var iterations = 8
  /// λ, before it is scaled by frequency; 0 for `automaticRegularization`.
  package var regularization = 0.0
  /// ν: 0 regularizes all rows alike, 1 in proportion to what is known of them.
  package var frequencyExponent = 1.0
  /// α₀: the confidence of an unobserved zero.
  package var unobservedWeight = 0.08
  /// The standard deviation of a factor's length at the start.
  package var initialDeviation = 0.1
  package var seed: UInt64 = 1
  /// From what a night's training starts.
  package enum Start: String, Codable, Sendable, CaseIterable {
    /// From random numbers: the night depends on its input alone.
    case random
    /// From the factors of the night that is published: fewer iterations will do, and what the night makes
    /// depends on the nights before.
    case lastNight
  }

  package var start = Start.random
  /// How rows are solved in training; the players' last factors are exact with each.
  package var solver = ALSSolver.automatic

  package init() {}

  /// The λ with which a player of whom nothing is known is regularized by 7, whatever the size of
  /// the catalogue: λ (α₀ · games)^ν = 7.
  ///
  /// A λ found on one catalogue is wrong for a larger one, since frequency scaling multiplies it by
  /// the number of games; this product is what stays. 7 was the best of a few on real and invented
  /// players; Rendle et al. (2022), arXiv 2110.14037, found λ = 0.003 with α₀ = 0.1 for the 20,108
  /// films of MovieLens-20M, which is 6.
  package func automaticRegularization(games: Int) -> Double {
    7 / pow(unobservedWeight * Double(max(1, games)), frequencyExponent)
  }
}
