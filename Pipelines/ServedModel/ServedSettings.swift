package import FindieBatch
package import FindieDomain
package import FindieModels
package import FindieRanking

/// The numbers by which a night's lists are made again, as `nightly.yaml` names them.
package struct ServedSettings: Codable, Sendable, Equatable {
  package var matrix: MatrixParameters
  package var candidates: CandidateParameters
  package var recommendations: RecommendationParameters

  package init(_ parameters: NightParameters) {
    matrix = parameters.matrix
    candidates = parameters.candidates
    recommendations = parameters.recommendations
  }

  /// These numbers where their models serve on another night: how what is known is weighed, and in which
  /// currency players' bounds are meant, is that night's.
  package func serving(on night: ServedSettings) -> ServedSettings {
    var settings = self
    settings.matrix = night.matrix
    settings.recommendations.currency = night.recommendations.currency
    return settings
  }
}

/// `model/model.json`: which night the files beside it are of.
package struct ServedModelIndex: Codable, Sendable {
  static let name = "model.json"
  static let formatVersion = 1

  var formatVersion = ServedModelIndex.formatVersion
  package let day: Day
  /// The night whose models computed the lists (stored in `held-out/`); nil for this night's models.
  package let champion: Day?
  package let settings: ServedSettings
  /// The checksum of each artifact's data, by the stage that made it.
  package let parts: [String: Fingerprint]
}
