public import FindieDomain

/// The games of one list, best first, and the time until which it may be shown.
///
/// ```swift
/// let list = try store.fetchTrendingGames(limit: 20)
/// show(list.map(\.title))
/// if list.isExpired(at: now) { reload() }
/// ```
public struct GameList: RandomAccessCollection, Hashable, Sendable {
  /// The games, best first.
  public let games: [Game]
  /// The reasons for recommending each game, the most important first. A reason's text is composed
  /// by ``PublishedStore/sentence(of:)`` or by the app. Empty for lists other than recommendations.
  public let reasons: [[Reason]]
  /// The id of a player's list, which an app sends back as `listId` of its analytics events. Nil
  /// for lists other than recommendations.
  public let listId: String?
  /// The list's night.
  public let night: Day
  /// When the app should fetch the list again. It may be unchanged then.
  public let expires: Timestamp

  /// Creates a list.
  public init(
    games: [Game], reasons: [[Reason]] = [], listId: String? = nil, night: Day,
    expires: Timestamp
  ) {
    self.games = games
    self.reasons = reasons
    self.listId = listId
    self.night = night
    self.expires = expires
  }

  /// Whether the app should fetch the list again.
  public func isExpired(at now: Timestamp) -> Bool { now >= expires }

  /// The index of the best game.
  public var startIndex: Int { games.startIndex }
  /// The index after the last game.
  public var endIndex: Int { games.endIndex }
  /// The game at `position`.
  public subscript(position: Int) -> Game { games[position] }
}

/// The time for which a list may be shown.
public struct ListLifetime: Hashable, Sendable {
  /// The lifetime in milliseconds.
  public let milliseconds: Int64

  /// Creates a lifetime.
  ///
  /// - Precondition: `hours` is above 0 and at most 10,000.
  public init(hours: Double) {
    precondition(hours > 0 && hours <= 10_000, "a lifetime of \(hours) hours")
    milliseconds = Int64((hours * 3_600_000).rounded())
  }

  /// Six hours, like the app's own cache.
  public static let standard = ListLifetime(hours: 6)

  /// When a list that was published at `start` expires.
  public func end(from start: Timestamp) -> Timestamp {
    start.adding(milliseconds: milliseconds)
  }
}
