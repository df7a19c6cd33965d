package import FindieDomain
package import FindieWorkspace

/// What identifies the lists of the night before, in its `model/`.
package struct EarlierListsData: Codable, Sendable, Equatable {
  package let night: Day
  /// Of the artifact's data.
  package let checksum: Fingerprint
}

/// What identifies the data that models are trained on. `recipe.json` of each night has it.
package struct TrainingData: Codable, Sendable, Equatable {
  /// The anchor.
  package let day: Day
  /// The models know the events before this day. It is earlier than the anchor by
  /// `Anchor.graceInDays`, so that events that come late by less change no model.
  package let end: Day
  /// Identifies the events before `end`.
  package let history: Fingerprint
  /// The digest of the anchor's catalogue.
  package let catalogue: Fingerprint
  /// Identifies the champion of the anchor.
  package let champion: Fingerprint?
  /// The night of that champion; nil without one, and in recipes of earlier versions.
  package var championDay: Day?
}
