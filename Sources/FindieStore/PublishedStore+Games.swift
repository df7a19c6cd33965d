public import FindieDomain
import GRDB

extension PublishedStore {
  /// The games recommended to a player, best first; nil where there is no such player.
  ///
  /// - Precondition: `limit` is not negative, here and below.
  public func fetchPersonalizedGames(
    userId: String, limit: Int
  ) throws(StoreFailure) -> GameList? {
    try connection.read { database -> GameList? in
      let lists = try lists(in: database)
      return try lists.recommendations(userId: userId)
        .map { try list($0.games.lazy.map(\.gameId), of: lists.night, limit: limit, in: database) }
    }
  }

  /// One player's games, made again by what the night learned and what happened since; nil where the
  /// night does not know the player and nothing is given.
  ///
  /// What is published stays as it is: keep the list until it expires, a lifetime after `now`.
  ///
  /// - Parameters:
  ///   - interactions: the player's since the night, in any order.
  ///   - model: what the night learned.
  ///   - now: when this is asked.
  /// - Throws: `otherNight` where `model` is not of this store's night; what the model throws.
  public func refreshRecommendations(
    userId: String, since interactions: [SwipeInteraction] = [], limit: Int,
    by model: some RecommendationRefreshing, at now: Timestamp
  ) throws -> GameList? {
    let night = try night().day
    guard model.night == night else {
      throw StoreFailure.otherNight(path: connection.path, stored: night, model: model.night)
    }
    guard let list = try model.recommendations(userId: userId, since: interactions) else {
      return nil
    }
    let games = try connection.read { database in
      try self.games(list.games.lazy.map(\.gameId), limit: limit, in: database)
    }
    return GameList(games: games, night: night, expires: lifetime.end(from: now))
  }

  /// The games that rise in `genre`, or in all genres together, fastest first.
  public func fetchTrendingGames(
    genre: Genre? = nil, limit: Int
  ) throws(StoreFailure) -> GameList {
    try connection.read { database in
      let lists = try lists(in: database)
      let games = try lists.trending(genre: genre).games
      return try list(games.lazy.map(\.gameId), of: lists.night, limit: limit, in: database)
    }
  }

  /// The games like one game, likest first; nil where there is no such game.
  public func fetchSimilarGames(
    to gameId: String, limit: Int
  ) throws(StoreFailure) -> GameList? {
    try connection.read { database -> GameList? in
      let lists = try lists(in: database)
      return try lists.similar(gameId: gameId)
        .map { try list($0.games.lazy.map(\.gameId), of: lists.night, limit: limit, in: database) }
    }
  }

  /// The games that came out lately, best first; of one status alone, such as early access, where
  /// asked.
  public func fetchNewReleases(
    status: ReleaseStatus? = nil, limit: Int
  ) throws(StoreFailure) -> GameList {
    try connection.read { database in
      let lists = try lists(in: database)
      let releases = try lists.newReleases().filter { status == nil || $0.status == status }
      return try list(releases.lazy.map(\.gameId), of: lists.night, limit: limit, in: database)
    }
  }

  /// The games that are announced, the earliest date first.
  public func fetchAnnouncedGames(limit: Int) throws(StoreFailure) -> GameList {
    try connection.read { database in
      let lists = try lists(in: database)
      let announced = try lists.announcedGames()
      return try list(announced.lazy.map(\.gameId), of: lists.night, limit: limit, in: database)
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

  private func list(
    _ ids: some Sequence<String>, of night: Day, limit: Int, in database: Database
  ) throws -> GameList {
    GameList(
      games: try games(ids, limit: limit, in: database), night: night,
      expires: lifetime.end(from: publishedAt))
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
    var columns = ColumnReader(
      Array(row.databaseValues), table: Game.table.name, path: connection.path)
    var parts = StoredParts()
    return try Game(from: &columns, parts: &parts)
  }
}
