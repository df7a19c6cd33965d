/// A word that describes games.
public struct Tag: Identifiable, Hashable, Codable, Sendable {
  /// The tag's id.
  public let id: String
  /// The word itself. ``Game/tags`` refers to it.
  public var name: String
  /// The kind of tag. Nil if it is unknown.
  public var category: TagCategory?
  /// The number of games with the tag, as the app counts them.
  public var usageCount: Int?
  /// Whether the app's team defined the tag.
  public var isOfficial: Bool
  /// When the record was created.
  public var createdAt: Timestamp?
  /// When the record was last changed.
  public var updatedAt: Timestamp?

  /// Creates a tag; its times are nil.
  public init(
    id: String, name: String, category: TagCategory? = nil, usageCount: Int? = nil,
    isOfficial: Bool = false
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.usageCount = usageCount
    self.isOfficial = isOfficial
  }
}

extension Tag: CatalogueRecord {
  package static let fields: [CatalogueField<Tag>] = [
    .init("name", { $0.name }, { $0.name = $1 }, .valid),
    // A validation rule reports unknown categories.
    .init("category", { $0.category }, { $0.category = $1 }),
    .init("usageCount", { $0.usageCount }, { $0.usageCount = $1 }),
    .init("isOfficial", { $0.isOfficial }, { $0.isOfficial = $1 }),
    .init("createdAt", { $0.createdAt }, { $0.createdAt = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  package init(defaultsOf id: String) { self.init(id: id, name: id) }

  package var lastChanged: Timestamp? { updatedAt }
}

/// The kinds of tags.
public enum TagCategory: String, Codable, CaseIterable, Sendable {
  case artStyle, mood, gameplay, theme, playerCount, difficulty
}

extension TagCategory: FieldWord {}
