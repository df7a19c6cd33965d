public import Foundation

/// The games that one player saved; one wishlist a player (source document 002, section 4).
public struct Wishlist: Identifiable, Hashable, Codable, Sendable {
  public let id: String
  public var userId: String
  public var items: [WishlistItem]
  public var lastUpdated: Timestamp?
  public var steamSyncEnabled: Bool
  public var steamLastSynced: Timestamp?
  public var itchioSyncEnabled: Bool
  public var itchioLastSynced: Timestamp?

  public init(
    id: String, userId: String, items: [WishlistItem], lastUpdated: Timestamp? = nil,
    steamSyncEnabled: Bool = false, steamLastSynced: Timestamp? = nil,
    itchioSyncEnabled: Bool = false, itchioLastSynced: Timestamp? = nil
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

/// One saved game. Prices carry no currency: never compare them with another shop's.
public struct WishlistItem: Hashable, Codable, Sendable {
  public var gameId: String
  public var gameTitle: String?
  public var addedDate: Timestamp?
  public var priority: Priority?
  public var notifyOnRelease: Bool
  public var notifyOnDiscount: Bool
  public var steamAppId: String?
  public var itchioGameId: String?
  public var priceAtAdd: Decimal?

  public init(
    gameId: String, gameTitle: String? = nil, addedDate: Timestamp? = nil,
    priority: Priority? = nil, notifyOnRelease: Bool = false, notifyOnDiscount: Bool = false,
    steamAppId: String? = nil, itchioGameId: String? = nil, priceAtAdd: Decimal? = nil
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
  }
}

public enum Priority: String, Codable, CaseIterable, Sendable {
  case high, medium, low
}
