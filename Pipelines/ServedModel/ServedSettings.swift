import FindieAnalytics
package import FindieModels
package import FindieRanking

/// The parameters that are needed to rebuild a night's lists, as in `nightly.yaml`.
package struct ServedSettings: Codable, Sendable, Equatable {
  package var matrix: MatrixParameters
  package var candidates: CandidateParameters
  package var recommendations: RecommendationParameters
  /// k of `GameSignals`.
  package var minimumPlayers: Int

  package init(_ parameters: NightParameters) {
    matrix = parameters.matrix
    candidates = parameters.candidates
    recommendations = parameters.recommendations
    minimumPlayers = parameters.reports.minimumPlayers
  }

  /// These parameters for a later night whose lists this night's models compute. The action
  /// weights, the currency of price ranges, the popularity discount, the eligible games, the
  /// rows and the minimum number of players are the later night's.
  package func serving(on night: ServedSettings) -> ServedSettings {
    var settings = self
    settings.matrix = night.matrix
    settings.recommendations.currency = night.recommendations.currency
    settings.recommendations.discovery = night.recommendations.discovery
    settings.recommendations.eligible = night.recommendations.eligible
    settings.recommendations.rows = night.recommendations.rows
    settings.minimumPlayers = night.minimumPlayers
    return settings
  }
}
