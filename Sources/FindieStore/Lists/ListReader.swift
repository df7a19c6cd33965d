import FindieDomain
import GRDB

/// Reads the lists of a published night, within one transaction.
struct ListReader {
  private let database: Database
  private let path: String
  let night: Day

  init(_ database: Database, path: String) throws {
    self.database = database
    self.path = path
    guard let text = try String.fetchOne(database, sql: "SELECT date FROM night") else {
      throw StoreFailure.unpublished(path: path)
    }
    guard let day = Day(text) else {
      throw StoreFailure.damaged(path: path, detail: "'\(text)' is not a day")
    }
    night = day
  }

  func counts() throws -> PublishedCounts {
    guard let row = try Row.fetchOne(database, sql: "SELECT * FROM night") else {
      throw StoreFailure.unpublished(path: path)
    }
    var counts = PublishedCounts()
    counts.recommendations = try value(2, of: row)
    counts.similar = try value(3, of: row)
    counts.trending = try value(4, of: row)
    counts.newReleases = try value(5, of: row)
    counts.announced = try value(6, of: row)
    counts.popular = try value(7, of: row)
    return counts
  }

  func recommendations(userId: String) throws -> RecommendationList? {
    let key = DatabaseValue(exactly: userId)
    let lists = try rows(
      "SELECT list_id, source FROM recommendation_lists WHERE user_id = ?", [key])
    guard let list = lists.first else {
      guard try !rows("SELECT 1 FROM users WHERE id = ?", [key]).isEmpty else { return nil }
      return RecommendationList(userId: userId, date: night, source: .popular, games: [])
    }
    let games = try rows(
      """
      SELECT game_id, rank, score, probability, reason1, subject1, weight1, reason2, subject2, weight2,
        promoted
      FROM recommendations WHERE user_id = ? ORDER BY rank
      """, [key]
    ).map { row in
      RecommendationList.Entry(
        gameId: try text(0, of: row), rank: try value(1, of: row), score: try value(2, of: row),
        reasons: try [reason(4, of: row), reason(7, of: row)].compactMap(\.self),
        probability: isNull(3, of: row) ? nil : try value(3, of: row),
        promoted: try value(10, of: row) ? true : nil)
    }
    return RecommendationList(
      userId: userId, listId: try text(0, of: list), date: night, source: try word(1, of: list),
      games: games, rows: try rowsOfGames(ofPlayer: key))
  }

  private func rowsOfGames(ofPlayer key: DatabaseValue) throws -> [RecommendationList.Row] {
    var found: [(key: RecommendationList.Row.Key, subject: String?, games: [String])] = []
    let entries = try rows(
      """
      SELECT position, key, subject, game_id FROM row_games WHERE user_id = ?
      ORDER BY position, rank
      """, [key])
    for entry in entries {
      let position: Int = try value(0, of: entry)
      if position > found.count {
        found.append(
          (try word(1, of: entry), isNull(2, of: entry) ? nil : try text(2, of: entry), []))
      }
      guard position == found.count else { throw damaged }
      found[position - 1].games.append(try text(3, of: entry))
    }
    return found.map {
      RecommendationList.Row(key: $0.key, subject: $0.subject, gameIds: $0.games)
    }
  }

  /// The reason whose kind is in `column`, and its subject and weight in the next ones; nil if
  /// there is none.
  private func reason(_ column: Int, of row: Row) throws -> Reason? {
    if isNull(column, of: row), isNull(column + 2, of: row) { return nil }
    let kind: ReasonKind = try word(column, of: row)
    return Reason(
      kind: kind, gameId: kind.namesGame ? try text(column + 1, of: row) : nil,
      genre: kind.namesGenre ? try word(column + 1, of: row) : nil,
      weight: try value(column + 2, of: row))
  }

