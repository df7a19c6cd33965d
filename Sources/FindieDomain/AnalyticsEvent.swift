/// One event of the app's own analytics (source document 002, section 7).
///
/// `shop`, `surface` and `listId` are fields that newer apps write; "unknown" where they are absent.
public struct AnalyticsEvent: Hashable, Codable, Sendable {
  public let eventId: String
  public var gameId: String
  public var developerId: String?
  public var eventType: EventType
  public var timestamp: Timestamp
  public var anonymousUserId: String
  public var userGenrePreferences: [Genre]
  public var sessionId: String
  public var deviceType: String?
  public var appVersion: String?
  public var shop: String?
  public var surface: String?
  public var listId: String?

  public init(
    eventId: String, gameId: String, developerId: String? = nil, eventType: EventType,
    timestamp: Timestamp, anonymousUserId: String, userGenrePreferences: [Genre] = [],
    sessionId: String, deviceType: String? = nil, appVersion: String? = nil, shop: String? = nil,
    surface: String? = nil, listId: String? = nil
  ) {
    self.eventId = eventId
    self.gameId = gameId
    self.developerId = developerId
    self.eventType = eventType
    self.timestamp = timestamp
    self.anonymousUserId = anonymousUserId
    self.userGenrePreferences = userGenrePreferences
    self.sessionId = sessionId
    self.deviceType = deviceType
    self.appVersion = appVersion
    self.shop = shop
    self.surface = surface
    self.listId = listId
  }
}

public enum EventType: String, Codable, CaseIterable, Sendable {
  case gameView, gameClick, gameLike, gameDislike, gameWishlist, gameShare, externalLinkClick

  /// The type's place in `allCases`, its code in the history's columns.
  public var code: UInt8 {
    switch self {
    case .gameView: 0
    case .gameClick: 1
    case .gameLike: 2
    case .gameDislike: 3
    case .gameWishlist: 4
    case .gameShare: 5
    case .externalLinkClick: 6
    }
  }
}
