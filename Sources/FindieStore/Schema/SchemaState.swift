import GRDB

/// The schema that a file states.
struct SchemaState {
  let isEmpty: Bool
  private let applicationId: Int
  private let version: Int

  init(_ database: Database) throws {
    applicationId = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  /// Whether it is of an earlier version that is opened too.
  var isOlder: Bool { version < Schema.version }

  /// Why a file with tables cannot be used, or nil.
  func failure(path: String) -> StoreFailure? {
    if applicationId != Schema.applicationId { return .foreign(path: path) }
    guard (Schema.oldestVersion...Schema.version).contains(version) else {
      return .otherFormat(path: path, found: version, supported: Schema.version)
    }
    return nil
  }
}
