public import Foundation
import GRDB

/// The database that lives from night to night: the catalogue. A night's lists stand in the copy that
/// it is published with; `publish(night:by:)` keeps some here, too, until the next.
///
/// ```swift
/// let store = try LivingStore(at: workspace.appending(path: "findie.sqlite"))
/// let changes = try store.upsert(tonight)
/// try store.publish(night: day, to: published.appending(path: "findie.sqlite")) { lists in
///   for list in recommendations { try lists.add(list) }
/// }
/// ```
///
/// All calls block their thread: a night has nothing else to do meanwhile, and a server reads
/// through `PublishedStore`, whose answers take microseconds. One process writes at a time; readers
/// see the state before a writing call until that call has ended.
public struct LivingStore: Sendable {
  let connection: StoreConnection

  /// Opens the store at `url`, making or migrating it where needed.
  ///
  /// The journal is a WAL, so that readers go on while a night is written. `synchronous` is FULL:
  /// a night commits a handful of times, and what a manifest calls done must outlive a power cut.
  /// - Parameter patience: seconds to wait while another process holds the store.
  /// - Throws: `newer`, `foreign`, `damaged`, `locked`, `diskFull`, `notPermitted` (also where the
  ///   folder is missing).
  public init(at url: URL, patience: Double = 5) throws(StoreFailure) {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    // A wishlist and its items are written by one hand, in one transaction: to look up the owner of a
    // million items proves nothing. `integrityCheck` does.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // 64 MB: a night's transaction is larger than the 2 MB that SQLite takes by itself.
      try database.execute(sql: "PRAGMA cache_size = -65536")
    }
    connection = try StoreConnection(path: url.path, configuration: configuration)
    let path = url.path
    let state = try connection.outsideTransaction { try SchemaState($0) }
    if let failure = state.failure(path: path, canMigrate: true) { throw failure }
    try connection.outsideTransaction { database in
      // Not GRDB's `journalMode`, which makes and drops a table each time.
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw StoreFailure.notPermitted(path: path, detail: "this disk supports no WAL journal")
      }
    }
    try connection.migrate(with: Schema.migrator)
  }

  /// Closes the store, which leaves its one file whole, without a -wal beside it.
  ///
  /// Without it, the same happens when the last copy of the value is let go.
  public func close() throws(StoreFailure) {
    try connection.close()
  }

  /// Reads every page and compares indexes with tables.
  ///
  /// - Throws: `damaged`, with the first things that are wrong.
  /// - Complexity: O(size of the file).
  public func integrityCheck() throws(StoreFailure) {
    try connection.integrityCheck()
  }

  /// Refuses to grow beyond `pages` of 4 KB, as a full disk would.
  package func limit(toPages pages: Int) throws(StoreFailure) {
    try connection.outsideTransaction { database in
      try database.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
  }
}
