/// How much of a list's variety is used, where all of it would cost too much relevance.
package struct VarietyLevel: Codable, Sendable, Equatable {
  /// The strength of the limits on studios and on top positions, from 0 for no limit to 1: a limit
  /// of share s becomes one of s^caps.
  package let caps: Double
  /// The first position, from 0, that may be drawn for exploration.
  package let explorationStart: Int
  /// The factor of the weights of similarity, novelty and genres, and of the maximum loss, from 0
  /// to 1.
  package let weights: Double

  package static let full = VarietyLevel(caps: 1, explorationStart: 1, weights: 1)

  /// From all variety to none: limits yield first, then early exploration, then the weights.
  package static let all =
    [
      full,
      VarietyLevel(caps: 0.5, explorationStart: 1, weights: 1),
      VarietyLevel(caps: 0, explorationStart: 1, weights: 1),
      VarietyLevel(caps: 0, explorationStart: 10, weights: 1),
    ]
    + [1, 0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0].map {
      VarietyLevel(caps: 0, explorationStart: 20, weights: $0)
    }

  /// The first level that costs little, by bisection: a later one costs no more than an earlier one.
  ///
  /// - Parameter costsLittle: whether lists of a level are relevant enough; never called for the
  ///   last one, which is chosen if no other is.
  package static func first(
    where costsLittle: (VarietyLevel) throws -> Bool
  ) rethrows -> VarietyLevel {
    var range = 0..<all.count - 1
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        try costsLittle(all[middle])
        ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return all[range.lowerBound]
  }
}
