package import FindieDomain
import FindieFiles
package import FindieWorkers
package import Foundation

/// The accepted events of all past days, in columns, one file a UTC day.
///
/// ```
/// history/ledger.json
/// history/interactions/2016-09-18-<checksum>.findie
/// history/analytics/2016-09-18-<checksum>.findie
/// ```
///
/// A day that changes gets a file of another name beside the old one; the ledger then names it. So
/// the ledger never names bytes that it does not know, wherever a run was cut off.
package struct History: Sendable {
  package let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// What is wrong with the history on disk.
  package enum Failure: Error, CustomStringConvertible {
    case damagedDay(path: String, Partition.Damage)
    case damagedLedger(path: String, reason: String)
    case newerLedger(path: String, version: Int)

    package var description: String {
      switch self {
      case .damagedDay(let path, let damage):
        """
        the history's file \(path) is damaged: \(damage). Restore it from a backup, or remove the \
        whole history folder and run the night again over all input files.
        """
      case .damagedLedger(let path, let reason):
        """
        the history's ledger \(path) cannot be read: \(reason). Restore it from a backup, or remove \
        the whole history folder and run the night again over all input files.
        """
      case .newerLedger(let path, let version):
        "the history's ledger \(path) has format \(version); install a newer findie to read it."
      }
    }
  }

  private var ledgerURL: URL { folder.appending(path: "ledger.json") }

  private func url(_ day: Ledger.Day) -> URL {
    folder.appending(path: day.collection.rawValue)
      .appending(path: "\(day.day)-\(day.checksum).findie")
  }

  /// The ledger, an empty one where there is no history yet.
  package func ledger() throws -> Ledger {
    guard DurableFile.exists(ledgerURL) else { return Ledger() }
    let bytes = try DurableFile.read(ledgerURL)
    let ledger: Ledger
    do {
      ledger = try JSONDecoder().decode(Ledger.self, from: Data(bytes))
    } catch {
      throw Failure.damagedLedger(path: ledgerURL.path, reason: "\(error)")
    }
    guard ledger.formatVersion <= Ledger().formatVersion else {
      throw Failure.newerLedger(path: ledgerURL.path, version: ledger.formatVersion)
    }
    return ledger
  }

  /// A number that changes with every accepted event of the days before `end`: their checksums' hash.
  package func contentHash(of ledger: Ledger, before end: Day) -> UInt64 {
    ledger.days.filter { $0.day < end }.reduce(UInt64(0)) { hash, day in
      hash64(of: "\(day.collection.rawValue) \(day.day) \(day.checksum)".utf8.span, seed: hash)
    }
  }

  /// The events of all days before `end`, by instant and id.
  ///
  /// - Parameter withIds: whether ids and origins are loaded too; a night has no use for them.
  package func events(
    _ collection: EventCollection, before end: Day? = nil, withIds: Bool = false, workers: Workers
  ) throws -> EventTable {
    let days = try ledger().days.filter {
      $0.collection == collection && $0.day < end ?? Timestamp.range.upperBound.day.adding(days: 1)
    }
    let tables = try workers.map(days.count) { try events(of: days[$0]) }
    var all = EventTable(collection)
    for var table in tables {
      if !withIds {
        table.ids = ByteStrings()
        table.origins = []
      }
      all.append(0..<table.count, of: table)
    }
    return all
  }

  private func events(of day: Ledger.Day) throws -> EventTable {
    let file = url(day)
    let bytes = try DurableFile.read(file)
    do throws(Partition.Damage) {
      let events = try Partition.events(in: bytes)
      guard History.checksum(of: bytes) == day.checksum, events.collection == day.collection
      else { throw .notTheLedgers }
      return events
    } catch {
      throw Failure.damagedDay(path: file.path, error)
    }
  }
}

// MARK: - Growing

/// The events of one input file, with what became of its lines. `accepted` and `duplicate` are
/// counted by the history when it takes the events in.
package struct ReadFile: Sendable {
  package var source: Ledger.Source
  package var events: EventTable

  package init(source: Ledger.Source, events: EventTable) {
    self.source = source
    self.events = events
  }
}

extension History {
  /// What taking in events would change. Nothing is on disk until it is written.
  package struct Update: Sendable {
    package let ledger: Ledger
    package let conflicts: [Conflict]
    fileprivate let written: [(day: Ledger.Day, bytes: [UInt8])]
  }

