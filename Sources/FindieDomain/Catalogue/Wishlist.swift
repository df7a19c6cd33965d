public import Foundation

/// The games that one player saved or owns.
public struct Wishlist: Identifiable, Hashable, Codable, Sendable {
  /// The wishlist's id, by default that of its player.
  public let id: String
  /// The id of the player.
  public var userId: String
  /// The saved and owned games, in the player's order.
  public var items: [WishlistItem]
  /// When the wishlist was last changed.
  public var lastUpdated: Timestamp?
  /// Whether the wishlist may be synchronized with Steam.
  public var steamSyncEnabled: Bool
  /// When it was last synchronized with Steam.
  public var steamLastSynced: Timestamp?
  /// As ``steamSyncEnabled``, for itch.io.
  public var itchioSyncEnabled: Bool
  /// When it was last synchronized with itch.io.
  public var itchioLastSynced: Timestamp?

  /// Creates a wishlist.
  public init(
    id: String, userId: String, items: [WishlistItem], lastUpdated: Timestamp? = nil,
    steamSyncEnabled: Bool = true, steamLastSynced: Timestamp? = nil,
    itchioSyncEnabled: Bool = true, itchioLastSynced: Timestamp? = nil
  ) {
    self.id = id
    self.userId = userId
    self.items = items
    self.lastUpdated = lastUpdated
    self.steamSyncEnabled = steamSyncEnabled
    self.steamLastSynced = steamLastSynced
    self.itchioSyncEnabled = itchioSyncEnabled
    self.itchioLastSynced = itchioLastSynced
  }
}

extension Wishlist: CatalogueRecord {
  package static let fields: [CatalogueField<Wishlist>] = [
    .init("userId", { $0.userId }, { $0.userId = $1 }, as: .id, .valid),
    .init("lastUpdated", { $0.lastUpdated }, { $0.lastUpdated = $1 }, column: "updatedAt"),
    .init("steamSyncEnabled", { $0.steamSyncEnabled }, { $0.steamSyncEnabled = $1 }),
    .init("steamLastSynced", { $0.steamLastSynced }, { $0.steamLastSynced = $1 }),
    .init("itchioSyncEnabled", { $0.itchioSyncEnabled }, { $0.itchioSyncEnabled = $1 }),
    .init("itchioLastSynced", { $0.itchioLastSynced }, { $0.itchioLastSynced = $1 }),
  ]

  package init(defaultsOf id: String) { self.init(id: id, userId: id, items: []) }

  package var lastChanged: Timestamp? { lastUpdated }

  package var parts: [WishlistItem] {
    get { items }
    set { items = newValue }
  }

  package func forgetting(_ isForgotten: (String) -> Bool) -> Wishlist? {
    isForgotten(userId) ? nil : self
  }
}

extension Sequence<Wishlist> {
  /// The lists of each player. A player may have several, and all of them count.
  package var byPlayer: [ExactText: [Wishlist]] {
    Dictionary(grouping: self) { ExactText($0.userId) }
  }
}

/// One saved or owned game.
public struct WishlistItem: Hashable, Codable, Sendable {
  /// The id of the game.
  public var gameId: String
  /// The game's title when it was saved.
  public var gameTitle: String?
  /// When the game was saved.
  public var addedDate: Timestamp?
  /// How much the player wants the game.
  public var priority: Priority?
  /// Whether the player wants a message when the game is released.
  public var notifyOnRelease: Bool
  /// Whether the player wants a message when the price drops.
  public var notifyOnDiscount: Bool
  /// The game's id on Steam.
  public var steamAppId: String?
  /// The game's id on itch.io.
  public var itchioGameId: String?
  /// The game's price when it was saved.
  public var priceAtAdd: Decimal?
  /// The currency of `priceAtAdd`, as an ISO 4217 code. Without it, the price cannot be compared
  /// with others.
  public var currency: String?
  /// The lists that have the game: `findie` for the app's own, and names of shops. Nil in the app's
  /// export.
  public var sources: [String]?
  /// Whether the player owns the game: then the item is not a wish. Nil counts as false.
  /// The app saves wishes; a synchronized library has owned games.
  public var owned: Bool?

  /// Creates an item.
  public init(
    gameId: String, gameTitle: String? = nil, addedDate: Timestamp? = nil,
    priority: Priority? = nil, notifyOnRelease: Bool = false, notifyOnDiscount: Bool = false,
    steamAppId: String? = nil, itchioGameId: String? = nil, priceAtAdd: Decimal? = nil,
    currency: String? = nil, sources: [String]? = nil, owned: Bool? = nil
  ) {
    self.gameId = gameId
    self.gameTitle = gameTitle
    self.addedDate = addedDate
    self.priority = priority
    self.notifyOnRelease = notifyOnRelease
    self.notifyOnDiscount = notifyOnDiscount
    self.steamAppId = steamAppId
    self.itchioGameId = itchioGameId
    self.priceAtAdd = priceAtAdd
    self.currency = currency
    self.sources = sources
    self.owned = owned
  }
}

extension WishlistItem: CataloguePart {
  package static let fields: [CatalogueField<WishlistItem>] = [
    .init("gameId", { $0.gameId }, { $0.gameId = $1 }, as: .id, .present),
    .init("gameTitle", { $0.gameTitle }, { $0.gameTitle = $1 }),
    .init("addedDate", { $0.addedDate }, { $0.addedDate = $1 }),
    .init("priority", { $0.priority }, { $0.priority = $1 }),
    .init("notifyOnRelease", { $0.notifyOnRelease }, { $0.notifyOnRelease = $1 }),
    .init("notifyOnDiscount", { $0.notifyOnDiscount }, { $0.notifyOnDiscount = $1 }),
    .init("steamAppId", { $0.steamAppId }, { $0.steamAppId = $1 }),
    .init("itchioGameId", { $0.itchioGameId }, { $0.itchioGameId = $1 }),
    .init("priceAtAdd", { $0.priceAtAdd }, { $0.priceAtAdd = $1 }),
    .init("currency", { $0.currency }, { $0.currency = $1 }, as: .code),
    .init("sources", { $0.sources }, { $0.sources = $1 }),
    .init("owned", { $0.owned }, { $0.owned = $1 }),
  ]

  package init() { self.init(gameId: "") }
}

/// How much a player wants a game.
public enum Priority: String, Codable, CaseIterable, Sendable {
  case high, medium, low
}

extension Priority: FieldWord {}
