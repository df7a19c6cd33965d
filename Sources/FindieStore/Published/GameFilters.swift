public import FindieDomain
public import Foundation
import GRDB

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
  /// The game has one of these statuses. Cancelled games are never found.
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

/// The SQL of a search, with the values of its parameters.
struct GameQuery {
  private var conditions = ["true"]
  private var values: [DatabaseValue] = []
  private let source: String

  init(query: String, filters: GameFilters?, limit: Int) {
    if let query = SearchIndex.query(query) {
      // Filters choose among all matches.
      source = SearchIndex.matches(limit: filters == nil ? max(limit, Self.compared) : -1)
      values.append(query.databaseValue)
    } else {
      source = "SELECT game_id, number, number AS weight FROM searched_games"
    }
    let filters = filters ?? GameFilters()
    if let genres = filters.genres, !genres.isEmpty {
      require(
        "id IN (SELECT gameId FROM game_genres WHERE genre IN", genres.map(\.rawValue), then: ")")
    }
    if let tags = filters.tags, !tags.isEmpty {
      require("id IN (SELECT gameId FROM game_tags WHERE tag IN", tags, then: ")")
    }
    if let platforms = filters.platforms, !platforms.isEmpty {
      require(
        "EXISTS (SELECT 1 FROM json_each(platforms) WHERE value IN", platforms.map(\.rawValue),
        then: ")")
    }
    if let bound = filters.minPrice { require(price: ">=", bound) }
    if let bound = filters.maxPrice { require(price: "<=", bound) }
    if let status = filters.releaseStatus, !status.isEmpty {
      require("releaseStatus IN", status.map(\.rawValue))
    }
  }

  private mutating func require(_ sql: String, _ options: [String], then end: String = "") {
    let parameters = options.map { _ in "?" }.joined(separator: ", ")
    conditions.append("\(sql) (\(parameters))\(end)")
    values += options.map(DatabaseValue.init(exactly:))
  }

  /// Compares both prices as the nearest Double of their decimal texts, so that equal prices are
  /// equal.
  private mutating func require(price comparison: String, _ bound: Decimal) {
    conditions.append(
      "CASE WHEN isFree THEN 0.0 ELSE CAST(price AS REAL) END \(comparison) CAST(? AS REAL)")
    values.append(bound.description.databaseValue)
  }

  /// How many matches are compared: enough for a list, and quick for a word that most games have.
  private static let compared = 200

  /// The games, the best match first, without a query the most popular.
  ///
  /// - Throws: `notSearchable` if the store has no index.
  func games(limit: Int, in database: Database, path: String) throws -> [Game] {
    guard try database.tableExists("game_search") else {
      throw StoreFailure.notSearchable(path: path)
    }
    let ids = try DatabaseValue.fetchAll(
      database,
      sql: """
        SELECT id FROM (\(source)) JOIN \(Game.layout.name) ON id = game_id
        WHERE \(conditions.joined(separator: " AND ")) ORDER BY weight, number LIMIT ?
        """,
      arguments: StatementArguments(values + [limit.databaseValue])
    ).compactMap(\.exactText)
    return try CatalogueTable<Game>(database, path: path).records(ids: ids)
  }
}
