import FindieDomain

/// The merge of records into their table. Of two versions the newer one stays, a record that is not
/// given stays, and a record that is stored already is not written.
///
/// Records and rows are in the order of their ids and are merged in one pass; writing follows.
struct Upsert<Record: StoredRecord> {
  /// What the table contains afterwards, in any order.
  let stored: [Record]
  let count: UpsertCount

  /// - Parameter records: in the order of their ids, each id once.
  init(_ records: [Record], into table: CatalogueTable<Record>) throws {
    var count = UpsertCount()
    /// The indexes of records to write, and of those that are older than the stored ones.
    var changed: [Int] = []
    var older: Set<Int> = []
    /// The stored records that are not replaced.
    var retained: [Record] = []
    let row = try table.rows()
    var isAtRow = try row.step()
    for index in Upsert.indicesInTableOrder(records) {
      // Through a span: a copy of a record retains and releases each of its texts.
      let id = records.span[index].id
      while isAtRow, row.order(to: id) == .before {
        retained.append(try table.record(from: row))
        isAtRow = try row.step()
      }
      guard isAtRow, row.order(to: id) == .same else {
        count.inserted += 1
        changed.append(index)
        continue
      }
      if !records.span[index].isAtLeastAsNew(as: table.lastChanged(in: row)) {
        count.older += 1
        older.insert(index)
        retained.append(try table.record(from: row))
      } else if try table.contains(records.span[index], in: row) {
        count.unchanged += 1
      } else {
        count.updated += 1
        changed.append(index)
      }
      isAtRow = try row.step()
    }
    while isAtRow {
      retained.append(try table.record(from: row))
      isAtRow = try row.step()
    }
    try table.save(records, at: changed)
    self.count = count
    stored =
      retained.isEmpty
      ? records
      : retained + records.indices.filter { !older.contains($0) }.map { records[$0] }
  }

  /// Ids with a NUL are stored as BLOBs, which follow all texts.
  private static func indicesInTableOrder(_ records: [Record]) -> [Int] {
    let blobs = records.indices.filter { records.span[$0].id.utf8.contains(0) }
    guard !blobs.isEmpty else { return Array(records.indices) }
    return records.indices.filter { !records[$0].id.utf8.contains(0) } + blobs
  }
}
