public import FindieDomain
public import Foundation
import GRDB

/// What a night published, for an app's server and for the command line; never written to.
///
/// ```swift
/// let store = try PublishedStore(at: published.appending(path: "current/findie.sqlite"))
/// let games = try store.fetchPersonalizedGames(userId: "ada", limit: 20) ?? popular
/// ```
///
/// The names are those of the app's services. They are synchronous: an answer takes microseconds to
/// a few milliseconds, less than to hop between threads; an async caller wraps the call.
///
/// An opened store stays with the night that it was opened on. Open `current/findie.sqlite` again
/// to see the next one. Calls from several threads take turns; open one store a thread for more.
///
/// No such player or game is nil; a known one without a list gets an empty list. A list that is
/// asked for before any night was published throws `unpublished`.
public struct PublishedStore: Sendable {
  let connection: StoreConnection
  /// When the night was published.
  public let publishedAt: Timestamp
  public let lifetime: ListLifetime

  /// Opens a snapshot, or a living store, to read it.
  ///
  /// - Parameters:
  ///   - patience: seconds to wait while another process holds a living store.
  ///   - lifetime: how long after the night's publication its lists expire.
  ///   - publishedAt: nil for the time at which the file was last written: name it where the file was
  ///     copied without its time.
  /// - Throws: `missing`, `newer`, `older`, `foreign`, `damaged`, `notPermitted`.
  public init(
    at url: URL, patience: Double = 5, lifetime: ListLifetime = .usual,
    publishedAt: Timestamp? = nil
  ) throws(StoreFailure) {
    self.lifetime = lifetime
    let written = try PublishedStore.lastWritten(url)
    self.publishedAt = publishedAt ?? written
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(patience)
    connection = try StoreConnection(path: url.path, configuration: configuration)
    let state = try connection.read { try SchemaState($0) }
    if let failure = state.failure(path: url.path, canMigrate: false) { throw failure }
  }

  private static func lastWritten(_ url: URL) throws(StoreFailure) -> Timestamp {
    // Through `current`: a symbolic link's own time is not the file's.
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

  /// What the store was published with.
  public func night() throws(StoreFailure) -> PublishedNight {
    try connection.read { database in
      guard let row = try Row.fetchOne(database, sql: "SELECT * FROM night") else {
        throw StoreFailure.unpublished(path: connection.path)
      }
      var columns = ColumnReader(
        Array(row.databaseValues), table: "night", path: connection.path, from: 1)
      let day = try columns.day()
      var counts = PublishedCounts()
      counts.recommendations = try columns.number() ?? 0
      counts.similar = try columns.number() ?? 0
      counts.trending = try columns.number() ?? 0
      counts.newReleases = try columns.number() ?? 0
      counts.announced = try columns.number() ?? 0
      return PublishedNight(
        day: day, counts: counts,
        games: try Int.fetchOne(database, sql: "SELECT count(*) FROM games") ?? 0,
        users: try Int.fetchOne(database, sql: "SELECT count(*) FROM users") ?? 0,
        schemaVersion: try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0)
    }
  }

  /// All games, studios, tags, players and wishlists, as of one moment.
  public func catalogue() throws(StoreFailure) -> Catalogue {
    try connection.catalogue()
  }

  /// Reads every page and compares indexes with tables.
  ///
  /// - Throws: `damaged`, with the first things that are wrong.
  /// - Complexity: O(size of the file).
  public func integrityCheck() throws(StoreFailure) {
    try connection.integrityCheck()
  }
}
