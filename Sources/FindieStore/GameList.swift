public import FindieDomain

/// The games of one list, best first, and until when they may be shown without asking again.
///
/// ```swift
/// let list = try store.fetchTrendingGames(limit: 20)
/// show(list.map(\.title))
/// if list.isExpired(at: now) { askAgain() }
/// ```
public struct GameList: RandomAccessCollection, Hashable, Sendable {
  public let games: [Game]
  /// The night that the list is of.
  public let night: Day
  /// From here on one should ask again; what is published then may still be the same.
  public let expires: Timestamp

  public init(games: [Game], night: Day, expires: Timestamp) {
    self.games = games
    self.night = night
    self.expires = expires
  }

  public func isExpired(at now: Timestamp) -> Bool { now >= expires }

  public var startIndex: Int { games.startIndex }
  public var endIndex: Int { games.endIndex }
  public subscript(position: Int) -> Game { games[position] }
}

/// How long a list may be shown before one should ask again.
public struct ListLifetime: Hashable, Sendable {
  public let milliseconds: Int64

  /// - Precondition: `hours` is above 0 and at most 10,000.
  public init(hours: Double) {
    precondition(hours > 0 && hours <= 10_000, "a lifetime of \(hours) hours")
    milliseconds = Int64((hours * 3_600_000).rounded())
  }

  /// Six hours, for which the app's own cache keeps a list.
  public static let usual = ListLifetime(hours: 6)

  /// When a list that was made at `start` expires.
  public func end(from start: Timestamp) -> Timestamp {
    start.adding(milliseconds: milliseconds)
  }
}
