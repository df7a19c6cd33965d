import FindieDomain
import GRDB

/// Reads the rows of a table and their parts side by side, in the order of their ids.
struct StoredRows<Record: StoredRecord> {
  private let row: RowStatement
  private let path: String
  private var parts: StoredParts
  private(set) var isAtRow = false

  /// Stands at the first row, where there is one.
  init(in database: Database, path: String) throws {
    let table = Record.table
    row = try RowStatement(table.select + " ORDER BY id", in: database)
    self.path = path
    parts = try StoredParts(table.parts, of: row, in: database, path: path)
    try next()
  }

  mutating func next() throws {
    isAtRow = try row.step()
    if isAtRow { try parts.findFirst() }
  }

  /// How the id of the row stands to that of a record's row.
  func order(to record: RowWriter) -> RowStatement.KeyOrder { row.keyOrder(to: record) }

  /// When the stored record was last changed.
  var lastChanged: Timestamp? {
    row.integer(at: Record.table.lastChanged).map { Timestamp(milliseconds: Int64($0)) }
  }

  /// The record as it is stored.
  ///
  /// - Throws: `damaged` where a column holds what no version of Findie writes.
  mutating func record() throws -> Record {
    var columns = ColumnReader(row, table: Record.table.name, path: path)
    return try Record(from: &columns, parts: &parts)
  }

  /// Whether `record`, whose columns are `columns`, is stored just so.
  ///
  /// - Parameter scratch: memory for the columns of its parts.
  mutating func holds(
    _ record: Record, _ columns: RowWriter, scratch: inout RowWriter
  ) throws -> Bool {
    guard row.holds(columns) else { return false }
    for place in 0..<record.partCount {
      scratch.removeAll()
      record.writePart(place, to: &scratch)
      guard try parts.goToNext(), parts.isSame(as: scratch) else { return false }
    }
    return try !parts.goToNext()
  }
}

/// The rows that belong to the record at which a table's reading stands.
struct StoredParts {
  private let owner: RowStatement?
  private let part: RowStatement?
  private let name: String
  private let path: String
  private var isAtPart = false
  /// Whether the row at which it stands was taken already.
  private var isTaken = false

  /// None, of a record that has none.
  init() {
    (owner, part, name, path) = (nil, nil, "", "")
  }

  init(
    _ parts: StoredTable.Parts?, of owner: RowStatement, in database: Database, path: String
  ) throws {
    self.owner = owner
    self.path = path
    name = parts?.name ?? ""
    part = try parts.map {
      try RowStatement($0.select + " ORDER BY \($0.owner), position", in: database)
    }
    isAtPart = try part?.step() ?? false
  }

  /// The next row, behind owner and position; nil behind the last.
  mutating func next() throws -> ColumnReader<RowStatement>? {
    guard try goToNext(), let part else { return nil }
    return ColumnReader(part, table: name, path: path, from: 2)
  }

  mutating func goToNext() throws -> Bool {
    guard let part, let owner else { return false }
    if isTaken { isAtPart = try part.step() }
    isTaken = isAtPart && part.keyOrder(to: owner) == .same
    return isTaken
  }

  func isSame(as row: RowWriter) -> Bool { part?.holds(row) ?? false }

  /// Passes over what belongs to the owners before.
  mutating func findFirst() throws {
    guard let part, let owner else { return }
    isTaken = false
    while isAtPart, part.keyOrder(to: owner) == .before { isAtPart = try part.step() }
  }
}
