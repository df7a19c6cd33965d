/// One thing a player did with one game's card (source document 002, section 3).
public struct SwipeInteraction: Identifiable, Hashable, Codable, Sendable {
  public let id: String
  public var userId: String
  public var gameId: String
  public var action: SwipeAction
  public var timestamp: Timestamp

  public var sessionId: String
  /// Place in the feed from 0, nil where the app did not say.
  public var cardPosition: Int?
  /// Seconds spent on the card, nil where the app did not say.
  public var viewDuration: Double?

  public var userGenrePreferences: [Genre]
  public var gameGenres: [Genre]
  public var gameTags: [String]

  public init(
    id: String, userId: String, gameId: String, action: SwipeAction, timestamp: Timestamp,
    sessionId: String, cardPosition: Int? = nil, viewDuration: Double? = nil,
    userGenrePreferences: [Genre] = [], gameGenres: [Genre] = [], gameTags: [String] = []
  ) {
    self.id = id
    self.userId = userId
    self.gameId = gameId
    self.action = action
    self.timestamp = timestamp
    self.sessionId = sessionId
    self.cardPosition = cardPosition
    self.viewDuration = viewDuration
    self.userGenrePreferences = userGenrePreferences
    self.gameGenres = gameGenres
    self.gameTags = gameTags
  }
}

public enum SwipeAction: String, Codable, CaseIterable, Sendable {
  case like, dislike, superLike, skip, wishlist, share, viewDetails

  /// Whether the action ends a card: a swipe in one of the four directions.
  public var isVerdict: Bool {
    switch self {
    case .like, .dislike, .superLike, .skip: true
    case .wishlist, .share, .viewDetails: false
    }
  }

  /// The action's place in `allCases`, its code in the history's columns.
  public var code: UInt8 {
    switch self {
    case .like: 0
    case .dislike: 1
    case .superLike: 2
    case .skip: 3
    case .wishlist: 4
    case .share: 5
    case .viewDetails: 6
    }
  }
}
