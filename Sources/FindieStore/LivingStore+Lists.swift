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
      for table in [
        "night", "recommendations", "similar_games", "trending_games", "new_releases",
        "announced_games", "list_texts",
      ] {
        try database.execute(sql: "DELETE FROM \(table)")
      }
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
