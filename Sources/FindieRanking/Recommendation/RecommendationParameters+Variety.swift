import Foundation

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
