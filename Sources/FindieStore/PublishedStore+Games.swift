public import FindieDomain
import GRDB

extension PublishedStore {
  /// The games recommended to a player, best first; nil where there is no such player.
  ///
  /// - Precondition: `limit` is not negative, here and below.
  public func fetchPersonalizedGames(userId: String, limit: Int) throws(StoreFailure) -> [Game]? {
    try connection.read { database in
      try lists(in: database).recommendations(userId: userId)
        .map { try games($0.games.lazy.map(\.gameId), limit: limit, in: database) }
    }
  }

  /// The games that rise in `genre`, or in all genres together, fastest first.
  public func fetchTrendingGames(
    genre: Genre? = nil, limit: Int
  ) throws(StoreFailure) -> [Game] {
    try connection.read { database in
      let list = try lists(in: database).trending(genre: genre)
      return try games(list.games.lazy.map(\.gameId), limit: limit, in: database)
    }
  }

  /// The games like one game, likest first; nil where there is no such game.
  public func fetchSimilarGames(
    to gameId: String, limit: Int
  ) throws(StoreFailure) -> [Game]? {
    try connection.read { database in
      try lists(in: database).similar(gameId: gameId)
        .map { try games($0.games.lazy.map(\.gameId), limit: limit, in: database) }
    }
  }

  /// The games that came out lately, best first; of one status alone, such as early access, where
  /// asked.
  public func fetchNewReleases(
    status: ReleaseStatus? = nil, limit: Int
  ) throws(StoreFailure) -> [Game] {
    try connection.read { database in
      let list = try lists(in: database).newReleases()
        .filter { status == nil || $0.status == status }
      return try games(list.lazy.map(\.gameId), limit: limit, in: database)
    }
  }

  /// The games that are announced, the earliest date first.
  public func fetchAnnouncedGames(limit: Int) throws(StoreFailure) -> [Game] {
    try connection.read { database in
      let list = try lists(in: database).announcedGames()
      return try games(list.lazy.map(\.gameId), limit: limit, in: database)
    }
  }

  /// One game, also where it is withdrawn; nil where there is no such game.
  public func fetchGame(id: String) throws(StoreFailure) -> Game? {
    try connection.read { try game(id: id, in: $0) }
  }

  /// The games whose title contains `query`, whatever its capitals and accents; all for none.
  ///
  /// Titles that begin with it come first, then by title. Withdrawn games are left out.
  /// - Complexity: O(games of the catalogue), without a genre or a tag to narrow them.
  public func searchGames(
    query: String, filters: GameFilters? = nil, limit: Int = 50
  ) throws(StoreFailure) -> [Game] {
    precondition(limit >= 0, "a search for \(limit) games")
    return try connection.read { database in
      try GameQuery(query: query, filters: filters).rows(limit: limit, in: database)
        .map(game(from:))
    }
  }

  /// The games of `ids`, in their order; an id that the catalogue lacks is left out.
  private func games(
    _ ids: some Sequence<String>, limit: Int, in database: Database
  ) throws -> [Game] {
    precondition(limit >= 0, "a list of \(limit) games")
    return try ids.prefix(limit).compactMap { try game(id: $0, in: database) }
  }

  private func game(id: String, in database: Database) throws -> Game? {
    let statement = try database.cachedStatement(sql: Game.table.select + " WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [DatabaseValue(exactly: id)]).map(game(from:))
  }

  private func game(from row: Row) throws -> Game {
    try StoredRow(values: Array(row.databaseValues), parts: []).record(path: connection.path)
  }
}
