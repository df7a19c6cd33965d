import Foundation

/// How lists are built from candidates.
package struct RecommendationParameters: Codable, Sendable, Equatable {
  /// The maximum length of a player's list.
  package var listLength = 50
  /// The number of best candidates from which a list is chosen.
  package var considered = 120
  /// The currency of the players' price limits.
  package var currency = "USD"
  /// How far popularity is discounted: at 0 not at all, at 1 until scores do not increase with it.
  package var discovery = 0.0
  /// The games that lists may show.
  package var eligible = EligibleGames()
  package var variety = VarietyParameters()
  package var topPositions = TopPositionParameters()
  package var exploration = ExplorationParameters()
  package var rows = RowLimit()

  package init() {}
}

/// The maximum number of a player's rows of games; 0 for none.
package struct RowLimit: Codable, Sendable, Equatable {
  package var maximum = 6

  init(maximum: Int = 6) { self.maximum = maximum }

  package init(from decoder: any Decoder) throws {
    maximum = try decoder.singleValueContainer().decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(maximum)
  }
}

extension KeyedDecodingContainer {
  /// Nights before this parameter have no rows.
  func decode(_ type: RowLimit.Type, forKey key: Key) throws -> RowLimit {
    try decodeIfPresent(type, forKey: key) ?? RowLimit(maximum: 0)
  }
}

extension RecommendationParameters {
  /// These parameters with a level of variety.
  func limited(to level: VarietyLevel) -> RecommendationParameters {
    var limited = self
    func cap(_ share: Double) -> Double { pow(share, level.caps) }
    limited.variety.maximumStudioShare = cap(variety.maximumStudioShare)
    limited.topPositions.maximumShare = cap(topPositions.maximumShare)
    limited.exploration.firstPosition = max(exploration.firstPosition, level.explorationStart)
    limited.variety.similarityWeight *= level.weights
    limited.variety.noveltyWeight *= level.weights
    limited.variety.calibrationWeight *= level.weights
    limited.variety.maximumLoss *= level.weights
    return limited
  }

  /// These parameters without rows.
  package var withoutRows: RecommendationParameters {
    var parameters = self
    parameters.rows.maximum = 0
    return parameters
  }

  /// These parameters without variety, limits and exploration: the most relevant games in their
  /// order.
  package var withoutVariety: RecommendationParameters {
    var plain = self
    plain.variety.similarityWeight = 0
    plain.variety.noveltyWeight = 0
    plain.variety.calibrationWeight = 0
    plain.variety.maximumLoss = 0
    plain.variety.maximumStudioShare = 1
    plain.topPositions.maximumShare = 1
    plain.exploration.slots = 0
    return plain
  }
}
