/// A word that describes games (source document 002, section 6).
public struct Tag: Identifiable, Hashable, Codable, Sendable {
  public let id: String
  public var name: String
  public var category: TagCategory?
  public var usageCount: Int?
  public var isOfficial: Bool
  public var createdAt: Timestamp?
  public var updatedAt: Timestamp?

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

public enum TagCategory: String, Codable, CaseIterable, Sendable {
  case artStyle, mood, gameplay, theme, playerCount, difficulty
}
