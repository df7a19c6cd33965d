/// A studio, or one person who makes games.
public struct Developer: Identifiable, Hashable, Codable, Sendable {
  /// The id that ``Game/developerId`` refers to.
  public let id: String
  /// The id of the account in the app that manages the studio.
  public var userId: String?
  /// The studio's name.
  public var studioName: String
  /// The name that the app shows.
  public var displayName: String?
  /// What the studio writes about itself.
  public var bio: String?
  /// The address of the studio's website.
  public var website: String?
  /// Where the studio is, as free text.
  public var location: String?
  /// The year of foundation.
  public var foundedYear: Int?
  /// The ids of the studio's games.
  public var publishedGameIds: [String]
  /// Whether the app's team verified the account.
  public var isVerified: Bool
  /// The number of players who follow the studio. Not negative.
  public var followerCount: Int?
  /// When the studio joined the app.
  public var joinedDate: Timestamp?
  /// When the record was last changed.
  public var updatedAt: Timestamp?
  /// False if the studio was deleted in the app.
  public var isActive: Bool

  /// Creates a developer; its other fields are nil.
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

extension Developer: CatalogueRecord {
  package static let fields: [CatalogueField<Developer>] = [
    .init("userId", { $0.userId }, { $0.userId = $1 }),
    .init("studioName", { $0.studioName }, { $0.studioName = $1 }, .valid),
    .init("displayName", { $0.displayName }, { $0.displayName = $1 }),
    .init("bio", { $0.bio }, { $0.bio = $1 }),
    .init("website", { $0.website }, { $0.website = $1 }),
    .init("location", { $0.location }, { $0.location = $1 }),
    .init("foundedYear", { $0.foundedYear }, { $0.foundedYear = $1 }),
    .init("publishedGameIds", { $0.publishedGameIds }, { $0.publishedGameIds = $1 }),
    .init("isVerified", { $0.isVerified }, { $0.isVerified = $1 }),
    .init("followerCount", { $0.followerCount }, { $0.followerCount = $1 }, as: .count),
    .init("joinedDate", { $0.joinedDate }, { $0.joinedDate = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
    .init("isActive", { $0.isActive }, { $0.isActive = $1 }, .valid),
  ]

  package init(defaultsOf id: String) { self.init(id: id, studioName: "") }

  package var lastChanged: Timestamp? { updatedAt }

  /// The studio stays; only the reference to the account is removed.
  package func forgetting(_ isForgotten: (String) -> Bool) -> Developer? {
    guard let userId, isForgotten(userId) else { return self }
    var studio = self
    studio.userId = nil
    return studio
  }
}

extension Developer {
  /// Whether a studio's name is a placeholder for an unknown studio.
  package static func isPlaceholder(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return placeholders.contains(words.joined(separator: " "))
  }

  /// In lower case, with single spaces between words.
  private static let placeholders: Set<String> = [
    "unknown", "unknown studio", "unknown developer", "n a", "none", "various", "anonymous",
  ]
}
