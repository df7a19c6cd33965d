public import FindieDomain
public import Foundation
import GRDB

extension LivingStore {
  /// Replaces all lists by those that `write` adds, in one transaction.
  ///
  /// ```swift
  /// try store.publish(night: day) { lists in
  ///   try blend.forEachPlayer { try lists.add($0) }
  /// }
  /// ```
  /// - Throws: `StoreFailure`, or what `write` throws; the lists of the night before then stay.
  @discardableResult
  public func publish(
    night: Day, by write: (inout ListWriter) throws -> Void
  ) throws -> PublishedCounts {
    try connection.writeLetting { database in
      try LivingStore.removeLists(in: database)
      return try LivingStore.write(night, by: write, in: database)
    }
  }

  /// Writes a copy of the store as of one moment to `url`, in place of what is there, with the lists
  /// that `write` adds: those of a large night are written once, and no journal is kept of a file that
  /// nobody reads before it is whole.
  ///
  /// ```swift
  /// try store.publish(night: day, to: folder.appending(path: "findie.sqlite")) { lists in
  ///   try blend.forEachPlayer { try lists.add($0) }
  /// }
  /// ```
  /// The store's own lists, where it has any, are those of an earlier night: they are removed, and
  /// stand in the copies of their nights. Nothing stays of a copy that failed. It has no WAL and is not
  /// synced, like what `snapshot` writes; equal rows, added in the same order, give equal bytes.
  /// - Throws: `StoreFailure` with the path of the copy, or what `write` throws.
  @discardableResult
  public func publish(
    night: Day, to url: URL, by write: (inout ListWriter) throws -> Void
  ) throws -> PublishedCounts {
    let limit = try connection.write { database in
      if try Row.fetchOne(database, sql: "SELECT 1 FROM night") != nil {
        try LivingStore.removeLists(in: database)
      }
      return try Int.fetchOne(database, sql: "PRAGMA max_page_count")
    }
    try snapshot(to: url)
    do {
      let copy = try StoreConnection(path: url.path, configuration: LivingStore.unjournaled)
      let counts = try copy.writeLetting { database in
        // A limit of the store is one of its copy.
        if let limit { try database.execute(sql: "PRAGMA max_page_count = \(limit)") }
        return try LivingStore.write(night, by: write, in: database)
      }
      try copy.close()
      return counts
    } catch {
      try remove(url)
      throw error
    }
  }

  /// For a file that is removed where anything fails, and synced by whoever puts it in its place.
  private static var unjournaled: Configuration {
    var configuration = Configuration()
    // Only lists are added, and they refer to nothing.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA cache_size = -65536
          """)
    }
    return configuration
  }

  static func removeLists(in database: Database) throws {
    for table in [
      "night", "recommendations", "similar_games", "trending_games", "new_releases",
      "announced_games", "list_texts",
    ] {
      try database.execute(sql: "DELETE FROM \(table)")
    }
  }

  /// - Precondition: the store has no lists.
  private static func write(
    _ night: Day, by write: (inout ListWriter) throws -> Void, in database: Database
  ) throws -> PublishedCounts {
    var writer = try ListWriter(night: night, database: database)
    try write(&writer)
    let counts = writer.counts
    try database.execute(
      sql: "INSERT INTO night VALUES (1, ?, ?, ?, ?, ?, ?)",
      arguments: [
        night.daysSinceEpoch, counts.recommendations, counts.similar, counts.trending,
        counts.newReleases, counts.announced,
      ])
    return counts
  }

  /// Writes a copy of the store as of one moment to `url`, in place of what is there.
  ///
  /// The copy has no WAL, so that it can be read in a folder without the right to write; equal rows
  /// give equal bytes. Nothing stays of a copy that failed. It is not synced: write it into a partial folder, and let the step that puts
  /// that folder in its place sync it.
  /// - Throws: `diskFull`, `notPermitted`, `damaged`, each with the path of the copy.
  public func snapshot(to url: URL) throws(StoreFailure) {
    let path = url.path
    try remove(url)
    do {
      // VACUUM is refused inside a transaction; it takes one of its own.
      try connection.outsideTransaction { database in
        do {
          try database.execute(sql: "VACUUM INTO ?", arguments: [path])
        } catch {
          throw StoreFailure(error, path: path) ?? error
        }
      }
    } catch {
      try remove(url)
      throw error
    }
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
