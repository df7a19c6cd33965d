public import FindieDomain
import Foundation
import GRDB

extension PublishedStore {
  /// One player's recommendations, best first; nil where neither a list nor a record of the player
  /// is there, and empty (of source popular) where only the record is.
  public func recommendationList(userId: String) throws(StoreFailure) -> RecommendationList? {
    try connection.read { try lists(in: $0).recommendations(userId: userId) }
  }

  /// The games like one game, best first; nil where there is no such game.
  public func similarGames(gameId: String) throws(StoreFailure) -> SimilarGames? {
    try connection.read { try lists(in: $0).similar(gameId: gameId) }
  }

  /// What rises in `genre`, or in all genres together; empty where nothing does.
  public func trending(genre: Genre? = nil) throws(StoreFailure) -> TrendingGames {
    try connection.read { try lists(in: $0).trending(genre: genre) }
  }

  /// What rises: in all genres together first, then in each that has a list.
  public func trendingLists() throws(StoreFailure) -> [TrendingGames] {
    try connection.read { database in
      let lists = try lists(in: database)
      let genres = try String.fetchAll(
        database, sql: "SELECT genre FROM trending_games ORDER BY rowid")
      return try genres.map { try lists.trending(genre: Genre(rawValue: $0)) }
    }
  }

  /// What came out lately, best first; of one status alone, such as early access, where asked.
  public func newReleases(
    status: ReleaseStatus? = nil
  ) throws(StoreFailure) -> [NewRelease] {
    let releases = try connection.read { try lists(in: $0).newReleases() }
    return releases.filter { status == nil || $0.status == status }
  }

  /// What is announced, the earliest date first.
  public func announcedGames() throws(StoreFailure) -> [AnnouncedGame] {
    try connection.read { try lists(in: $0).announcedGames() }
  }

  /// The players that have a list, in the order of the lists.
  package func playersWithLists() throws(StoreFailure) -> [String] {
    try ids("SELECT userId FROM recommendations ORDER BY rowid")
  }

  /// All players whom the store names, some several times: by a list, a record, a wishlist, as
  /// somebody's friend or as whose account a studio is.
  package func players() throws(StoreFailure) -> [String] {
    var players = try playersWithLists()
    let catalogue = try connection.catalogue()
    for user in catalogue.users {
      players.append(user.id)
      players += user.friendIds
    }
    players += catalogue.wishlists.map(\.userId)
    players += catalogue.developers.compactMap(\.userId)
    return players
  }

  /// The games that have a list of similar ones, in the order of the lists.
  package func gamesWithSimilarOnes() throws(StoreFailure) -> [String] {
    try ids("SELECT gameId FROM similar_games ORDER BY rowid")
  }

  private func ids(_ sql: String) throws(StoreFailure) -> [String] {
    try connection.read { database in
      try DatabaseValue.fetchAll(database, sql: sql).map { value in
        guard let id = value.exactText else {
          throw StoreFailure.damaged(path: connection.path, detail: "a list of no text")
        }
        return id
      }
    }
  }

  func lists(in database: Database) throws -> ListReader {
    try ListReader(database, path: connection.path)
  }
}
