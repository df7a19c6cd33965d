import FindieDomain
import FindieModels

/// How much variety lists get where all of it would cost too much relevance.
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

  /// From full variety to none: limits are relaxed first, then early exploration, then the weights.
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

  /// The first level that costs little, by bisection: no level costs more than an earlier one.
  ///
  /// - Parameter costsLittle: whether lists of a level are relevant enough; never called for the
  ///   last one, which is chosen if no other is.
  package static func first(
    where costsLittle: (VarietyLevel) throws -> Bool
  ) rethrows -> VarietyLevel {
    all[try (0..<all.count - 1).partitionPoint { try !costsLittle(all[$0]) }]
  }
}

/// How lists are varied, and the maximum cost in relevance.
package struct VarietyParameters: Codable, Sendable, Equatable {
  /// μ: the weight of the largest cosine with a listed game relative to the relevance, at least 0;
  /// 0 turns it off.
  package var similarityWeight = 0.2
  /// ν: the weight of a game's novelty (`VarietyCatalogue.novelties`) relative to the relevance, at
  /// least 0; 0 turns it off.
  package var noveltyWeight = 0.2
  /// κ: the weight of a nat of divergence from the player's genres relative to the mean relevance,
  /// at least 0; 0 turns it off.
  package var calibrationWeight = 0.05
  /// α, above 0 and below 1: the share of the player's own genres in the smoothed distribution, so
  /// that the divergence is finite.
  package var calibrationSmoothing = 0.01
  /// The maximum share of the best list's expected likes that variety may cost, from 0 to 1.
  package var maximumLoss = 0.05
  /// The share of a full list's entries that one studio may have, above 0; one is always allowed.
  package var maximumStudioShare = 0.2

  package init() {}
}
