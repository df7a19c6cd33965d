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
    } else {
      conditions.append("releaseStatus <> 'cancelled'")
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
