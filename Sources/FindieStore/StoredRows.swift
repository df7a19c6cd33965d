import Foundation
import GRDB

/// Reads the rows of a table and their parts side by side, in the order of their ids.
struct StoredRows {
  private let rows: RowCursor
  private let parts: RowCursor?
  /// The next part, of a record that `next` has not come to.
  private var pending: [DatabaseValue]?

  init(_ table: StoredTable, in database: Database) throws {
    rows = try Row.fetchCursor(database, sql: table.select + " ORDER BY id")
    parts = try table.parts.map {
      try Row.fetchCursor(database, sql: $0.select + " ORDER BY \($0.owner), position")
    }
    pending = try parts?.next().map { Array($0.databaseValues) }
  }

  mutating func next() throws -> StoredRow? {
    guard let row = try rows.next() else { return nil }
    let values = Array(row.databaseValues)
    var own: [[DatabaseValue]] = []
    while let part = pending, part[0].isIdentical(to: values[0]) {
      own.append(part)
      pending = try parts?.next().map { Array($0.databaseValues) }
    }
    return StoredRow(values: values, parts: own)
  }
}

extension DatabaseValue {
  /// SQLite's order of the ids of a table: texts by their bytes, then BLOBs by theirs.
  func precedes(_ other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string(let left), .string(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    case (.string, .blob): true
    default: false
    }
  }
}
