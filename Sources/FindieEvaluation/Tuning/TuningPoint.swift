package import FindieModels
import Foundation

/// The parameters that a search changes.
///
/// Instead of λ it has the strength λ (α₀ · games)^ν, the regularization of a player without
/// history (`ALSParameters.automaticRegularization`): a step in α₀ or ν then leaves the strength
/// unchanged, where with a fixed λ it would multiply it by thousands.
package struct TuningPoint: Codable, Sendable, Equatable {
  package var matrix: MatrixParameters
  /// Its regularization is 0; `settled(games:)` computes it.
  package var als: ALSParameters
  package var strength: Double
  package var ease: EASEParameters
  package var neighborhood: NeighborhoodParameters
  /// Whether λ is the automatic one: true until the strength is changed.
  package private(set) var hasAutomaticStrength: Bool

  /// - Parameter games: the number of games, to convert λ to a strength.
  package init(matrix: MatrixParameters, models: ModelParameters, games: Int) {
    self.matrix = matrix
    als = models.als
    ease = models.ease
    neighborhood = models.neighborhood
    hasAutomaticStrength = als.regularization <= 0
    let given =
      hasAutomaticStrength ? als.automaticRegularization(games: games) : als.regularization
    strength = given * TuningPoint.scale(als, games: games)
    als.regularization = 0
  }

  mutating func setStrength(_ strength: Double) {
    self.strength = strength
    hasAutomaticStrength = false
  }

  /// The parameters of ALS with λ for a number of games, rounded to three digits; 0 for the
  /// automatic one.
  package func settled(games: Int) -> ALSParameters {
    var settled = als
    guard !hasAutomaticStrength else { return settled }
    settled.regularization = TuningPoint.threeDigits(
      strength / TuningPoint.scale(als, games: games))
    return settled
  }

  private static func scale(_ als: ALSParameters, games: Int) -> Double {
    pow(als.unobservedWeight * Double(max(1, games)), als.frequencyExponent)
  }

  /// The nearest number with three significant digits.
  package static func threeDigits(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return number }
    let digits = 2 - Int(log10(number).rounded(.down))
    // Divided by a power of ten, and not multiplied by a fraction of it: 0.3 is then written so.
    let power = pow(10, Double(abs(digits)))
    return digits >= 0 ? (number * power).rounded() / power : (number / power).rounded() * power
  }
}
