import FindieAnalytics
package import FindieBatch
package import FindieDomain
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

  /// Nights of earlier versions have no `minimumPlayers`.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    matrix = try values.decode(MatrixParameters.self, forKey: .matrix)
    candidates = try values.decode(CandidateParameters.self, forKey: .candidates)
    recommendations = try values.decode(
      RecommendationParameters.self, forKey: .recommendations)
    minimumPlayers =
      try values.decodeIfPresent(Int.self, forKey: .minimumPlayers)
      ?? ReportParameters().minimumPlayers
  }

  /// These parameters for a later night whose lists the models of this night compute: the weights of
  /// actions, the currency of price ranges, the discount of popularity, the eligible games and the minimum
  /// of players are those of the later night.
  package func serving(on night: ServedSettings) -> ServedSettings {
    var settings = self
    settings.matrix = night.matrix
    settings.recommendations.currency = night.recommendations.currency
    settings.recommendations.discovery = night.recommendations.discovery
    settings.recommendations.eligible = night.recommendations.eligible
    settings.minimumPlayers = night.minimumPlayers
    return settings
  }
}

/// `model/model.json`: the night of the files in the same folder.
package struct ServedModelIndex: Codable, Sendable {
  static let name = "model.json"
  static let formatVersion = 1

  var formatVersion = ServedModelIndex.formatVersion
  package let day: Day
  /// The night whose models computed the lists (stored in `held-out/`); nil for this night's models.
  package let champion: Day?
  package let settings: ServedSettings
  /// The checksum of each artifact's data, by the name of its stage.
  package let parts: [String: Fingerprint]
}
