package import Foundation
import GRDB

/// The writable database of a workspace: the catalogue, from night to night. The lists of a night are
/// written into the copy that is published, which `PublishedStore` reads.
///
/// ```swift
/// let store = try WorkspaceStore(at: workspace.appending(path: "findie.sqlite"))
/// let (catalogue, changes) = try store.merge(tonight)
/// try store.publish(night: day, to: published.appending(path: "findie.sqlite")) { lists in
///   for list in recommendations { try lists.add(list) }
/// }
/// ```
///
/// All calls are synchronous. One process writes at a time; readers see the state before a write until
/// the write ends.
package struct WorkspaceStore: Sendable {
  let connection: StoreConnection

  /// Opens the store at `url`, and creates it if the file is missing or empty. A store of an earlier
  /// version that is supported becomes one of the current version.
  ///
  /// The journal is a WAL, so that readers can go on during a write. `synchronous` is FULL: a night
  /// commits only a few times, and committed data must survive a power failure.
  /// - Parameter lockTimeout: seconds to wait while another process holds the store.
  /// - Throws: `otherFormat`, `foreign`, `damaged`, `locked`, `diskFull`, `notPermitted` (also if the
  ///   folder is missing).
  package init(at url: URL, lockTimeout: Double = 5) throws(StoreFailure) {
    let path = url.path
    var configuration = Configuration()
    configuration.busyMode = .timeout(lockTimeout)
    // Wishlists and their items are written in one transaction, so a lookup of the owner of each item
    // would prove nothing. `integrityCheck` checks foreign keys.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // 64 MB: a night's transaction exceeds SQLite's default of 2 MB.
      try database.execute(sql: "PRAGMA cache_size = -65536")
    }
    connection = try StoreConnection(path: path, configuration: configuration)
    try connection.outsideTransaction { database in
      let state = try SchemaState(database)
      if !state.isEmpty, let failure = state.failure(path: path) { throw failure }
      // GRDB's `journalMode` creates and drops a table each time.
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw StoreFailure.notPermitted(path: path, detail: "this disk supports no WAL journal")
      }
    }
    try connection.write { database in
      let state = try SchemaState(database)
      if state.isEmpty {
        try Schema.create(in: database)
      } else if state.isOlder {
        try Schema.upgrade(database)
      }
    }
  }

  /// Closes the store and removes its -wal file.
  ///
  /// This also happens when the last copy of the value is released.
  package func close() throws(StoreFailure) {
    try connection.close()
  }

  /// Checks every page, indexes against tables, and foreign keys.
  ///
  /// - Throws: `damaged`, with the first problems.
  /// - Complexity: O(size of the file).
  package func integrityCheck() throws(StoreFailure) {
    try connection.integrityCheck()
  }

  /// Limits the size of the file to `pages` of 4 KB, to simulate a full disk.
  package func limit(toPages pages: Int) throws(StoreFailure) {
    try connection.outsideTransaction { database in
      try database.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
  }
}
