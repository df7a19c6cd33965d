/// One action of a player on the card of a game.
public struct SwipeInteraction: Identifiable, Hashable, Codable, Sendable {
  /// The id of the event. Events with the same id are duplicates.
  public let id: String
  /// The player.
  public var userId: String
  /// The game on the card.
  public var gameId: String
  /// What the player did.
  public var action: SwipeAction
  /// When it happened.
  public var timestamp: Timestamp

  /// The session of the app.
  public var sessionId: String
  /// The card's position in the feed, from 0. Nil if it was not recorded.
  public var cardPosition: Int?
  /// Seconds that the card was in view. Nil if they were not recorded.
  public var viewDuration: Double?

  /// The player's favorite genres at that time.
  public var userGenrePreferences: [Genre]
  /// The game's genres at that time.
  public var gameGenres: [Genre]
  /// The game's tags at that time.
  public var gameTags: [String]

  /// Creates an interaction.
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

/// What a player can do with a card.
public enum SwipeAction: String, Codable, CaseIterable, Sendable {
  case like, dislike, superLike, skip, wishlist, share, viewDetails
  /// A rating that is neither a like nor a dislike. Lists count it like `viewDetails`; in reports
  /// it is no measure.
  case neutral

  /// Whether the action is a swipe in one of the four directions, which removes the card.
  public var isVerdict: Bool {
    switch self {
    case .like, .dislike, .superLike, .skip: true
    case .wishlist, .share, .viewDetails, .neutral: false
    }
  }

  /// The action's index in `allCases`: its code in the columns of the event history.
  public var code: UInt8 {
    switch self {
    case .like: 0
    case .dislike: 1
    case .superLike: 2
    case .skip: 3
    case .wishlist: 4
    case .share: 5
    case .viewDetails: 6
    case .neutral: 7
    }
  }
}

/// The types of analytics events that the app records.
public enum EventType: String, Codable, CaseIterable, Sendable {
  case gameView, gameClick, gameLike, gameDislike, gameWishlist, gameShare, externalLinkClick

  /// The type's index in `allCases`: its code in the columns of the event history.
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
