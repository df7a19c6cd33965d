import FindieDomain
import GRDB

extension WorkspaceStore {
  /// Removes players: their records and wishlists, and their ids from other records.
  ///
  /// Deleted data is overwritten, so that no page of the file contains it. A second call changes
  /// nothing.
  /// - Complexity: one pass over users, wishlists and developers.
  package func forget(_ isForgotten: (String) -> Bool) throws(StoreFailure) {
    try connection.outsideTransaction { database in
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    try connection.write { database in
      try forget(User.self, isForgotten, in: database)
      try forget(Wishlist.self, isForgotten, in: database)
      try forget(Developer.self, isForgotten, in: database)
    }
    try connection.outsideTransaction { database in
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      try database.execute(sql: "PRAGMA secure_delete = OFF")
    }
  }

  /// Deletes the records of forgotten players, and rewrites those that refer to them.
  private func forget<Record: StoredRecord>(
    _ type: Record.Type, _ isForgotten: (String) -> Bool, in database: Database
  ) throws {
    let table = try CatalogueTable<Record>(database, path: connection.path)
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
    try table.save(changed)
  }
}
