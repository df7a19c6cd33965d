import FindieDomain
package import Foundation
import GRDB

/// The writable database of a workspace: the catalogue, from night to night. The lists of a night
/// are written into the copy that is published, which `PublishedStore` reads.
///
/// ```swift
/// let store = try WorkspaceStore(at: workspace.appending(path: "findie.sqlite"))
/// let (catalogue, changes) = try store.merge(tonight)
/// try store.publish(night: day, to: published.appending(path: "findie.sqlite")) { lists in
///   for list in recommendations { try lists.add(list) }
/// }
/// ```
///
/// All calls are synchronous. One process writes at a time; readers see the state before a write
/// until the write ends.
package struct WorkspaceStore: Sendable {
  let connection: StoreConnection

  /// Opens the store at `url`, and creates it if the file is missing or empty. A store of
  /// an older version is upgraded.
  ///
  /// The journal is a WAL, so that readers can go on during a write. `synchronous` is FULL: a night
  /// commits only a few times, and committed data must survive a power failure.
  /// - Parameter lockTimeout: seconds to wait while another process holds the store.
  /// - Throws: `otherFormat`, `foreign`, `damaged`, `locked`, `diskFull`, `notPermitted` (also if
  ///   the folder is missing).
  package init(at url: URL, lockTimeout: Double = 5) throws(StoreFailure) {
    let path = url.path
    var configuration = Configuration()
    configuration.busyMode = .timeout(lockTimeout)
    // Wishlists and their items are written in one transaction, so a lookup of the owner of each
    // item would prove nothing. `integrityCheck` checks foreign keys.
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
        try Schema.upgrade(database, from: state.version)
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

extension WorkspaceStore {
  /// Copies the store at `store` to `url`, where no file exists, and leaves no other files. Another
  /// process may open, write and close the store during the copy, which has the state of one
  /// moment.
  ///
  /// - Parameter lockTimeout: seconds to wait while another process holds the store.
  /// - Throws: `StoreFailure`.
  package static func copy(
    _ store: URL, to url: URL, lockTimeout: Double = 5
  ) throws(StoreFailure) {
    // Not read-only: the last connection that closes has to remove the WAL.
    var waiting = Configuration()
    waiting.busyMode = .timeout(lockTimeout)
    do throws(StoreFailure) {
      let source = try StoreConnection(path: store.path, configuration: waiting)
      let copy = try StoreConnection(path: url.path, configuration: Configuration())
      try source.backUp(to: copy)
      try copy.close()
      try source.close()
    } catch {
      guard case .notPermitted = error, !isOpen(store) else { throw error }
      try copyFile(store, to: url)
    }
  }

  /// Copies the file of a store in a folder that this user cannot write to, where SQLite cannot
  /// open it, since it would create a WAL.
  private static func copyFile(_ store: URL, to url: URL) throws(StoreFailure) {
    do {
      func changed() throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: store.path)[.modificationDate] as? Date
      }
      let before = try changed()
      try FileManager.default.copyItem(at: store, to: url)
      if try !isOpen(store) && changed() == before { return }
      try FileManager.default.removeItem(at: url)
    } catch {
      throw .notPermitted(path: url.path, detail: error.localizedDescription)
    }
    throw .locked(path: store.path)
  }

  static func isOpen(_ store: URL) -> Bool {
    ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: store.path + $0) }
  }
}

