import FindieDomain
import GRDB

/// Brings the records of one night into their table: the newest of two versions stays, a record
/// that is absent tonight stays, and what is already so is not written again.
///
/// Both sides are in the order of their ids and are merged in one reading pass; writing comes after.
struct Upsert<Record: StoredRecord> {
  private let records: [Record]
  private var inserts: [Int] = []
  private var updates: [Int] = []
  private var count = UpsertCount()

  /// Writes `records`, which are in the order of their ids, each once.
  static func write(_ records: [Record], in database: Database) throws -> UpsertCount {
    guard !records.isEmpty else { return UpsertCount() }
    var upsert = Upsert(records: records)
    try upsert.compare(in: database)
    try upsert.write(in: database)
    return upsert.count
  }

  private init(records: [Record]) {
    self.records = records
  }

  private mutating func compare(in database: Database) throws {
    var rows = try StoredRows(Record.table, in: database)
    var stored = try rows.next()
    for index in Upsert.inOrderOfTable(records) {
      let key = DatabaseValue(exactly: records[index].id)
      while let row = stored, row.key.precedes(key) { stored = try rows.next() }
      if let row = stored, row.key.isIdentical(to: key) {
        compare(index, with: row)
      } else {
        inserts.append(index)
      }
    }
    count.inserted = inserts.count
    count.updated = updates.count
  }

  private mutating func compare(_ index: Int, with stored: StoredRow) {
    let record = records[index]
    guard record.isAtLeastAsNew(as: stored.lastChanged(in: Record.table)) else {
      count.older += 1
      return
    }
    let parts = record.partRows
    let isSame =
      Upsert.areIdentical(record.row, stored.values) && parts.count == stored.parts.count
      && zip(parts, stored.parts).allSatisfy { Upsert.areIdentical($0, $1) }
    if isSame { count.unchanged += 1 } else { updates.append(index) }
  }

  private func write(in database: Database) throws {
    let table = Record.table
    let insert = try database.makeStatement(sql: table.insert)
    let update = try database.makeStatement(sql: table.update)
    let insertPart = try table.parts.map { try database.makeStatement(sql: $0.insert) }
    let deleteParts = try table.parts.map { try database.makeStatement(sql: $0.delete) }
    for (indexes, statement) in [(inserts, insert), (updates, update)] {
      for index in indexes {
        let row = records[index].row
        try statement.run(row)
        guard let insertPart, let deleteParts else { continue }
        if statement === update { try deleteParts.run([row[0]]) }
        for part in records[index].partRows { try insertPart.run(part) }
      }
    }
  }

  private static func areIdentical(_ left: [DatabaseValue], _ right: [DatabaseValue]) -> Bool {
    zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
  }

  /// The table holds the ids with a NUL as BLOBs, which come after all texts.
  private static func inOrderOfTable(_ records: [Record]) -> [Int] {
    let blobs = records.indices.filter { records[$0].id.utf8.contains(0) }
    guard !blobs.isEmpty else { return Array(records.indices) }
    return records.indices.filter { !records[$0].id.utf8.contains(0) } + blobs
  }
}

extension StoredRecord {
  fileprivate var row: [DatabaseValue] {
    var columns = ColumnWriter(capacity: Self.table.columns.count)
    write(to: &columns)
    return columns.values
  }

  fileprivate var partRows: [[DatabaseValue]] {
    var rows: [ColumnWriter] = []
    writeParts(to: &rows)
    return rows.map(\.values)
  }
}

extension Statement {
  /// Runs the statement with `values` for its places, of which there must be as many.
  func run(_ values: [DatabaseValue]) throws {
    setUncheckedArguments(StatementArguments(values))
    try execute()
  }
}