  /// Takes in the events of files that are new, or that replace what was read from their path before.
  ///
  /// Events that came from a path in `files` before are retracted first; `Ledger.pathsToReadAgain`
  /// names the files that belong with changed ones. The days that are neither retracted from nor
  /// added to keep their files.
  package func update(with files: [ReadFile], workers: Workers) throws -> Update {
    var ledger = try ledger()
    guard !files.isEmpty else { return Update(ledger: ledger, conflicts: [], written: []) }
    var written: [(day: Ledger.Day, bytes: [UInt8])] = []
    var allConflicts: [Conflict] = []
    let retracted = Set(files.map { ExactText($0.source.path) })
    let listed = ledger.conflicts.count
    ledger.conflicts.removeAll {
      retracted.contains(ExactText($0.kept.file))
        || retracted.contains(ExactText($0.dropped.file))
    }
    ledger.conflictCount -= listed - ledger.conflicts.count
    ledger.sources.removeAll { retracted.contains(ExactText($0.path)) }

    for collection in EventCollection.allCases {
      let new = files.filter { $0.source.collection == collection }
      let existing = try events(collection, withIds: true, workers: workers)
      var touched = Set<Day>()
      var staying: [Int] = []
      let isRetracted = (0..<existing.originFiles.count).map {
        retracted.contains(ExactText(existing.originFiles.text(UInt32($0))))
      }
      for row in 0..<existing.count {
        if isRetracted[Int(existing.origins[row].file)] {
          touched.insert(existing.day(row))
        } else {
          staying.append(row)
        }
      }
      if new.isEmpty && touched.isEmpty { continue }
      var base = EventTable(collection)
      base.append(staying, of: existing)
      let tables = [base] + new.map(\.events)
      let merge = EventMerge(tables)
      allConflicts += merge.conflicts
      // What an earlier night kept may have lost now: its conflicts name the event that is kept.
      for index in ledger.conflicts.indices {
        if let winner = merge.replacements[ledger.conflicts[index].kept] {
          ledger.conflicts[index].kept = winner
        }
      }

      var lost = [Int](repeating: 0, count: base.originFiles.count)
      for row in merge.dropped[0] {
        touched.insert(base.day(row))
        lost[Int(base.origins[row].file)] += 1
      }
      for (file, count) in lost.enumerated() where count > 0 {
        let path = ExactText(base.originFiles.text(UInt32(file)))
        if let index = ledger.sources.firstIndex(where: { ExactText($0.path) == path }) {
          ledger.sources[index].counts.accepted -= count
          ledger.sources[index].counts.duplicate += count
        }
      }
      for (index, file) in new.enumerated() {
        var source = file.source
        source.counts.accepted = merge.kept[index + 1].count
        source.counts.duplicate = merge.dropped[index + 1].count
        ledger.sources.append(source)
        for row in merge.kept[index + 1] { touched.insert(tables[index + 1].day(row)) }
      }
      let winners = Dictionary(grouping: merge.losses, by: { ExactText($0.loser) })
      for index in ledger.sources.indices {
        guard let more = winners[ExactText(ledger.sources[index].path)] else { continue }
        ledger.sources[index].lostTo = Set(ledger.sources[index].lostTo + more.map(\.winner))
          .sorted()
      }

      var rowsByDay: [Day: [(table: Int, rows: [Int])]] = [:]
      for (table, rows) in merge.kept.enumerated() {
        let ofTouchedDays = rows.filter { touched.contains(tables[table].day($0)) }
        for (day, rows) in Dictionary(grouping: ofTouchedDays, by: { tables[table].day($0) }) {
          rowsByDay[day, default: []].append((table, rows))
        }
      }
      let days = touched.sorted()
      let dayRows = days.map { rowsByDay[$0] ?? [] }
      let encoded = workers.map(days.count) { index in
        History.bytes(of: dayRows[index], in: tables, collection, days[index])
      }
      for (day, file) in zip(days, encoded) {
        ledger.days.removeAll { $0.collection == collection && $0.day == day }
        guard let file else { continue }
        let entry = Ledger.Day(
          collection: collection, day: day, rows: file.rows,
          checksum: History.checksum(of: file.bytes))
        written.append((entry, file.bytes))
        ledger.days.append(entry)
      }
    }
    ledger.sources.sort { $0.path < $1.path }
    ledger.days.sort { ($0.collection.rawValue, $0.day) < ($1.collection.rawValue, $1.day) }
    ledger.conflictCount += allConflicts.count
    ledger.conflicts = Array((ledger.conflicts + allConflicts).sorted().prefix(Conflict.limit))
    return Update(
      ledger: ledger, conflicts: allConflicts, written: written)
  }

  /// The file of one day from its rows in several tables, nil where there are none.
  private static func bytes(
    of parts: [(table: Int, rows: [Int])], in tables: [EventTable], _ collection: EventCollection,
    _ day: Day
  ) -> (bytes: [UInt8], rows: Int)? {
    var gathered = EventTable(collection)
    for part in parts { gathered.append(part.rows, of: tables[part.table]) }
    guard gathered.count > 0 else { return nil }
    var ordered = EventTable(collection)
    ordered.append(gathered.rowsInOrder(), of: gathered)
    return (Partition.bytes(of: ordered, day: day), ordered.count)
  }

  private static func checksum(of file: [UInt8]) -> String {
    String(hash64(of: file.span), radix: 16)
  }

  /// Writes an update: the days first, then the ledger; then the files that only the ledger before it
  /// named are removed. A file that no ledger named is left: it may be all that is left of a history.
  package func write(_ update: Update) throws {
    let before = try ledger()
    for (day, bytes) in update.written { try DurableFile.write(bytes, to: url(day)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try DurableFile.write(encoder.encode(update.ledger), to: ledgerURL)
    let named = Set(update.ledger.days.map { url($0) })
    for day in before.days where !named.contains(url(day)) { try DurableFile.remove(url(day)) }
  }
}
