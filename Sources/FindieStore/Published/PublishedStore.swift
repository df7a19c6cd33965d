public import FindieDomain
public import Foundation
import GRDB

/// The lists and the catalogue of one night, read-only, for the app's server and the command line.
///
/// ```swift
/// let store = try PublishedStore(at: published.appending(path: "current/findie.sqlite"))
/// let games = try store.fetchPersonalizedGames(userId: "ada", limit: 20)
///   ?? store.fetchTrendingGames(limit: 20)
/// ```
///
/// The names of the functions are those of the app's services. They are synchronous and take
/// microseconds to a few milliseconds.
///
/// A store keeps reading the night with which it was opened. Open `current/findie.sqlite` again to read
/// the next one. Calls from several threads wait for each other; open one store a thread to read in
/// parallel.
///
/// For an unknown player or game the result is nil, for a known one without a list an empty list. All
/// functions throw ``StoreFailure``: `damaged` if the file has invalid contents, and `unpublished` if
/// it contains no lists.
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
  ///   - publishedAt: nil for the file's modification time. Pass it if the file was copied without its
  ///     time.
  /// - Throws: `missing`, `otherFormat`, `foreign`, `damaged`, `notPermitted`.
  public init(
    at url: URL, lockTimeout: Double = 5, lifetime: ListLifetime = .standard,
    publishedAt: Timestamp? = nil
  ) throws(StoreFailure) {
    self.lifetime = lifetime
    let modified = try PublishedStore.modificationTime(of: url)
    self.publishedAt = publishedAt ?? modified
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(lockTimeout)
    connection = try StoreConnection(path: url.path, configuration: configuration)
    let state = try connection.read { try SchemaState($0) }
    guard !state.isEmpty else { throw .damaged(path: url.path, detail: "it is empty") }
    if let failure = state.failure(path: url.path) { throw failure }
    if state.isOlder { try connection.outsideTransaction { try Schema.showUpgraded($0) } }
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
