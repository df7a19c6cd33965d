package import FindieDomain
package import FindieWorkers
import Foundation
import Synchronization

extension History {
  /// The number of days whose files are open and in memory at a time.
  private static let daysAtOnce = 8

  /// The events of all days before `end`, sorted by instant and id, without ids and origins.
  ///
  /// - Parameters:
  ///   - texts: the columns of text to read; nil for all.
  ///   - numbers: the columns of numbers to read; nil for all.
  ///   - hasInstants: whether to read the instants and not only the days.
  package func events(
    _ collection: EventCollection, before end: Day? = nil, texts: [TextColumn]? = nil,
    numbers: [NumberColumn]? = nil, hasInstants: Bool = true, workers: Workers
  ) throws -> EventTable {
    let days = try ledger().days.filter { day in
      day.collection == collection && end.map { day.day < $0 } ?? true
    }
    let table = EventTable(
      collection, texts: texts ?? collection.textColumns,
      numbers: numbers ?? collection.numberColumns)
    return try filled(
      table, of: days, staged: [:], hasInstants: hasInstants, workers: workers)
  }

  /// Passes the events of the days from `start` to before `end` to `body`, some days at a time.
  /// Each table has the rows of these days and the vocabularies of these and all
  /// earlier days.
  ///
  /// - Returns: a table without rows, with the vocabularies of all days.
  package func eachDays(
    _ collection: EventCollection, from start: Day? = nil, before end: Day, texts: [TextColumn],
    numbers: [NumberColumn] = [], workers: Workers,
    _ body: (EventTable) throws -> Void
  ) throws -> EventTable {
    let days = try ledger().days.filter { day in
      day.collection == collection && day.day < end && start.map { $0 <= day.day } ?? true
    }
    var table = EventTable(collection, texts: texts, numbers: numbers)
    for range in Workers.ranges(of: days.count, size: Self.daysAtOnce) {
      let read = try read(days[range], for: table, staged: [:], workers: workers)
      table.append(read, workers: workers)
      try body(table)
      table.removeRows()
    }
    return table
  }

  /// The events of some days, sorted by instant and id, without ids and origins.
  ///
  /// - Parameter update: an update to apply; nil for the stored history.
  package func events(
    _ collection: EventCollection, on selected: Set<Day>, after update: Update? = nil,
    workers: Workers
  ) throws -> EventTable {
    let days = try (update?.ledger ?? ledger()).days.filter { day in
      day.collection == collection && selected.contains(day.day)
    }
    let staged = Dictionary(uniqueKeysWithValues: (update?.moves ?? []).map { ($0.to, $0.from) })
    return try filled(
      EventTable(collection), of: days, staged: staged, hasInstants: true, workers: workers)
  }

  /// The table with the rows of some days.
  ///
  /// - Parameter staged: the URLs of files that are not in the history yet, by their URL in it.
  private func filled(
    _ table: consuming EventTable, of days: [Ledger.Day], staged: [URL: URL], hasInstants: Bool,
    workers: Workers
  ) throws -> EventTable {
    table.reserve(days.reduce(0) { $0 + $1.rows }, hasInstants: hasInstants)
    for range in Workers.ranges(of: days.count, size: Self.daysAtOnce) {
      let read = try read(
        days[range], for: table, staged: staged, hasInstants: hasInstants, workers: workers)
      table.append(read, workers: workers)
    }
    return table
  }

  private func read(
    _ days: ArraySlice<Ledger.Day>, for table: EventTable, staged: [URL: URL],
    hasInstants: Bool = true, workers: Workers
  ) throws -> [DayEvents] {
    let (texts, numbers) = (table.textColumns, table.numberColumns)
    return try workers.map(days.count) { index in
      let day = days[days.startIndex + index]
      let file = try file(of: day, at: staged[url(day)])
      return try Self.naming(url(day)) {
        try DayEvents(
          CountedColumns(file, without: uncounted), texts: texts, numbers: numbers,
          hasInstants: hasInstants)
      }
    }
  }
}

/// The columns of a day that models are trained on, copied and checked.
private struct DayEvents: Sendable {
  let day: Day
  let kinds: [UInt8]
  /// Nil if they were not read.
  let milliseconds: [Int64]?
  let texts: [(strings: ByteStrings, codes: [UInt32])]
  let numbers: [[Float]]

  init(
    _ columns: CountedColumns, texts textColumns: [TextColumn],
    numbers numberColumns: [NumberColumn], hasInstants: Bool
  ) throws(HistoryDamage) {
    day = columns.file.day
    kinds = try columns.kinds()
    milliseconds = hasInstants ? try columns.milliseconds() : nil
    texts = try textColumns.map { column throws(HistoryDamage) in try columns.text(column) }
    numbers = try numberColumns.map { column throws(HistoryDamage) in try columns.numbers(column) }
  }
}

extension EventTable {
  /// Appends the rows of some days. Each column of text is appended by one thread, since its
  /// vocabulary grows from day to day.
  fileprivate mutating func append(_ days: [DayEvents], workers: Workers) {
    for day in days {
      if let instants = day.milliseconds {
        kinds += day.kinds
        milliseconds += instants
      } else {
        append(day.kinds, on: day.day)
      }
      for (column, values) in zip(numberColumns, day.numbers) { self[column] += values }
    }
    // Removed from the table, so that no column is copied when it grows.
    let columns = textColumns
    let texts = Mutex(columns.map { Optional(take($0)) })
    let grown = workers.map(columns.count) { index in
      var text = texts.withLock { $0[index].take() } ?? CodedText()
      text.append(days.map { $0.texts[index] })
      return text
    }
    for (column, text) in zip(columns, grown) { self[column] = text }
  }

  private mutating func take(_ column: TextColumn) -> CodedText {
    let text = self[column]
    self[column] = CodedText()
    return text
  }
}

extension CodedText {
  /// Appends the rows of some days; each distinct text is looked up once.
  fileprivate mutating func append(_ days: [(strings: ByteStrings, codes: [UInt32])]) {
    for day in days {
      let translated = (0..<day.strings.count).map { vocabulary.code(of: day.strings[$0]) }
      for code in day.codes { codes.append(translated[Int(code)]) }
    }
  }
}
