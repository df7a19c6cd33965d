import FindieDomain

/// The merge of records into their table. Of two versions the newer one stays, a record that is not
/// given stays, and a record that is stored already is not written.
///
/// Records and rows are in the order of their ids and are merged in one pass; writing follows.
struct Upsert<Record: StoredRecord> {
  /// What the table contains afterwards, in any order.
  private(set) var stored: [Record] = []
  private(set) var count = UpsertCount()

  /// - Parameter records: in the order of their ids, each id once.
  init(_ records: [Record], into table: CatalogueTable<Record>) throws {
    var changed: [Int] = []
    let row = try table.rows()
    var isAtRow = try row.step()
    for index in Upsert.indicesInTableOrder(records) {
      // A span avoids retaining and releasing the texts of each record.
      let id = records.span[index].id
      while isAtRow, row.order(to: id) == .before {
        stored.append(try table.record(from: row))
        isAtRow = try row.step()
      }
      guard isAtRow, row.order(to: id) == .same else {
        count.inserted += 1
        changed.append(index)
        stored.append(records[index])
        continue
      }
      if !records.span[index].isAtLeastAsNew(as: table.lastChanged(in: row)) {
        count.older += 1
        stored.append(try table.record(from: row))
      } else {
        if try table.contains(records.span[index], in: row) {
          count.unchanged += 1
        } else {
          count.updated += 1
          changed.append(index)
        }
        stored.append(records[index])
      }
      isAtRow = try row.step()
    }
    while isAtRow {
      stored.append(try table.record(from: row))
      isAtRow = try row.step()
    }
    try table.save(changed.lazy.map { records[$0] })
  }

  /// Ids with a NUL are stored as BLOBs, which follow all texts.
  private static func indicesInTableOrder(_ records: [Record]) -> [Int] {
    let blobs = records.indices.filter { records.span[$0].id.utf8.contains(0) }
    guard !blobs.isEmpty else { return Array(records.indices) }
    return records.indices.filter { !records[$0].id.utf8.contains(0) } + blobs
  }
}
