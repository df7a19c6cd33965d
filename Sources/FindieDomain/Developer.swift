/// A studio, or one person who makes games (source document 002, section 5).
public struct Developer: Identifiable, Hashable, Codable, Sendable {
  public let id: String
  public var userId: String?
  public var studioName: String
  public var displayName: String?
  public var bio: String?
  public var website: String?
  public var location: String?
  public var foundedYear: Int?
  public var publishedGameIds: [String]
  public var isVerified: Bool
  public var followerCount: Int?
  public var joinedDate: Timestamp?
  public var updatedAt: Timestamp?
  public var isActive: Bool

  public init(
    id: String, studioName: String, displayName: String? = nil, bio: String? = nil,
    publishedGameIds: [String] = [], isVerified: Bool = false, isActive: Bool = true
  ) {
    self.id = id
    self.studioName = studioName
    self.displayName = displayName
    self.bio = bio
    self.publishedGameIds = publishedGameIds
    self.isVerified = isVerified
    self.isActive = isActive
  }
}
