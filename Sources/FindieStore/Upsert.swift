import FindieDomain
import GRDB

/// Brings the records of one night into their table: the newest of two versions stays, a record
/// that is absent tonight stays, and what is already so is not written again.
///
/// Both sides are in the order of their ids and are merged in one reading pass; writing comes after.
/// Records are looked at through a span: taken out of the array, each text of theirs would be counted
/// once more, and once less.
struct Upsert<Record: StoredRecord> {
  private let records: [Record]
  private var inserts: [Int] = []
  private var updates: [Int] = []
  /// The places of the records that are older than what is stored.
  private var older = Set<Int>()
  /// What is stored and not replaced.
  private var kept: [Record] = []
  private(set) var count = UpsertCount()

  /// Writes `records`, which are in the order of their ids, each once.
  ///
  /// - Returns: what the table then holds, in any order.
  static func write(
    _ records: [Record], in database: Database, path: String
  ) throws -> (stored: [Record], count: UpsertCount) {
    var upsert = Upsert(records: records)
    try upsert.compare(in: database, path: path)
    try upsert.write(in: database)
    return (upsert.stored, upsert.count)
  }

  private init(records: [Record]) {
    self.records = records
  }

  private var stored: [Record] {
    if kept.isEmpty { return records }
    return kept + records.indices.lazy.filter { !older.contains($0) }.map { records[$0] }
  }

  private mutating func compare(in database: Database, path: String) throws {
    var stored = try StoredRows<Record>(in: database, path: path)
    var (row, part) = (RowWriter(), RowWriter())
    for index in Upsert.inOrderOfTable(records) {
      guard stored.isAtRow else {
        inserts.append(index)
        continue
      }
      row.removeAll()
      records.span[index].write(to: &row)
      while stored.isAtRow, stored.order(to: row) == .before { try keep(&stored) }
      guard stored.isAtRow, stored.order(to: row) == .same else {
        inserts.append(index)
        continue
      }
      if !records.span[index].isAtLeastAsNew(as: stored.lastChanged) {
        older.insert(index)
        try keep(&stored)
      } else {
        if try !stored.holds(records.span[index], row, scratch: &part) { updates.append(index) }
        try stored.next()
      }
    }
    while stored.isAtRow { try keep(&stored) }
    count.inserted = inserts.count
    count.updated = updates.count
    count.older = older.count
    count.unchanged = records.count - inserts.count - updates.count - older.count
  }

  private mutating func keep(_ rows: inout StoredRows<Record>) throws {
    kept.append(try rows.record())
    try rows.next()
  }

  private func write(in database: Database) throws {
    let table = Record.table
    let insert = try RowStatement(table.insert, in: database)
    let update = try RowStatement(table.update, in: database)
    let insertPart = try table.parts.map { try RowStatement($0.insert, in: database) }
    let deleteParts = try table.parts.map { try RowStatement($0.delete, in: database) }
    var row = RowWriter()
    for (indexes, statement) in [(inserts, insert), (updates, update)] {
      for index in indexes {
        row.removeAll()
        records.span[index].write(to: &row)
        try statement.run(row)
        guard let insertPart, let deleteParts else { continue }
        if statement === update { try deleteParts.run(row, columns: 1) }
        for place in 0..<records.span[index].partCount {
          row.removeAll()
          records.span[index].writePart(place, to: &row)
          try insertPart.run(row)
        }
      }
    }
  }

  /// The table holds the ids with a NUL as BLOBs, which come after all texts.
  private static func inOrderOfTable(_ records: [Record]) -> [Int] {
    let blobs = records.indices.filter { records.span[$0].id.utf8.contains(0) }
    guard !blobs.isEmpty else { return Array(records.indices) }
    return records.indices.filter { !records[$0].id.utf8.contains(0) } + blobs
  }
}
