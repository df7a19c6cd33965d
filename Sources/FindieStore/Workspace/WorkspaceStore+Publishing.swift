package import FindieDomain
package import Foundation
import GRDB

extension WorkspaceStore {
  /// Writes a copy of the store to `url`, replacing the file there, and adds the lists of a night.
  ///
  /// ```swift
  /// try store.publish(night: day, to: folder.appending(path: "findie.sqlite")) { lists in
  ///   for list in recommendations { try lists.add(list) }
  /// }
  /// ```
  /// The copy has no WAL, so that it can be read in a folder without write access. Equal rows, added
  /// in the same order, give equal bytes. The copy is not synced: write it into a temporary folder,
  /// and sync it before that folder replaces another one. If it fails, the copy is removed.
  /// - Parameter players: the number of players' lists that will be added, which decides the size of
  ///   pages.
  /// - Throws: `StoreFailure` with the path of the copy, or the error of `write`.
  @discardableResult
  package func publish(
    night: Day, to url: URL, players: Int = 0, by write: (inout ListWriter) throws -> Void
  ) throws -> PublishedCounts {
    try remove(url)
    try removeLists()
    // SQLite gives a new file the mode 0644, and keeps that of an empty one: the umask's. If this fails,
    // SQLite reports why.
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    do {
      let limit = try copy(to: url.path, pageSize: players < 2000 ? 4096 : 32_768)
      let copy = try StoreConnection(path: url.path, configuration: WorkspaceStore.unjournaled)
      let counts = try copy.writeRethrowing { database in
        // A limit of the store holds for its copy.
        try database.execute(sql: "PRAGMA max_page_count = \(limit)")
        try WorkspaceStore.removeOwner(from: database)
        var writer = try ListWriter(night: night, database: database)
        try write(&writer)
        try writer.finish()
        return writer.counts
      }
      try copy.close()
      return counts
    } catch {
      try remove(url)
      throw error
    }
  }

  /// Removes the lists of a store that was itself copied from a published night, as `findie reproduce`
  /// does; otherwise a workspace store has none.
  private func removeLists() throws(StoreFailure) {
    try connection.write { database in
      guard try Row.fetchOne(database, sql: "SELECT 1 FROM night") != nil else { return }
      for table in ListSchema.tables { try database.execute(sql: "DELETE FROM \(table)") }
    }
  }

  /// Writes a compact copy of the store.
  ///
  /// - Parameter pageSize: in bytes. About twenty lists of fifty entries fit into a page of 32 KB; pages
  ///   of 4 KB hold two each, with a quarter of the page empty. A small store is smaller with small pages,
  ///   since each table has at least one.
  /// - Returns: the maximum number of the copy's pages: the store's limit in bytes.
  private func copy(to path: String, pageSize: Int) throws(StoreFailure) -> Int {
    try connection.outsideTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA max_page_count") ?? 0
      let own = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      do {
        try database.execute(sql: "PRAGMA page_size = \(pageSize)")
        try database.execute(sql: "VACUUM INTO ?", arguments: [path])
      } catch {
        throw StoreFailure(error, path: path) ?? error
      }
      return max(1, pages * own / pageSize)
    }
  }

  /// For a file that is removed after an error, and synced by the caller.
  private static var unjournaled: Configuration {
    var configuration = Configuration()
    // Only lists are added, which have no foreign keys.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA cache_size = -65536; PRAGMA secure_delete = ON
          """)
    }
    return configuration
  }

  private func remove(_ url: URL) throws(StoreFailure) {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      throw .notPermitted(path: url.path, detail: error.localizedDescription)
    }
  }
}
