import FindieDomain
import Foundation
import GRDB
import Glibc

/// A connection to a SQLite file. Its errors are of the type `StoreFailure`.
///
/// Not a pool of connections, which opens its readers on demand and by path: two of them could read
/// different nights if the file is replaced in between.
struct StoreConnection: Sendable {
  let path: String
  private let queue: DatabaseQueue

  init(path: String, configuration: Configuration) throws(StoreFailure) {
    self.path = path
    // SQLite would wait for another process that writes to a pipe.
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .damaged(path: path, detail: "it is not a regular file")
    }
    queue = try Self.run(path) { try DatabaseQueue(path: path, configuration: configuration) }
  }

  /// Runs `body` in a read transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    try Self.run(path) { try queue.read(body) }
  }

  /// Runs `body` in a transaction.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    try Self.run(path) { try queue.write(body) }
  }

  /// Runs `body` in a transaction, and rethrows errors that are not the database's.
  func writeRethrowing<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try queue.write(body)
    } catch {
      throw StoreFailure(error, path: path) ?? error
    }
  }

  /// Runs `body` without a transaction, for statements that SQLite rejects inside one.
  func outsideTransaction<Value>(
    _ body: (Database) throws -> Value
  ) throws(StoreFailure) -> Value {
    try Self.run(path) { try queue.writeWithoutTransaction(body) }
  }

  /// Sets the journal mode, named as in `PRAGMA journal_mode`.
  func setJournal(_ mode: String) throws(StoreFailure) {
    try outsideTransaction { database in
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
    }
  }

  /// Copies the database to another one, in one read transaction: the copy has the state of one
  /// moment, whatever other processes write. SQLite counts the copy as a change of the schema; the
  /// version of the schema is set back, so that what is published from either has the same bytes.
  func backUp(to copy: StoreConnection) throws(StoreFailure) {
    do {
      let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
      try queue.backup(to: copy.queue)
      try copy.queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA schema_version = \(version ?? 0)")
      }
    } catch {
      let failure = Self.failure(error, path: path)
      throw failure.isOfWriting ? failure.replacing(path: copy.path) : failure
    }
  }

  func close() throws(StoreFailure) {
    try Self.run(path) { try queue.close() }
  }

  /// Checks every page, indexes against tables, and foreign keys.
  ///
  /// - Throws: `damaged`, with the first problems.
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

  private static func run<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(StoreFailure) -> Value {
    do {
      return try body()
    } catch {
      throw failure(error, path: path)
    }
  }

  private static func failure(_ error: any Error, path: String) -> StoreFailure {
    StoreFailure(error, path: path)
      ?? .failed(path: path, code: ResultCode.SQLITE_ERROR.rawValue, detail: "\(error)")
  }
}

extension Configuration {
  /// For a file that is removed after an error, and synced by the caller.
  static var unjournaled: Configuration {
    var configuration = Configuration()
    // Only lists are added, which have no foreign keys.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA cache_size = -65536; PRAGMA secure_delete = ON
          """)
    }
    return configuration
  }
}

extension DatabaseValue {
  /// A text, as a BLOB if it contains a NUL: SQLite's text functions end at a NUL.
  init(exactly text: String) {
    self = text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The text that `init(exactly:)` stored. Nil if the value is not a text.
  var exactText: String? {
    switch storage {
    case .string(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .int64, .double: nil
    }
  }

  /// Whether the stored bytes are equal. `==` treats two spellings of "é" as equal.
  func isIdentical(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (let left, let right): left == right
    }
  }
}

extension Statement {
  /// Runs the statement with `values` for its parameters; there must be one for each.
  func run(_ values: [DatabaseValue]) throws {
    setUncheckedArguments(StatementArguments(values))
    try execute()
  }
}

/// The SQLite library that the program is linked to.
package enum SQLiteLibrary {
  /// The version, such as `3.40.1`.
  package static var version: String {
    let number = Int(Database.sqliteLibVersionNumber)
    return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }
}