extension WorkspaceStore {
  /// Removes players: their records and wishlists, and their ids from other records.
  ///
  /// Deleted data is overwritten, so that no page of the file and of its WAL contains it. A second
  /// call changes nothing.
  ///
  /// - Parameter who: identifies the set of forgotten players, for `Owner.forgotten`.
  /// - Throws: `locked` if another process still reads an earlier state after the lock timeout. The
  ///   records are then deleted and not yet overwritten; a second call overwrites them.
  /// - Complexity: one pass over users, wishlists and developers.
  package func forget(who: String, _ isForgotten: (String) -> Bool) throws(StoreFailure) {
    try connection.outsideTransaction { database in
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    try connection.write { try Self.forget(isForgotten, in: $0, path: connection.path) }
    try connection.outsideTransaction { database in
      // SQLite reports a reader in this value, not as an error.
      let isBusy = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      guard isBusy == false else { throw StoreFailure.locked(path: connection.path) }
      try database.execute(sql: "PRAGMA secure_delete = OFF")
    }
    try connection.write { database in
      guard try database.tableExists(Self.ownerTable) else { return }
      try Self.addColumn(to: database)
      try database.execute(
        sql: "UPDATE \(Self.ownerTable) SET forgotten = ?", arguments: [who])
    }
  }

  /// Removes players from the catalogue of a database.
  static func forget(
    _ isForgotten: (String) -> Bool, in database: Database, path: String
  ) throws {
    try forget(in: CatalogueTable<User>(database, path: path), isForgotten)
    try forget(in: CatalogueTable<Wishlist>(database, path: path), isForgotten)
    try forget(in: CatalogueTable<Developer>(database, path: path), isForgotten)
    try forget(in: CatalogueTable<UncountedPlayer>(database, path: path), isForgotten)
  }

  /// Deletes the records of forgotten players, and rewrites those that refer to them.
  private static func forget<Record: StoredRecord>(
    in table: CatalogueTable<Record>, _ isForgotten: (String) -> Bool
  ) throws {
    var changed: [Record] = []
    var deleted: [String] = []
    let row = try table.rows()
    while try row.step() {
      let record = try table.record(from: row)
      guard let remaining = record.forgetting(isForgotten) else {
        deleted.append(record.id)
        continue
      }
      if remaining != record { changed.append(remaining) }
    }
    for id in deleted { try table.delete(id: id) }
    try table.save(PackedRecords(changed))
  }
}

extension WorkspaceStore {
  /// The workspace that a store belongs to. Published copies do not have it, so that equal rows
  /// give equal files in any workspace.
  package struct Owner: Sendable, Equatable {
    /// The id of the workspace.
    package let workspace: String
    /// The number of merges that changed the catalogue. An older copy of the store has a smaller
    /// number.
    package let changes: Int
    /// Identifies the forgotten players who were last removed; nil if there are none.
    package let forgotten: String?

    package init(workspace: String, changes: Int, forgotten: String? = nil) {
      self.workspace = workspace
      self.changes = changes
      self.forgotten = forgotten
    }
  }

  /// Nil if no run has named it yet.
  package func owner() throws(StoreFailure) -> Owner? {
    try connection.read { database in
      guard try database.tableExists(Self.ownerTable) else { return nil }
      return try Row.fetchOne(database, sql: "SELECT * FROM \(Self.ownerTable)").map {
        Owner(workspace: $0["workspace"], changes: $0["changes"], forgotten: $0["forgotten"])
      }
    }
  }

  /// Names the workspace that the store belongs to.
  package func claim(for owner: Owner) throws(StoreFailure) {
    try connection.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS \(Self.ownerTable) (
            workspace TEXT NOT NULL, changes INTEGER NOT NULL, forgotten TEXT
          )
          """)
      try Self.addColumn(to: database)
      try database.execute(sql: "DELETE FROM \(Self.ownerTable)")
      try database.execute(
        sql: "INSERT INTO \(Self.ownerTable) (workspace, changes, forgotten) VALUES (?, ?, ?)",
        arguments: [owner.workspace, owner.changes, owner.forgotten])
    }
  }

  private static let ownerTable = "owner"

  /// Adds the column that the table of an earlier version lacks.
  private static func addColumn(to database: Database) throws {
    guard try !database.columns(in: ownerTable).contains(where: { $0.name == "forgotten" }) else {
      return
    }
    try database.execute(sql: "ALTER TABLE \(ownerTable) ADD COLUMN forgotten TEXT")
  }

  /// Counts a merge that changed the catalogue.
  static func countChange(in database: Database) throws {
    guard try database.tableExists(ownerTable) else { return }
    try database.execute(sql: "UPDATE \(ownerTable) SET changes = changes + 1")
  }

  /// Removes the owner from a copy, with its bytes.
  static func removeOwner(from database: Database) throws {
    try database.execute(sql: "DROP TABLE IF EXISTS \(ownerTable)")
  }
}
