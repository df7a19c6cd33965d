import FindieDomain
import GRDB

/// The first row in which a table differs between two stores.
package struct RowDifference: Hashable, Sendable {
  package let table: String
  /// The row's number from 1, in the table's own order.
  package let row: Int
  /// The row as text in each store. Nil if the table has no such row there.
  package let mine: String?
  package let theirs: String?
}

extension PublishedStore {
  /// Compares all rows with those of another store, in the order in which they are stored. The
  /// order of lists is part of a night's output.
  ///
  /// - Returns: the number of rows of this store, and the first difference of each table that has
  ///   one, sorted by the tables' names.
  /// - Complexity: one pass over both stores.
  package func comparison(
    with other: PublishedStore
  ) throws(StoreFailure) -> (rows: Int, differences: [RowDifference]) {
    let (mine, theirs) = (
      try connection.read(Self.tableNames), try other.connection.read(Self.tableNames)
    )
    var rows = 0
    var differences: [RowDifference] = []
    for table in Set(mine).union(theirs).sorted() {
      guard mine.contains(table), theirs.contains(table) else {
        differences.append(
          RowDifference(
            table: table, row: 0, mine: mine.contains(table) ? "a table" : nil,
            theirs: theirs.contains(table) ? "a table" : nil))
        continue
      }
      let difference = try connection.read { left in
        try other.connection.read { right in
          try Self.firstDifference(of: table, left, right, counting: &rows)
        }
      }
      if let difference { differences.append(difference) }
    }
    return (rows, differences)
  }

  static func tableNames(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        """)
  }

  private static func firstDifference(
    of table: String, _ left: Database, _ right: Database, counting rows: inout Int
  ) throws -> RowDifference? {
    let select = "SELECT * FROM \(table.quotedDatabaseIdentifier)"
    let mine = try Row.fetchCursor(left, sql: select)
    let theirs = try Row.fetchCursor(right, sql: select)
    var difference: RowDifference?
    var row = 0
    while let own = try mine.next() {
      row += 1
      guard difference == nil else { continue }
      let foreign = try theirs.next()
      if let foreign, own.isIdentical(to: foreign) { continue }
      difference = RowDifference(
        table: table, row: row, mine: own.text, theirs: foreign?.text)
    }
    rows += row
    if difference == nil, let foreign = try theirs.next() {
      difference = RowDifference(
        table: table, row: row + 1, mine: nil, theirs: foreign.text)
    }
    return difference
  }
}

extension Row {
  fileprivate func isIdentical(to other: Row) -> Bool {
    count == other.count
      && zip(databaseValues, other.databaseValues).allSatisfy { $0.isIdentical(to: $1) }
  }

  fileprivate var text: String {
    databaseValues.map { value in
      switch value.storage {
      case .null: "–"
      case .int64(let number): "\(number)"
      case .double(let number): "\(number)"
      case .string, .blob: value.exactText ?? ""
      }
    }.joined(separator: " | ")
  }
}
