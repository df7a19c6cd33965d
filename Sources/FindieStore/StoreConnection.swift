import Foundation
import GRDB

/// One connection to one SQLite file; everything that goes wrong on it is a `StoreFailure`.
///
/// One connection, not a pool: a pool opens its readers late and by path, so that two of them could
/// see two nights when the file behind the path is exchanged.
struct StoreConnection: Sendable {
  let path: String
  private let queue: DatabaseQueue

  init(path: String, configuration: Configuration) throws(StoreFailure) {
    self.path = path
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw StoreConnection.failure(error, path: path)
    }
  }

  /// Runs `body` in one read transaction: what it sees is of one moment.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw StoreConnection.failure(error, path: path)
    }
  }

  /// Runs `body` in one transaction, of which all is written or nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    do {
      return try queue.write(body)
    } catch {
      throw StoreConnection.failure(error, path: path)
    }
  }

  /// As `write`, for a body that has errors of its own: those leave as they are.
  func writeLetting<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try queue.write(body)
    } catch {
      throw StoreFailure(error, path: path) ?? error
    }
  }

  /// For what SQLite refuses inside a transaction.
  func outsideTransaction<Value>(
    _ body: (Database) throws -> Value
  ) throws(StoreFailure) -> Value {
    do {
      return try queue.writeWithoutTransaction(body)
    } catch {
      throw StoreConnection.failure(error, path: path)
    }
  }

  /// Runs `body` on the whole connection, of which nothing was used yet.
  func migrate(with migrator: DatabaseMigrator) throws(StoreFailure) {
    do {
      try migrator.migrate(queue)
    } catch {
      throw StoreConnection.failure(error, path: path)
    }
  }

  func close() throws(StoreFailure) {
    do {
      try queue.close()
    } catch {
      throw StoreConnection.failure(error, path: path)
    }
  }

  /// An error of a call on this connection.
  func failure(_ error: any Error) -> StoreFailure { StoreConnection.failure(error, path: path) }

  private static func failure(_ error: any Error, path: String) -> StoreFailure {
    StoreFailure(error, path: path)
      ?? .failed(path: path, code: ResultCode.SQLITE_ERROR.rawValue, detail: "\(error)")
  }
}
