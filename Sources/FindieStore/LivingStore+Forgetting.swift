import FindieDomain
import GRDB

extension LivingStore {
  /// Takes players out: their records, wishlists and lists, and their ids among others' friends.
  ///
  /// What is deleted is overwritten, so that no page of the file holds it. Run again, it finds
  /// nothing.
  /// - Complexity: one pass over users, wishlists and developers.
  public func forget(_ isForgotten: (String) -> Bool) throws(StoreFailure) {
    try connection.outsideTransaction { database in
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    let path = connection.path
    try connection.write { database in
      try Forgetting.forget(User.self, isForgotten, in: database, path: path)
      try Forgetting.forget(Wishlist.self, isForgotten, in: database, path: path)
      try Forgetting.forget(Developer.self, isForgotten, in: database, path: path)
      let ids = try DatabaseValue.fetchAll(database, sql: "SELECT userId FROM recommendations")
      for id in ids where id.exactText.map(isForgotten) ?? false {
        try database.execute(sql: "DELETE FROM recommendations WHERE userId = ?", arguments: [id])
      }
    }
    try connection.outsideTransaction { database in
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      try database.execute(sql: "PRAGMA secure_delete = OFF")
    }
  }
}

private enum Forgetting {
  /// Deletes the records of forgotten players, and writes those anew that name one.
  static func forget<Record: StoredRecord & CatalogueRecord>(
    _ type: Record.Type, _ isForgotten: (String) -> Bool, in database: Database, path: String
  ) throws {
    var changed: [Record] = []
    var gone: [String] = []
    var rows = try StoredRows<Record>(in: database, path: path)
    while rows.isAtRow {
      let record = try rows.record()
      if let rest = record.forgetting(isForgotten) {
        if rest != record { changed.append(rest) }
      } else {
        gone.append(record.id)
      }
      try rows.next()
    }
    for id in gone + changed.map(\.id) {
      let key = DatabaseValue(exactly: id)
      if let parts = Record.table.parts {
        try database.execute(sql: parts.delete, arguments: [key])
      }
      try database.execute(
        sql: "DELETE FROM \(Record.table.name) WHERE id = ?", arguments: [key])
    }
    _ = try Upsert.write(changed, in: database, path: path)
  }
}
