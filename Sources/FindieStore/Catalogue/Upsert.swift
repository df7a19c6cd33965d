import FindieDomain
import GRDB

/// Merges records into their table. Of two versions the newer one stays, and an unchanged record is
/// not written. A stored record that is not given stays, unless all records are given.
///
/// Records and rows are in the order of their ids and are merged in one pass; writing follows.
struct Upsert<Record: StoredRecord> {
  /// What the table contains afterwards, in any order.
  let stored: [Record]
  let count: UpsertCount

  /// - Parameter records: in the order of their ids, each id once.
  init(_ records: [Record], into table: CatalogueTable<Record>, _ rules: MergeRules) throws {
    var missing = MissingRecords<Record>(rules)
    let records = missing.given(of: records)
    var count = UpsertCount()
    /// The indexes of records to write, and of those that are older than the stored ones.
    var changed: [Int] = []
    var older: Set<Int> = []
    /// The stored records that are not replaced.
    var retained: [Record] = []
    let row = try table.rows()
    var isAtRow = try row.step()
    for index in Self.indicesInTableOrder(records) {
      // Through a span: a copy of a record retains and releases each of its texts.
      let id = records.span[index].id
      while isAtRow, row.order(to: id) == .before {
        missing.add(try table.record(from: row))
        isAtRow = try row.step()
      }
      guard isAtRow, row.order(to: id) == .same else {
        count.inserted += 1
        changed.append(index)
        continue
      }
      if missing.isOnlyOfPartners(id), let game = records[index] as? Game {
        missing.addGame(game)
      } else {
        count.found += 1
      }
      let lastChanged = rules.credible(table.lastChanged(in: row))
      if !records.span[index].replacesStored(of: lastChanged) {
        count.older += 1
        if !missing.isOnlyOfPartners(id) { count.outdated.add(id) }
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
      missing.add(try table.record(from: row))
      isAtRow = try row.step()
    }
    try table.save(records, at: changed)
    try table.save(missing.withdrawn)
    for id in missing.removed { try table.delete(id: id) }
    count.missing = missing.ids
    count.future = missing.future
    self.count = count
    retained += missing.retained
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

/// The stored records that are not given, and what becomes of them.
private struct MissingRecords<Record: StoredRecord> {
  private let rules: MergeRules
  private let isFull: Bool
  private let onlyOfPartners: Set<ExactText>
  private(set) var ids = RecordIds()
  private(set) var future = RecordIds()
  /// Those that the table keeps.
  private(set) var retained: [Record] = []
  /// Those of `retained` to write.
  private(set) var withdrawn: [Record] = []
  private(set) var removed: [String] = []

  init(_ rules: MergeRules) {
    self.rules = rules
    isFull = rules.full.contains(Record.layout.name)
    onlyOfPartners = rules.onlyOfPartners[Record.layout.name] ?? []
  }

  func isOnlyOfPartners(_ id: String) -> Bool {
    !onlyOfPartners.isEmpty && onlyOfPartners.contains(ExactText(id))
  }

  /// The records that count as given. A partner's file may still have a game that the app removed.
  func given(of records: [Record]) -> [Record] {
    guard isFull, Record.self == Game.self, !onlyOfPartners.isEmpty else { return records }
    return records.filter { !isOnlyOfPartners($0.id) }
  }

  /// A game that is given, but only by a partner's file.
  mutating func addGame(_ game: Game) {
    if game.withdrawn != game { ids.add(game.id) }
  }

  mutating func add(_ record: Record) {
    let rest = record.withdrawn
    if rest != record { ids.add(record.id) }
    if rules.credible(record.lastChanged) != record.lastChanged { future.add(record.id) }
    guard isFull else {
      retained.append(record)
      return
    }
    guard let rest else {
      removed.append(record.id)
      return
    }
    if rest != record { withdrawn.append(rest) }
    retained.append(rest)
  }
}

extension MergeRules {
  /// The time of a change; nil if it is in the future.
  fileprivate func credible(_ time: Timestamp?) -> Timestamp? {
    guard let time, let latestChange, time > latestChange else { return time }
    return nil
  }
}
