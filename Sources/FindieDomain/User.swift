public import Foundation

/// One person who uses the app (source document 002, section 2).
///
/// E-mail address, avatar and biography are personal data that the batch has no use for: they are
/// not kept.
public struct User: Identifiable, Hashable, Codable, Sendable {
  public let id: String
  public var username: String?
  public var displayName: String?

  public var favoriteGenres: [Genre]
  /// Genres of which the player wants to see nothing. Optional: the source documents do not have it.
  public var mutedGenres: [Genre]?
  public var preferredPlatforms: [Platform]
  public var priceRange: PricePreference

  public var accountType: AccountType
  public var joinedDate: Timestamp?
  public var lastActiveDate: Timestamp?
  public var updatedAt: Timestamp?
  public var friendIds: [String]

  public init(
    id: String, username: String? = nil, displayName: String? = nil,
    favoriteGenres: [Genre] = [], mutedGenres: [Genre] = [], preferredPlatforms: [Platform] = [],
    priceRange: PricePreference = .any, accountType: AccountType = .player,
    joinedDate: Timestamp? = nil, lastActiveDate: Timestamp? = nil, updatedAt: Timestamp? = nil,
    friendIds: [String] = []
  ) {
    self.id = id
    self.username = username
    self.displayName = displayName
    self.favoriteGenres = favoriteGenres
    self.mutedGenres = mutedGenres.isEmpty ? nil : mutedGenres
    self.preferredPlatforms = preferredPlatforms
    self.priceRange = priceRange
    self.accountType = accountType
    self.joinedDate = joinedDate
    self.lastActiveDate = lastActiveDate
    self.updatedAt = updatedAt
    self.friendIds = friendIds
  }
}

public enum AccountType: String, Codable, CaseIterable, Sendable {
  case player, developer, both
}

/// The most a player wants to pay. The bounds are plain numbers in the shop's own currency.
public enum PricePreference: String, Codable, CaseIterable, Sendable {
  case free, under10, under20, under30, any

  public var maxPrice: Decimal? {
    switch self {
    case .free: 0
    case .under10: 10
    case .under20: 20
    case .under30: 30
    case .any: nil
    }
  }
}