  func similar(gameId: String) throws -> SimilarGames? {
    let key = DatabaseValue(exactly: gameId)
    let games = try rows(
      """
      SELECT similar_game_id, rank, score, carried_by FROM similar_games
      WHERE game_id = ? ORDER BY rank
      """, [key]
    ).map { row in
      SimilarGames.Entry(
        gameId: try text(0, of: row), rank: try value(1, of: row), score: try value(2, of: row),
        carriedBy: try word(3, of: row))
    }
    guard try !games.isEmpty || !rows("SELECT 1 FROM games WHERE id = ?", [key]).isEmpty else {
      return nil
    }
    return SimilarGames(gameId: gameId, date: night, games: games)
  }

  func trending(genre: Genre?) throws -> TrendingGames {
    let games = try rows(
      """
      SELECT game_id, rank, lift, lower_bound, events, flags FROM trending_games
      WHERE genre IS ? ORDER BY position
      """, [genre?.rawValue.databaseValue ?? .null]
    ).map { row in
      return TrendingGames.Entry(
        gameId: try text(0, of: row), rank: try value(1, of: row), lift: try value(2, of: row),
        lowerBound: try value(3, of: row), events: try value(4, of: row),
        flags: try flags(of: text(5, of: row)))
    }
    return TrendingGames(genre: genre, date: night, games: games)
  }

  func popular(genre: Genre?) throws -> PopularGames {
    let rows = try rows(
      """
      SELECT game_id, rank, players, days FROM popular_games WHERE genre IS ? ORDER BY position
      """, [genre?.rawValue.databaseValue ?? .null])
    let games = try rows.map { row in
      PopularGames.Entry(
        gameId: try text(0, of: row), rank: try value(1, of: row), players: try value(2, of: row))
    }
    // An empty list is of all days (see `PopularGames.lists`).
    let days: Int? = try rows.first.flatMap { isNull(3, of: $0) ? nil : try value(3, of: $0) }
    return PopularGames(genre: genre, date: night, days: days, games: games)
  }

  func newReleases() throws -> [NewRelease] {
    try rows(
      "SELECT game_id, rank, release_date, status, score FROM new_releases ORDER BY position"
    ).map { row in
      NewRelease(
        gameId: try text(0, of: row), date: night, rank: try value(1, of: row),
        releaseDate: try day(2, of: row), status: try word(3, of: row),
        score: try value(4, of: row))
    }
  }

  func announcedGames() throws -> [AnnouncedGame] {
    try rows(
      "SELECT game_id, rank, release_date, status FROM announced_games ORDER BY position"
    ).map { row in
      AnnouncedGame(
        gameId: try text(0, of: row), date: night, rank: try value(1, of: row),
        releaseDate: isNull(2, of: row) ? nil : try day(2, of: row), status: try word(3, of: row))
    }
  }

  // MARK: - Values

  private var damaged: StoreFailure { .damaged(path: path, detail: "a list is invalid") }

  private func rows(_ sql: String, _ values: [DatabaseValue] = []) throws -> [Row] {
    do {
      return try Row.fetchAll(
        database.cachedStatement(sql: sql), arguments: StatementArguments(values))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // The statements are correct, so SQLite rejected the JSON of a list.
      throw damaged
    }
  }

  private func isNull(_ column: Int, of row: Row) -> Bool { (row[column] as DatabaseValue).isNull }

  private func value<Value: DatabaseValueConvertible>(_ column: Int, of row: Row) throws -> Value {
    guard let value = Value.fromDatabaseValue(row[column]) else { throw damaged }
    return value
  }

  private func text(_ column: Int, of row: Row) throws -> String {
    guard let text = (row[column] as DatabaseValue).exactText else { throw damaged }
    return text
  }

  /// The flags of a JSON array of texts.
  private func flags(of text: String) throws -> [TrendingGames.Flag] {
    try rows("SELECT value FROM json_each(?)", [text.databaseValue]).map { try word(0, of: $0) }
  }

  private func day(_ column: Int, of row: Row) throws -> Day {
    guard let day = Day(try text(column, of: row)) else { throw damaged }
    return day
  }

  private func word<Word: RawRepresentable<String>>(_ column: Int, of row: Row) throws -> Word {
    guard let word = Word(rawValue: try text(column, of: row)) else { throw damaged }
    return word
  }
}
