public import FindieDomain
import GRDB

extension LivingStore {
  /// Brings tonight's catalogue into the store, in one transaction.
  ///
  /// The newer `updatedAt` stays (none is older than any), of equally new records tonight's. A
  /// record that is absent tonight stays. What the store holds already is not written again.
  /// - Throws: `locked`, `diskFull`, `damaged`; the store is then as it was.
  /// - Complexity: one pass over the tables.
  @discardableResult
  public func upsert(_ catalogue: Catalogue) throws(StoreFailure) -> CatalogueChanges {
    try merge(catalogue).changes
  }

  /// As `upsert`, and gives all that the store then knows, without reading again what was given.
  public func merge(
    _ catalogue: Catalogue
  ) throws(StoreFailure) -> (catalogue: Catalogue, changes: CatalogueChanges) {
    do {
      return try merge(catalogue) {}
    } catch {
      throw connection.failure(error)
    }
  }

  /// As `merge`, for a caller that may have to give up at the last moment.
  ///
  /// - Parameter beforeCommit: asked when all is written; where it throws, the store stays as it was.
  /// - Throws: `StoreFailure`, or what `beforeCommit` throws.
  public func merge(
    _ catalogue: Catalogue, beforeCommit: () throws -> Void
  ) throws -> (catalogue: Catalogue, changes: CatalogueChanges) {
    try withJournalForGrowth { database in
      let path = connection.path
      let games = try Upsert.write(catalogue.games, in: database, path: path)
      let developers = try Upsert.write(catalogue.developers, in: database, path: path)
      let tags = try Upsert.write(catalogue.tags, in: database, path: path)
      let users = try Upsert.write(catalogue.users, in: database, path: path)
      let wishlists = try Upsert.write(catalogue.wishlists, in: database, path: path)
      var changes = CatalogueChanges()
      changes.games = games.count
      changes.developers = developers.count
      changes.tags = tags.count
      changes.users = users.count
      changes.wishlists = wishlists.count
      try beforeCommit()
      return (
        Catalogue(
          games: games.stored, developers: developers.stored, tags: tags.stored,
          users: users.stored, wishlists: wishlists.stored), changes
      )
    }
  }

  /// All that the store knows, as of one moment.
  ///
  /// - Throws: `damaged` where a row holds what no version of Findie writes.
  public func catalogue() throws(StoreFailure) -> Catalogue {
    try connection.catalogue()
  }

  /// Runs `body` in one transaction that writes. The first of a store writes each page once, where a
  /// WAL takes them twice: there is nothing yet that a reader could go on reading.
  private func withJournalForGrowth<Value>(
    _ body: (Database) throws -> Value
  ) throws -> Value {
    let isFirst = try connection.read { database in
      try !StoredTable.all.contains { table in
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table.name))") ?? false
      }
    }
    guard isFirst else { return try connection.writeLetting(body) }
    do {
      try connection.setJournal("DELETE")
    } catch StoreFailure.locked {
      // Another process has the store open: it stays a WAL.
    }
    // Where that throws, the store is a WAL again when it is opened next.
    let value = try connection.writeLetting(body)
    try connection.setJournal("WAL")
    return value
  }
}

extension StoreConnection {
  func catalogue() throws(StoreFailure) -> Catalogue {
    try read { database in
      Catalogue(
        games: try records(in: database), developers: try records(in: database),
        tags: try records(in: database), users: try records(in: database),
        wishlists: try records(in: database))
    }
  }

  private func records<Record: StoredRecord>(in database: Database) throws -> [Record] {
    var rows = try StoredRows<Record>(in: database, path: path)
    var records: [Record] = []
    while rows.isAtRow {
      records.append(try rows.record())
      try rows.next()
    }
    return records
  }

  /// Sets how transactions are undone.
  fileprivate func setJournal(_ mode: String) throws(StoreFailure) {
    try outsideTransaction { database in
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
    }
  }
}
