import Foundation

/// The parameters of implicit alternating least squares.
package struct ALSParameters: Codable, Sendable, Equatable {
  /// The length of a factor.
  package var rank = 64
  /// The number of iterations; each solves both halves once.
  package var iterations = 8
  /// λ, before it is scaled by frequency; 0 for `automaticRegularization`.
  package var regularization = 0.0
  /// ν: 0 regularizes all rows alike, 1 in proportion to the length of a row.
  package var frequencyExponent = 1.0
  /// α₀: the confidence of an unobserved zero.
  package var unobservedWeight = 0.08
  /// The standard deviation of a factor's length at the start.
  package var initialDeviation = 0.1
  package var seed: UInt64 = 1
  /// The initial factors of a nightly training.
  package enum Start: String, Codable, Sendable, CaseIterable {
    /// Random numbers: the result depends only on the run's input.
    case random
    /// The factors of the published run: needs fewer iterations, and the result depends on earlier
    /// runs.
    case lastNight
  }

  package var start = Start.random
  /// How rows are solved in training; the players' last factors are exact with each.
  package var solver = ALSSolver.automatic

  package init() {}

  /// The λ that gives a player without history a regularization of 7, whatever the size of the
  /// catalogue: λ (α₀ · games)^ν = 7.
  ///
  /// A λ tuned on one catalogue is wrong for a larger one, since frequency scaling multiplies it by
  /// the number of games; this product stays comparable. 7 was the best of a few values on real and
  /// generated players; Rendle et al. (2022), arXiv 2110.14037, report λ = 0.003 with α₀ = 0.1 for
  /// the 20,108 films of MovieLens-20M, which gives 6.
  package func automaticRegularization(games: Int) -> Double {
    7 / pow(unobservedWeight * Double(max(1, games)), frequencyExponent)
  }
}
