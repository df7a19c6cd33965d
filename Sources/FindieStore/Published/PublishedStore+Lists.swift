public import FindieDomain
import Foundation
import GRDB

extension PublishedStore {
  /// The recommendations for a player, best first, with scores and reasons.
  ///
  /// - Returns: nil for an unknown player; an empty list of the source `popular` for a known player
  ///   without a list.
  public func recommendationList(userId: String) throws(StoreFailure) -> RecommendationList? {
    try connection.read { try lists(in: $0).recommendations(userId: userId) }
  }

  /// The games similar to one game, most similar first, with scores. Nil for an unknown game.
  public func similarGames(gameId: String) throws(StoreFailure) -> SimilarGames? {
    try connection.read { try lists(in: $0).similar(gameId: gameId) }
  }

  /// The trending games of `genre`, or of all genres for nil, with their lifts.
  public func trending(genre: Genre? = nil) throws(StoreFailure) -> TrendingGames {
    try connection.read { try lists(in: $0).trending(genre: genre) }
  }

  /// All lists of trending games: that of all genres first, then those of single genres.
  public func trendingLists() throws(StoreFailure) -> [TrendingGames] {
    try connection.read { database in
      let lists = try lists(in: database)
      return try ([nil] + Genre.allCases.map(Optional.some)).map { try lists.trending(genre: $0) }
    }
  }

  /// The new releases, best first. With a status, such as early access, only those of that status.
  public func newReleases(
    status: ReleaseStatus? = nil
  ) throws(StoreFailure) -> [NewRelease] {
    let releases = try connection.read { try lists(in: $0).newReleases() }
    return releases.filter { status == nil || $0.status == status }
  }

  /// The announced games, the earliest date first.
  public func announcedGames() throws(StoreFailure) -> [AnnouncedGame] {
    try connection.read { try lists(in: $0).announcedGames() }
  }

  /// The players with a list, in the order of the lists.
  package func playersWithLists() throws(StoreFailure) -> [String] {
    try connection.read { database in
      let sql = "SELECT user_id FROM recommendation_lists ORDER BY rowid"
      return try DatabaseValue.fetchAll(database, sql: sql).map { value in
        guard let id = value.exactText else {
          throw StoreFailure.damaged(path: connection.path, detail: "an id is not a text")
        }
        return id
      }
    }
  }

  /// The ids of all players in the store, with duplicates: from lists, records, wishlists, lists of
  /// friends, and developers' accounts.
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
}
