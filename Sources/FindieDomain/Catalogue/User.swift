public import Foundation

/// A player of the app.
///
/// E-mail address, avatar and biography are personal data that no computation needs; they are not
/// stored.
public struct User: Identifiable, Hashable, Codable, Sendable {
  /// The player's id.
  public let id: String
  /// The name by which others find the player.
  public var username: String?
  /// The name that the app shows.
  public var displayName: String?

  /// One to five genres that the player chose.
  public var favoriteGenres: [Genre]
  /// Genres whose games the player does not want to see.
  public var mutedGenres: [Genre]?
  /// Tags whose games the player does not want to see, by name.
  public var mutedTags: [String]?
  /// Whether the player wants to see games for adults only; nil means no.
  public var showsMatureGames: Bool?
  /// The platforms that the player has; an empty list means all.
  public var preferredPlatforms: [Platform]
  /// The highest price that the player wants to pay.
  public var priceRange: PricePreference

  /// Whether the account is a player's, a developer's or both.
  public var accountType: AccountType
  /// When the player signed up.
  public var joinedDate: Timestamp?
  /// When the player last opened the app.
  public var lastActiveDate: Timestamp?
  /// When the record was last changed.
  public var updatedAt: Timestamp?
  /// The ids of the player's friends.
  public var friendIds: [String]
  /// Whether the player's actions may count for the lists of friends; nil means yes.
  public var sharesActivityWithFriends: Bool?
  /// Whether lists may depend on what the player did; nil means yes.
  public var personalization: Bool?
  /// Whether what the player does counts for others' lists and for numbers; nil means yes.
  public var counts: Bool?
  /// If the player does not count: the time on whose UTC day that begins; nil for all days.
  public var countsUntil: Timestamp?
  /// Whether the player wants messages; nil means no.
  public var notificationsEnabled: Bool?
  /// The player's id on Steam (SteamID64), if the player linked the account.
  public var steamId: String?
  /// The player's name on itch.io, if the player linked the account.
  public var itchioUsername: String?

  /// Creates a player.
  public init(
    id: String, username: String? = nil, displayName: String? = nil,
    favoriteGenres: [Genre] = [], mutedGenres: [Genre] = [], preferredPlatforms: [Platform] = [],
    priceRange: PricePreference = .any, accountType: AccountType = .player,
    joinedDate: Timestamp? = nil, lastActiveDate: Timestamp? = nil, updatedAt: Timestamp? = nil,
    friendIds: [String] = [], sharesActivityWithFriends: Bool? = nil,
    notificationsEnabled: Bool? = nil, steamId: String? = nil, itchioUsername: String? = nil
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
    self.sharesActivityWithFriends = sharesActivityWithFriends
    self.notificationsEnabled = notificationsEnabled
    self.steamId = steamId
    self.itchioUsername = itchioUsername
  }
}

extension User: CatalogueRecord {
  package static let fields: [CatalogueField<User>] = [
    .init("username", { $0.username }, { $0.username = $1 }),
    .init("displayName", { $0.displayName }, { $0.displayName = $1 }),
    .init(
      "favoriteGenres", { $0.favoriteGenres }, { $0.favoriteGenres = $1 },
      unknownWord: "unknownGenre"),
    .init(
      "preferredPlatforms", { $0.preferredPlatforms }, { $0.preferredPlatforms = $1 },
      unknownWord: "unknownPlatform"),
    .init(
      "priceRange", { $0.priceRange }, { $0.priceRange = $1 }, unknownWord: "unknownPriceRange"),
    .init(
      "accountType", { $0.accountType }, { $0.accountType = $1 }, unknownWord: "unknownAccountType"),
    .init("joinedDate", { $0.joinedDate }, { $0.joinedDate = $1 }),
    .init("lastActiveDate", { $0.lastActiveDate }, { $0.lastActiveDate = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
    .init("friendIds", { $0.friendIds }, { $0.friendIds = $1 }),
    .init(
      "mutedGenres", { $0.mutedGenreList }, { $0.mutedGenreList = $1 }, unknownWord: "unknownGenre"),
    .init("steamId", { $0.steamId }, { $0.steamId = $1 }),
    .init("itchioUsername", { $0.itchioUsername }, { $0.itchioUsername = $1 }),
    .init(
      "sharesActivityWithFriends", { $0.sharesActivityWithFriends },
      { $0.sharesActivityWithFriends = $1 }),
    .init("notificationsEnabled", { $0.notificationsEnabled }, { $0.notificationsEnabled = $1 }),
    .init("mutedTags", { $0.mutedTags }, { $0.mutedTags = $1 }, isAddition: true),
    .init(
      "showsMatureGames", { $0.showsMatureGames }, { $0.showsMatureGames = $1 }, isAddition: true),
    // Unread, it would count as true.
    .init(
      "personalization", { $0.personalization }, { $0.personalization = $1 }, .valid,
      isAddition: true),
    .init("counts", { $0.counts }, { $0.counts = $1 }, .valid, isAddition: true),
    .init("countsUntil", { $0.countsUntil }, { $0.countsUntil = $1 }, .valid, isAddition: true),
  ]

  /// `mutedGenres`, empty for nil.
  private var mutedGenreList: [Genre] {
    get { mutedGenres ?? [] }
    set { mutedGenres = newValue.isEmpty ? nil : newValue }
  }

  package init(defaultsOf id: String) { self.init(id: id) }

  package var lastChanged: Timestamp? { updatedAt }

  package func forgetting(_ isForgotten: (String) -> Bool) -> User? {
    guard !isForgotten(id) else { return nil }
    guard friendIds.contains(where: isForgotten) else { return self }
    var user = self
    user.friendIds.removeAll(where: isForgotten)
    return user
  }
}

/// Who uses an account.
public enum AccountType: String, Codable, CaseIterable, Sendable {
  case player, developer, both
}

extension AccountType: FieldWord {}

/// The highest price that a player wants to pay.
public enum PricePreference: String, Codable, CaseIterable, Sendable {
  case free, under10, under20, under30, any

  /// The inclusive limit, in the currency for which the nightly run is configured. Nil means that
  /// there is no limit.
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

extension PricePreference: FieldWord {}
