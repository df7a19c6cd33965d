/// A sentence about a day that charts and tables show: a release of the app, a festival, a sale.
///
/// The sentence concerns the whole app, one game or one studio.
public struct Annotation: Identifiable, Hashable, Codable, Sendable {
  /// The annotation's id. A document without one gets a hash of its day, text, game and studio.
  public let id: String
  /// The day.
  public var day: Day
  /// From 1 to 200 characters, on one line.
  public var text: String
  /// The game that the sentence concerns.
  public var gameId: String?
  /// The studio that the sentence concerns.
  public var developerId: String?
  /// When the record was last changed.
  public var updatedAt: Timestamp?
  /// False if the annotation was withdrawn.
  public var isActive: Bool

  /// Creates an annotation.
  public init(
    id: String, day: Day, text: String, gameId: String? = nil, developerId: String? = nil,
    updatedAt: Timestamp? = nil, isActive: Bool = true
  ) {
    self.id = id
    self.day = day
    self.text = text
    self.gameId = gameId
    self.developerId = developerId
    self.updatedAt = updatedAt
    self.isActive = isActive
  }
}

extension Annotation: CatalogueRecord {
  package static let fields: [CatalogueField<Annotation>] = [
    .init("day", { $0.day.start }, { $0.day = $1.day }, .present),
    .init("text", { $0.text }, { $0.text = $1 }, .present),
    // Without its game or studio, the sentence would concern the whole app.
    .init("gameId", { $0.gameId }, { $0.gameId = $1 }, as: .id, .valid),
    .init("developerId", { $0.developerId }, { $0.developerId = $1 }, as: .id, .valid),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
    .init("isActive", { $0.isActive }, { $0.isActive = $1 }, .valid),
  ]

  package init(defaultsOf id: String) {
    self.init(id: id, day: Day(daysSinceEpoch: 0), text: "")
  }

  package var lastChanged: Timestamp? { updatedAt }

  /// The annotation without blanks around its text.
  package var normalized: Annotation {
    var annotation = self
    annotation.text = text.withoutOuterBlanks
    return annotation
  }
}

extension Catalogue {
  /// The annotations that were not withdrawn, by day, then by id.
  public var shownAnnotations: [Annotation] {
    // Those of a day stay in the order of their ids.
    annotations.filter(\.isActive).enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }.map(\.element)
  }
}

extension String {
  fileprivate var withoutOuterBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\u{A0}" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[...last].drop(while: isBlank))
  }
}
