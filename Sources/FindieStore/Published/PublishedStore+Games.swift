public import FindieDomain
import GRDB

extension PublishedStore {
  /// The games recommended to a player with reasons, best first. Nil for an unknown player.
  ///
  /// - Parameters:
  ///   - userId: the id of the player.
  ///   - limit: the maximum number of games, not negative.
  public func fetchPersonalizedGames(
    userId: String, limit: Int
  ) throws(StoreFailure) -> GameList? {
    try connection.read { database -> GameList? in
      let list = try lists(in: database).recommendations(userId: userId)
      return try list.map {
        try games(of: $0, limit: limit, expires: lifetime.end(from: publishedAt), in: database)
      }
    }
  }

  /// A reason as an English sentence, with the title of its game.
  public func sentence(of reason: Reason) throws(StoreFailure) -> String {
    guard let id = reason.gameId else { return reason.sentence(title: nil) }
    return reason.sentence(title: try fetchGame(id: id)?.title)
  }

  /// The trending games of `genre`, or of all genres for nil, the strongest trend first.
  ///
  /// - Parameters:
  ///   - genre: nil for all genres.
  ///   - limit: the maximum number of games, not negative.
  public func fetchTrendingGames(
    genre: Genre? = nil, limit: Int
  ) throws(StoreFailure) -> GameList {
    try list(limit: limit) { try $0.trending(genre: genre).games.map(\.gameId) }
  }

  /// The popular games of `genre`, or of all genres for nil, those of most players first. They are
  /// what an app can show to a player whom the night does not know.
  ///
  /// - Parameters:
  ///   - genre: nil for all genres.
  ///   - limit: the maximum number of games, not negative.
  public func fetchPopularGames(
    genre: Genre? = nil, limit: Int
  ) throws(StoreFailure) -> GameList {
    try list(limit: limit) { try $0.popular(genre: genre).games.map(\.gameId) }
  }

  /// The games similar to one game, most similar first. Nil for an unknown game.
  ///
  /// - Parameters:
  ///   - gameId: the id of the game.
  ///   - limit: the maximum number of games, not negative.
  public func fetchSimilarGames(
    to gameId: String, limit: Int
  ) throws(StoreFailure) -> GameList? {
    guard let similar = try similarGames(gameId: gameId) else { return nil }
    return try list(limit: limit) { _ in similar.games.map(\.gameId) }
  }

  /// The new releases, best first.
  ///
  /// - Parameters:
  ///   - status: only games of this status, such as early access; nil for all.
  ///   - limit: the maximum number of games, not negative.
  public func fetchNewReleases(
    status: ReleaseStatus? = nil, limit: Int
  ) throws(StoreFailure) -> GameList {
    let releases = try newReleases(status: status)
    return try list(limit: limit) { _ in releases.map(\.gameId) }
  }

  /// The announced games, the earliest date first.
  ///
  /// - Parameter limit: the maximum number of games, not negative.
  public func fetchAnnouncedGames(limit: Int) throws(StoreFailure) -> GameList {
    try list(limit: limit) { try $0.announcedGames().map(\.gameId) }
  }

  /// One game, even if it is no longer for sale. Nil for an unknown game.
  public func fetchGame(id: String) throws(StoreFailure) -> Game? {
    try connection.read { try table(in: $0).records(ids: [id]).first }
  }

  /// The games that have all words of `query` in title, studio, tags, genres or description,
  /// ignoring case and accents, without withdrawn games.
  ///
  /// The last word may be the beginning of one. Matches in titles count most, then those in the
  /// studio and the tags; the more popular game counts up to twice as much.
  /// - Parameters:
  ///   - query: words; an empty text matches all games, the most popular first.
  ///   - filters: further conditions.
  ///   - limit: the maximum number of games, not negative.
  /// - Throws: `notSearchable` for a night of an earlier version.
  /// - Complexity: O(matches) with filters, otherwise at most hundreds of them.
  public func searchGames(
    query: String, filters: GameFilters? = nil, limit: Int = 50
  ) throws(StoreFailure) -> [Game] {
    precondition(limit >= 0, "a search for \(limit) games")
    return try connection.read { database in
      try GameQuery(query: query, filters: filters, limit: limit)
        .games(limit: limit, in: database, path: connection.path)
    }
  }

  /// The first games of a list of the night, given by their ids.
  private func list(
    limit: Int, _ ids: (ListReader) throws -> [String]
  ) throws(StoreFailure) -> GameList {
    try connection.read { database in
      let lists = try lists(in: database)
      return GameList(
        games: try games(ids(lists), limit: limit, in: database), night: lists.night,
        expires: lifetime.end(from: publishedAt))
    }
  }

  /// The games of a player's list, in its order, without those that the catalogue lacks.
  private func games(
    of list: RecommendationList, limit: Int, expires: Timestamp, in database: Database
  ) throws -> GameList {
    let games = try games(list.games.lazy.map(\.gameId), limit: limit, in: database)
    var entries = list.games[...]
    let reasons = games.map { game in
      entries = entries.drop { !$0.gameId.hasSameBytes(as: game.id) }
      return entries.popFirst()?.reasons ?? []
    }
    return GameList(
      games: games, reasons: reasons, listId: list.listId, night: list.date, expires: expires)
  }

  /// The games of `ids`, in their order, without those that the catalogue lacks.
  private func games(
    _ ids: some Sequence<String>, limit: Int, in database: Database
  ) throws -> [Game] {
    precondition(limit >= 0, "a list of \(limit) games")
    return try table(in: database).records(ids: ids.prefix(limit))
  }

  private func table(in database: Database) throws -> CatalogueTable<Game> {
    try CatalogueTable(database, path: connection.path)
  }
}
