package import FindieDomain
package import FindieWorkspace

/// The night whose models tonight's lists use. An ordinary night does not train models: it uses
/// those of its anchor, the first night of the week.
package struct Anchor: TransientArtifact {
  package static var grain: String { "one row: the night whose models are used" }
  package static var isIdentifiedByContent: Bool { true }

  package let data: TrainingData
  /// Whether the models are trained on tonight's data.
  package let isTonight: Bool
  /// Why tonight is an anchor, or that it is none.
  package let conclusion: String?

  package var counts: [String: Int] { [:] }

  package var content: Fingerprint? { Fingerprint(of: canonicalJSON(data)) }
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
}
