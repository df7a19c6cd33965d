public import FindieDomain
import GRDB

extension LivingStore {
  /// Brings tonight's catalogue into the store, in one transaction.
  ///
  /// The newer `updatedAt` stays (none is older than any), of equally new records tonight's. A
  /// record that is absent tonight stays. What the store holds already is not written again.
  /// - Throws: `locked`, `diskFull`, `damaged`; the store is then as it was.
  /// - Complexity: one pass over the tables of which tonight has records.
  @discardableResult
  public func upsert(_ catalogue: Catalogue) throws(StoreFailure) -> CatalogueChanges {
    try connection.write { database in
      var changes = CatalogueChanges()
      changes.games = try Upsert.write(catalogue.games, in: database)
      changes.developers = try Upsert.write(catalogue.developers, in: database)
      changes.tags = try Upsert.write(catalogue.tags, in: database)
      changes.users = try Upsert.write(catalogue.users, in: database)
      changes.wishlists = try Upsert.write(catalogue.wishlists, in: database)
      return changes
    }
  }

  /// All that the store knows, as of one moment.
  ///
  /// - Throws: `damaged` where a row holds what no version of Findie writes.
  public func catalogue() throws(StoreFailure) -> Catalogue {
    try connection.catalogue()
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
    var rows = try StoredRows(Record.table, in: database)
    var records: [Record] = []
    while let row = try rows.next() { records.append(try row.record(path: path)) }
    return records
  }
}
