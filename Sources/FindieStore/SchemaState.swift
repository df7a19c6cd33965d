import Foundation
import GRDB

/// What a file says of its own schema.
struct SchemaState {
  private let applicationId: Int
  private let version: Int
  private let isEmpty: Bool

  init(_ database: Database) throws {
    applicationId = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    // The migrator makes its own table first: a run that was cut off there has left nothing else.
    isEmpty =
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM sqlite_master
          WHERE name NOT LIKE 'grdb\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
          """) == 0
  }

  /// Why the file cannot be used, or nil.
  ///
  /// - Parameter canMigrate: whether an empty file or an older schema is no obstacle.
  func failure(path: String, canMigrate: Bool) -> StoreFailure? {
    if isEmpty { return canMigrate ? nil : .damaged(path: path, detail: "it is empty") }
    if applicationId != Schema.applicationId { return .foreign(path: path) }
    if version > Schema.version {
      return .newer(path: path, found: version, known: Schema.version)
    }
    if version < Schema.oldestRead, !canMigrate {
      return .older(path: path, found: version, known: Schema.version)
    }
    return nil
  }
}

extension StoreConnection {
  func integrityCheck() throws(StoreFailure) {
    let problems = try read { database in
      let pages = try String.fetchAll(database, sql: "PRAGMA integrity_check(5)")
        .filter { $0 != "ok" }
      let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
      return orphans.isEmpty
        ? pages : pages + ["\(orphans.count) wishlist items without a wishlist"]
    }
    guard problems.isEmpty else {
      throw .damaged(path: path, detail: problems.joined(separator: "; "))
    }
  }
}
