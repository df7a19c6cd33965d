package import FindieBatch
package import FindieDomain
package import FindieModels
package import FindieRanking

/// The parameters that are needed to rebuild a night's lists, as in `nightly.yaml`.
package struct ServedSettings: Codable, Sendable, Equatable {
  package var matrix: MatrixParameters
  package var candidates: CandidateParameters
  package var recommendations: RecommendationParameters

  package init(_ parameters: NightParameters) {
    matrix = parameters.matrix
    candidates = parameters.candidates
    recommendations = parameters.recommendations
  }

  /// These parameters for a later night whose lists the models of this night compute: the weights of
  /// actions, the currency of price ranges, the discount of popularity and the eligible games are those
  /// of the later night.
  package func serving(on night: ServedSettings) -> ServedSettings {
    var settings = self
    settings.matrix = night.matrix
    settings.recommendations.currency = night.recommendations.currency
    settings.recommendations.discovery = night.recommendations.discovery
    settings.recommendations.eligible = night.recommendations.eligible
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
