public import FindieDomain
public import Foundation
import GRDB

/// The lists and the catalogue of one night, read-only, for the app's server and the command line.
///
/// ```swift
/// let store = try PublishedStore(at: published.appending(path: "current/findie.sqlite"))
/// let games = try store.fetchPersonalizedGames(userId: "ada", limit: 20)
///   ?? store.fetchPopularGames(limit: 20)
/// ```
///
/// The functions are named like those of the app's services. They are synchronous and take
/// microseconds to a few milliseconds.
///
/// A store keeps reading the night for which it was opened. Open `current/findie.sqlite` again to
/// read the next one. Calls from several threads wait for each other; open one store per thread to
/// read in parallel.
///
/// The result is nil for an unknown player or game, and an empty list for a known one without a
/// list. All functions throw ``StoreFailure``: `damaged` if the file has invalid contents, and
/// `unpublished` if it contains no lists.
public struct PublishedStore: Sendable {
  let connection: StoreConnection
  /// When the night was published.
  public let publishedAt: Timestamp
  /// The time after `publishedAt` for which lists may be shown.
  public let lifetime: ListLifetime

  /// Opens a published store.
  ///
  /// - Parameters:
  ///   - url: the file, usually `published/current/findie.sqlite`.
  ///   - lockTimeout: seconds to wait while another process holds the file.
  ///   - lifetime: the time after the publication for which lists may be shown.
  ///   - publishedAt: nil for the file's modification time. Pass it if the file was copied without
  ///     its time.
  /// - Throws: `missing`, `otherFormat`, `foreign`, `damaged`, `notPermitted`.
  public init(
    at url: URL, lockTimeout: Double = 5, lifetime: ListLifetime = .standard,
    publishedAt: Timestamp? = nil
  ) throws(StoreFailure) {
    self.lifetime = lifetime
    let modified = try Self.modificationTime(of: url)
    self.publishedAt = publishedAt ?? modified
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(lockTimeout)
    connection = try StoreConnection(path: url.path, configuration: configuration)
    let state = try connection.read { try SchemaState($0) }
    guard !state.isEmpty else { throw .damaged(path: url.path, detail: "it is empty") }
    if let failure = state.failure(path: url.path) { throw failure }
    if state.isOlder {
      try connection.outsideTransaction { try Schema.showUpgraded($0, from: state.version) }
    }
  }

  private static func modificationTime(of url: URL) throws(StoreFailure) -> Timestamp {
    // The link `current` has a time of its own.
    let path = url.resolvingSymlinksInPath().path
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: url.path) }
    do {
      let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      let seconds = date?.timeIntervalSince1970 ?? 0
      return Timestamp(milliseconds: Int64((seconds * 1000).rounded(.down)))
    } catch {
      throw .notPermitted(path: url.path, detail: error.localizedDescription)
    }
  }

  /// The night of the store, and how much was published.
  public func night() throws(StoreFailure) -> PublishedNight {
    try connection.read { database in
      let lists = try lists(in: database)
      return PublishedNight(
        day: lists.night, counts: try lists.counts(),
        games: try Int.fetchOne(database, sql: "SELECT count(*) FROM games") ?? 0,
        users: try Int.fetchOne(database, sql: "SELECT count(*) FROM users") ?? 0)
    }
  }

  /// The whole catalogue.
  public func catalogue() throws(StoreFailure) -> Catalogue {
    try connection.catalogue()
  }

  /// The catalogue without users and wishlists, which are most of it.
  package func catalogueWithoutPlayers() throws(StoreFailure) -> Catalogue {
    try connection.catalogue(
      StoredPlayers(users: PackedRecords<User>(), wishlists: PackedRecords<Wishlist>()))
  }

  /// The record of a player; nil for an unknown one.
  package func user(id: String) throws(StoreFailure) -> User? { try users(ids: [id]).first }

  /// The records of players, without unknown ones.
  package func users(ids: [String]) throws(StoreFailure) -> [User] {
    guard !ids.isEmpty else { return [] }
    return try connection.read { database in
      try CatalogueTable<User>(database, path: connection.path).records(ids: ids)
    }
  }

  /// Checks every page of the file, and indexes against tables.
  ///
  /// - Throws: `damaged`, with the first problems.
  /// - Complexity: O(size of the file).
  public func integrityCheck() throws(StoreFailure) {
    try connection.integrityCheck()
  }

  func lists(in database: Database) throws -> ListReader {
    try ListReader(database, path: connection.path)
  }
}

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

  /// The popular games of `genre`, or of all genres for nil, with their numbers of players.
  public func popular(genre: Genre? = nil) throws(StoreFailure) -> PopularGames {
    try connection.read { try lists(in: $0).popular(genre: genre) }
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
      let sql = "SELECT user_id FROM main.recommendation_lists ORDER BY rowid"
      return try DatabaseValue.fetchAll(database, sql: sql).map { value in
        guard let id = value.exactText else {
          throw StoreFailure.damaged(path: connection.path, detail: "an id is not a text")
        }
        return id
      }
    }
  }

  /// The ids of all players in the store, with duplicates: from lists, records, wishlists, lists of
  /// friends and of uncounted accounts, and developers' accounts.
  package func players() throws(StoreFailure) -> [String] {
    var players = try playersWithLists()
    let catalogue = try connection.catalogue()
    for user in catalogue.packedUsers {
      players.append(user.id)
      players += user.friendIds
    }
    players += catalogue.packedWishlists.map(\.userId)
    players += catalogue.packedUncounted.map(\.id)
    players += catalogue.developers.compactMap(\.userId)
    return players
  }
}
