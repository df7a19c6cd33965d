import FindieDomain
import GRDB

/// A record as it lies in the store.
struct StoredRow {
  /// The columns of its table.
  let values: [DatabaseValue]
  /// The columns of its parts, owner and position first, in order.
  let parts: [[DatabaseValue]]

  var key: DatabaseValue { values[0] }
}

extension StoredRow {
  func record<Record: StoredRecord>(path: String) throws -> Record {
    var columns = ColumnReader(values, table: Record.table.name, path: path)
    let parts = parts.map {
      ColumnReader($0, table: Record.table.parts?.name ?? "", path: path, from: 2)
    }
    return try Record(from: &columns, parts: parts)
  }

  /// When the stored record was last changed.
  func lastChanged(in table: StoredTable) -> Timestamp? {
    Int64.fromDatabaseValue(values[table.lastChanged]).map(Timestamp.init(milliseconds:))
  }
}
