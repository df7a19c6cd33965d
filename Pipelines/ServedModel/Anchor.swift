package import FindieWorkspace

/// The night whose models tonight's lists use. An ordinary night does not train models: it uses
/// those of its anchor, the first night of the week.
package struct Anchor: TransientArtifact {
  package static var grain: String { "one row: the night whose models are used" }
  package static var isIdentifiedByContent: Bool { true }

  package let data: TrainingData
  /// The champion of the anchor, with which its models are compared. Without one if it is no longer
  /// stored as it was.
  package let champion: Champion
  /// Whether the models are trained on tonight's data.
  package let isTonight: Bool
  /// Why tonight is an anchor, or that it is none.
  package let conclusion: String?

  package var counts: [String: Int] { [:] }

  /// Whether no later night uses the models: each night trains its own.
  package var isOfOneNight: Bool { data.end == data.day }

  package var content: Fingerprint? { Fingerprint(of: canonicalJSON(data)) }
}
