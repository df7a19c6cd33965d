package import FindieDomain
import GRDB

extension WorkspaceStore {
  /// Merges records into the stored catalogue, in one transaction.
  ///
  /// Of two versions of a record the one with the newer `updatedAt` stays; of equally new ones, and if one
  /// has no time, the given one. Records that are not given stay, unless `rules` says that all are given.
  /// Records that are stored already are not written again.
  /// - Parameter beforeCommit: called when everything is written; if it throws, nothing is changed.
  /// - Returns: the whole stored catalogue and what changed.
  /// - Throws: `StoreFailure`, or the error of `beforeCommit`; the store is then unchanged.
  /// - Complexity: one pass over the tables.
  @discardableResult
  package func merge(
    _ catalogue: Catalogue, _ rules: MergeRules = MergeRules(),
    beforeCommit: (CatalogueChanges) throws -> Void = { _ in }
  ) throws -> (catalogue: Catalogue, changes: CatalogueChanges) {
    try withFastFirstMerge { database in
      let games = try upsert(catalogue.games, rules, in: database)
      let developers = try upsert(catalogue.developers, rules, in: database)
      let tags = try upsert(catalogue.tags, rules, in: database)
      let users = try upsert(catalogue.users, rules, in: database)
      let wishlists = try upsert(catalogue.wishlists, rules, in: database)
      let changes = CatalogueChanges(
        games: games.count, developers: developers.count, tags: tags.count, users: users.count,
        wishlists: wishlists.count)
      if changes.changesStore { try WorkspaceStore.countChange(in: database) }
      try beforeCommit(changes)
      return (
        Catalogue(
          games: games.stored, developers: developers.stored, tags: tags.stored,
          users: users.stored, wishlists: wishlists.stored), changes
      )
    }
  }

  /// Merges data of partners into what is stored, in one transaction, as records of the catalogue are.
  ///
  /// - Returns: all that are stored then.
  /// - Throws: `StoreFailure`; the store is then unchanged.
  package func merge(
    _ data: PartnerData, _ rules: MergeRules = MergeRules()
  ) throws -> PartnerData {
    try connection.writeRethrowing { database in
      let prices = try upsert(data.prices, rules, in: database)
      let partners = try upsert(data.partners, rules, in: database)
      let metrics = try upsert(data.metrics, rules, in: database)
      return PartnerData(
        prices: prices.stored, partners: partners.stored, metrics: metrics.stored)
    }
  }

  private func upsert<Record: StoredRecord>(
    _ records: [Record], _ rules: MergeRules, in database: Database
  ) throws -> Upsert<Record> {
    try Upsert(records, into: try CatalogueTable(database, path: connection.path), rules)
  }

  /// Runs `body` in a transaction. The first merge fills the whole store: without a WAL its pages are
  /// written once instead of twice, and there is no earlier version that a reader could want.
  private func withFastFirstMerge<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let isFirst = try connection.read { database in
      try ![
        Game.layout.name, Developer.layout.name, Tag.layout.name, User.layout.name,
        Wishlist.layout.name,
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
  /// - Throws: `damaged` if a row contains invalid values.
  package func catalogue() throws(StoreFailure) -> Catalogue {
    try connection.catalogue()
  }

  /// The data of partners, read in one transaction.
  ///
  /// - Throws: `damaged` if a row contains invalid values.
  package func partnerData() throws(StoreFailure) -> PartnerData {
    try connection.partnerData()
  }
}
