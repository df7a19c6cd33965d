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
  /// The copy has no WAL, so that it can be read in a folder without write access. Equal rows,
  /// added in the same order, give equal bytes. The copy is not synced: write it into a temporary
  /// folder, and sync it before that folder replaces another one. If it fails, the copy is removed.
  /// - Parameter players: the number of players' lists that will be added, which decides the size
  ///   of pages.
  /// - Throws: `StoreFailure` with the path of the copy, or the error of `write`.
  @discardableResult
  package func publish(
    night: Day, to url: URL, players: Int = 0,
    by write: (inout ListWriter) throws -> Void
  ) throws -> PublishedCounts {
    try remove(url)
    try removeLists()
    // SQLite gives a new file the mode 0644, and keeps that of an empty one: the umask's. If this
    // fails, SQLite reports why.
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    do {
      let limit = try copy(to: url.path, pageSize: players < 2000 ? 4096 : 32_768)
      let copy = try StoreConnection(path: url.path, configuration: .unjournaled)
      let counts = try copy.writeRethrowing { database in
        // The store's limit also holds for its copy.
        try database.execute(sql: "PRAGMA max_page_count = \(limit)")
        try Self.removeOwner(from: database)
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

  /// Removes the lists of a store that was itself copied from a published night, as `findie
  /// reproduce` does; otherwise a workspace store has none.
  private func removeLists() throws(StoreFailure) {
    try connection.write { database in
      guard try Row.fetchOne(database, sql: "SELECT 1 FROM night") != nil else { return }
      for table in ListSchema.tables { try database.execute(sql: "DELETE FROM \(table)") }
      try database.execute(sql: SearchIndex.clear)
    }
  }

  /// Writes a compact copy of the store.
  ///
  /// - Parameter pageSize: in bytes. About twenty lists of fifty entries fit into a page of 32 KB;
  ///   pages of 4 KB hold two each, with a quarter of the page empty. A small store is smaller with
  ///   small pages, since each table has at least one.
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

  private func remove(_ url: URL) throws(StoreFailure) {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      throw .notPermitted(path: url.path, detail: error.localizedDescription)
    }
  }
}

extension WorkspaceStore {
  /// Merges records into the stored catalogue, in one transaction.
  ///
  /// Of two versions of a record the one with the newer `updatedAt` stays; if both are equally new
  /// or one has no time, the given one. Records that are not given stay, unless `rules` says that
  /// all are given. Records that are stored already are not written again.
  /// - Parameters:
  ///   - players: the store's users and wishlists, if they were read before.
  ///   - beforeCommit: called when everything is written; if it throws, nothing is changed.
  /// - Returns: the whole stored catalogue and what changed.
  /// - Throws: `StoreFailure`, or the error of `beforeCommit`; the store is then unchanged.
  /// - Complexity: one pass over the tables.
  @discardableResult
  package func merge(
    _ catalogue: Catalogue, _ rules: MergeRules = MergeRules(), players: StoredPlayers? = nil,
    beforeCommit: (CatalogueChanges) throws -> Void = { _ in }
  ) throws -> (catalogue: Catalogue, changes: CatalogueChanges) {
    try withFastFirstMerge { database in
      let games = try upsert(PackedRecords(catalogue.games), rules, in: database)
      let developers = try upsert(PackedRecords(catalogue.developers), rules, in: database)
      let tags = try upsert(PackedRecords(catalogue.tags), rules, in: database)
      let users = try upsert(
        catalogue.packedUsers, before: players?.users, rules, in: database)
      let wishlists = try upsert(
        catalogue.packedWishlists, before: players?.wishlists, rules, in: database)
      let vectors = try upsert(catalogue.packedVectors, rules, in: database)
      let uncounted = try upsert(catalogue.packedUncounted, rules, in: database)
      let annotations = try upsert(PackedRecords(catalogue.annotations), rules, in: database)
      let promotions = try upsert(PackedRecords(catalogue.promotions), rules, in: database)
      let changes = CatalogueChanges(
        games: games.count, developers: developers.count, tags: tags.count, users: users.count,
        wishlists: wishlists.count, vectors: vectors.count, uncounted: uncounted.count,
        annotations: annotations.count, promotions: promotions.count)
      if changes.changesStore { try Self.countChange(in: database) }
      try beforeCommit(changes)
      return (
        Catalogue(
          games: games.stored.records, developers: developers.stored.records,
          tags: tags.stored.records, packedUsers: users.stored, packedWishlists: wishlists.stored,
          packedVectors: vectors.stored, packedUncounted: uncounted.stored,
          annotations: annotations.stored.records, promotions: promotions.stored.records), changes
      )
    }
  }

  /// Merges data of partners into the store in one transaction, like records of the catalogue.
  ///
  /// - Returns: all data of partners that are then stored.
  /// - Throws: `StoreFailure`; the store is then unchanged.
  package func merge(
    _ data: PartnerData, _ rules: MergeRules = MergeRules()
  ) throws -> PartnerData {
    try connection.writeRethrowing { database in
      let prices = try upsert(PackedRecords(data.prices), rules, in: database)
      let partners = try upsert(PackedRecords(data.partners), rules, in: database)
      let metrics = try upsert(PackedRecords(data.metrics), rules, in: database)
      return PartnerData(
        prices: prices.stored.records, partners: partners.stored.records,
        metrics: metrics.stored.records)
    }
  }

  private func upsert<Record: StoredRecord>(
    _ records: PackedRecords<Record>, before: PackedRecords<Record>? = nil, _ rules: MergeRules,
    in database: Database
  ) throws -> Upsert<Record> {
    let table = try CatalogueTable<Record>(database, path: connection.path)
    return try Upsert(
      records, before: before ?? table.records().newest, into: table, rules)
  }

  /// Runs `body` in a transaction. The first merge fills the whole store: without a WAL its pages
  /// are written once instead of twice, and there is no earlier version that a reader could want.
  private func withFastFirstMerge<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let isFirst = try connection.read { database in
      try ![
        Game.layout.name, Developer.layout.name, Tag.layout.name, User.layout.name,
        Wishlist.layout.name, GameVector.layout.name, UncountedPlayer.layout.name,
        Annotation.layout.name, Promotion.layout.name,
      ].contains { table in
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") ?? false
      }
    }
    guard isFirst else { return try connection.writeRethrowing(body) }
    do {
      try connection.setJournal("DELETE")
    } catch StoreFailure.locked {
      // Another process has the store open: it stays in WAL mode.
    }
    // If this throws, the store is in WAL mode again when it is opened next.
    let value = try connection.writeRethrowing(body)
    try connection.setJournal("WAL")
    return value
  }

  /// The whole catalogue, read in one transaction.
  ///
  /// - Parameter players: the store's users and wishlists, if they were read before.
  /// - Throws: `damaged` if a row contains invalid values.
  package func catalogue(_ players: StoredPlayers? = nil) throws(StoreFailure) -> Catalogue {
    try connection.catalogue(players)
  }

  /// The data of partners, read in one transaction.
  ///
  /// - Throws: `damaged` if a row contains invalid values.
  package func partnerData() throws(StoreFailure) -> PartnerData {
    try connection.partnerData()
  }
}
