import FindieBatch
import FindieDomain
import FindieRecommender

/// The numbers by which a night's lists are made again, as `nightly.yaml` names them.
struct ServedSettings: Codable, Sendable, Equatable {
  var matrix: MatrixParameters
  var candidates: CandidateParameters
  var recommendations: RecommendationParameters

  init(_ parameters: NightParameters) {
    matrix = parameters.matrix
    candidates = parameters.candidates
    recommendations = parameters.recommendations
  }

  /// These numbers where their models serve on another night: how what is known is weighed, and in which
  /// currency players' bounds are meant, is that night's.
  func serving(on night: ServedSettings) -> ServedSettings {
    var settings = self
    settings.matrix = night.matrix
    settings.recommendations.currency = night.recommendations.currency
    return settings
  }
}

/// `model/model.json`: which night the files beside it are of.
struct ServedModelIndex: Codable, Sendable {
  static let name = "model.json"
  static let formatVersion = 1

  var formatVersion = ServedModelIndex.formatVersion
  let day: Day
  /// The night whose models made the lists, kept in `judged/`; nil for the night's own.
  let champion: Day?
  let settings: ServedSettings
  /// The checksum of each artifact's data, by the stage that made it.
  let parts: [String: Fingerprint]
}
