package import FindieAnalytics
package import FindieDomain
package import FindieWorkspace

/// `model/model.json`: the night of the files in the same folder.
package struct ServedModelIndex: Codable, Sendable {
  static let name = "model.json"
  static let formatVersion = 1

  var formatVersion = Self.formatVersion
  package let day: Day
  /// The night whose models computed the lists (stored in `held-out/`); nil for this night's
  /// models.
  package let champion: Day?
  package let settings: ServedSettings
  /// The experiments whose arms have lists of their own; nil for none.
  package let arms: [Experiment]?
  /// When the suggestions of the lists were received; nil without any.
  let suggestions: Day?
  /// The checksum of each artifact's data, by the name of its stage.
  package let parts: [String: Fingerprint]
}
