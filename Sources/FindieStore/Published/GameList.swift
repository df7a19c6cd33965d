public import FindieDomain
public import Foundation
import GRDB

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

/// The SQL of a search, with the values of its parameters.
struct GameQuery {
  private var conditions: [String] = ["isActive"]
  private var values: [DatabaseValue] = []
  private let folded: String

  init(query: String, filters: GameFilters?) {
    folded = SearchText.folded(query)
    if !folded.isEmpty {
      // LIKE ignores case only in ASCII, and treats % and _ as patterns.
      conditions.append("instr(searchText, ?) > 0")
      values.append(folded.databaseValue)
    }
    let filters = filters ?? GameFilters()
    if let genres = filters.genres, !genres.isEmpty {
      require(
        "id IN (SELECT gameId FROM game_genres WHERE genre IN", genres.map(\.rawValue), ")")
    }
    if let tags = filters.tags, !tags.isEmpty {
      require("id IN (SELECT gameId FROM game_tags WHERE tag IN", tags, ")")
    }
    if let platforms = filters.platforms, !platforms.isEmpty {
      require(
        "EXISTS (SELECT 1 FROM json_each(platforms) WHERE value IN", platforms.map(\.rawValue), ")")
    }
    if let bound = filters.minPrice { require(price: ">=", bound) }
    if let bound = filters.maxPrice { require(price: "<=", bound) }
    if let status = filters.releaseStatus, !status.isEmpty {
      require("releaseStatus IN", status.map(\.rawValue), "")
    } else {
      conditions.append("releaseStatus <> 'cancelled'")
    }
  }

  private mutating func require(_ before: String, _ options: [String], _ after: String) {
    let parameters = options.map { _ in "?" }.joined(separator: ", ")
    conditions.append("\(before) (\(parameters))\(after)")
    values += options.map(DatabaseValue.init(exactly:))
  }

  /// Compares both prices as the nearest Double of their decimal texts, so that equal prices are
  /// equal.
  private mutating func require(price comparison: String, _ bound: Decimal) {
    conditions.append(
      "CASE WHEN isFree THEN 0.0 ELSE CAST(price AS REAL) END \(comparison) CAST(? AS REAL)")
    values.append(bound.description.databaseValue)
  }

  /// The games, first those whose title begins with the query, then by title.
  func games(limit: Int, in database: Database, path: String) throws -> [Game] {
    let ids = try DatabaseValue.fetchAll(
      database,
      sql: """
        SELECT id FROM \(Game.layout.name) WHERE \(conditions.joined(separator: " AND "))
        ORDER BY instr(searchText, ?) <> 1, searchText, id LIMIT ?
        """,
      arguments: StatementArguments(values + [folded.databaseValue, limit.databaseValue])
    ).compactMap(\.exactText)
    return try CatalogueTable<Game>(database, path: path).records(ids: ids)
  }
}

/// The conditions of ``PublishedStore/searchGames(query:filters:limit:)``. A game must meet all of
/// them. Nil and an empty list impose no condition.
public struct GameFilters: Hashable, Sendable {
  /// The game has one of these genres.
  public var genres: [Genre]?
  /// The game has one of these tags.
  public var tags: [String]?
  /// The game is available on one of these platforms.
  public var platforms: [Platform]?
  /// The lowest price, inclusive. A free game costs 0; an unknown price meets no limit.
  public var minPrice: Decimal?
  /// The highest price, inclusive. Prices are compared as numbers, whatever their currency.
  public var maxPrice: Decimal?
  /// The game has one of these statuses. By default, all games are found except cancelled ones.
  public var releaseStatus: [ReleaseStatus]?

  /// Creates filters.
  public init(
    genres: [Genre]? = nil, tags: [String]? = nil, platforms: [Platform]? = nil,
    minPrice: Decimal? = nil, maxPrice: Decimal? = nil, releaseStatus: [ReleaseStatus]? = nil
  ) {
    self.genres = genres
    self.tags = tags
    self.platforms = platforms
    self.minPrice = minPrice
    self.maxPrice = maxPrice
    self.releaseStatus = releaseStatus
  }
}
