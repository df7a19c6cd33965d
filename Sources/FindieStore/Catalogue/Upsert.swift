import FindieDomain
import GRDB

/// Merges records into their table. Of two versions the newer one stays, and an unchanged record is
/// not written. A stored record that is not given stays, unless all records are given.
///
/// Both are in the order of their ids and are merged in one pass; writing follows.
struct Upsert<Record: StoredRecord> {
  /// What the table contains afterwards, in the order of the ids.
  let stored: PackedRecords<Record>
  let count: UpsertCount

  /// - Parameters:
  ///   - records: in the order of their ids, each id once.
  ///   - before: the records of the table.
  init(
    _ records: PackedRecords<Record>, before: PackedRecords<Record>,
    into table: CatalogueTable<Record>, _ rules: MergeRules
  ) throws {
    var missing = MissingRecords<Record>(rules)
    let given = missing.given(of: records)
    var count = UpsertCount()
    /// The indices in `before + given + missing.withdrawn` of what the table then contains.
    var remaining: [Int] = []
    /// The indices of given records to write.
    var changed: [Int] = []
    var next = 0
    func addMissing() {
      switch missing.add(before[next]) {
      case .removed: break
      case .stays: remaining.append(next)
      case .withdrawn(let index): remaining.append(before.count + given.count + index)
      }
      next += 1
    }
    for index in given.indices {
      let record = given[index]
      while next < before.count, before[next].precedes(record) { addMissing() }
      guard next < before.count, before[next].hasId(of: record) else {
        count.inserted += 1
        changed.append(index)
        remaining.append(before.count + index)
        continue
      }
      let isOnlyOfPartners = missing.isOnlyOfPartners(record)
      if isOnlyOfPartners, let game = record.record as? Game {
        missing.addGame(game)
      } else {
        count.found += 1
      }
      if before[next].isEqual(to: record) {
        count.unchanged += 1
        remaining.append(before.count + index)
      } else if !record.replacesStored(of: rules.credible(before[next].lastChanged)) {
        count.older += 1
        if !isOnlyOfPartners { count.outdated.add(record.id) }
        remaining.append(next)
      } else {
        count.updated += 1
        changed.append(index)
        remaining.append(before.count + index)
      }
      next += 1
    }
    while next < before.count { addMissing() }
    try table.save(changed.lazy.map { given[$0] })
    try table.save(missing.withdrawn)
    for id in missing.removed { try table.delete(id: id) }
    count.missing = missing.ids
    count.future = missing.future
    self.count = count
    stored = (before + given + missing.withdrawn).selecting(remaining)
  }
}

/// The stored records that are not given, and what becomes of them.
private struct MissingRecords<Record: StoredRecord> {
  private let rules: MergeRules
  private let isFull: Bool
  private let onlyOfPartners: Set<ExactText>
  private(set) var ids = RecordIds()
  private(set) var future = RecordIds()
  /// Those that the table keeps in another form.
  private(set) var withdrawn = PackedRecords<Record>()
  private(set) var removed: [String] = []

  init(_ rules: MergeRules) {
    self.rules = rules
    isFull = rules.full.contains(Record.layout.name)
    onlyOfPartners = rules.onlyOfPartners[Record.layout.name] ?? []
  }

  func isOnlyOfPartners(_ record: PackedRecord<Record>) -> Bool {
    !onlyOfPartners.isEmpty && onlyOfPartners.contains(ExactText(record.id))
  }

  /// The records that count as given. A partner's file may still have a game that the app removed.
  func given(of records: PackedRecords<Record>) -> PackedRecords<Record> {
    guard isFull, Record.self == Game.self, !onlyOfPartners.isEmpty else { return records }
    return records.selecting { !isOnlyOfPartners($0) }
  }

  /// A game that is given, but only by a partner's file.
  mutating func addGame(_ game: Game) {
    if game.withdrawn != game { ids.add(game.id) }
  }

  enum Fate {
    case removed, stays
    /// The index in `withdrawn`.
    case withdrawn(Int)
  }

  mutating func add(_ packed: PackedRecord<Record>) -> Fate {
    if rules.credible(packed.lastChanged) != packed.lastChanged { future.add(packed.id) }
    // Only games are withdrawn; others need not be unpacked.
    let record = Record.self == Game.self ? packed.record : nil
    let rest = record?.withdrawn
    if rest == nil || rest != record { ids.add(packed.id) }
    guard isFull else { return .stays }
    guard let rest else {
      removed.append(packed.id)
      return .removed
    }
    guard rest != record else { return .stays }
    withdrawn.append(rest)
    return .withdrawn(withdrawn.count - 1)
  }
}

extension MergeRules {
  /// The time of a change; nil if it is in the future.
  fileprivate func credible(_ time: Timestamp?) -> Timestamp? {
    guard let time, let latestChange, time > latestChange else { return time }
    return nil
  }
}
