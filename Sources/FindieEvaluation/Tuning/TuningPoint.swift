package import FindieModels
import Foundation

/// The parameters that a search changes.
package struct TuningPoint: Codable, Sendable, Equatable {
  package var matrix: MatrixParameters
  package var als: ALSParameters
  package var ease: EASEParameters
  package var neighborhood: NeighborhoodParameters

  package init(matrix: MatrixParameters, models: ModelParameters) {
    self.matrix = matrix
    als = models.als
    ease = models.ease
    neighborhood = models.neighborhood
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
