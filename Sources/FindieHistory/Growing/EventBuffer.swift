import FindieDomain
import FindieFiles
import Foundation

/// Takes the events that one thread reads, and stages them whenever they fill its memory.
///
/// ```swift
/// var buffer = EventBuffer(.interactions, into: staging, limitInBytes: 128 << 20)
/// try buffer.take(&batch, from: file)
/// try buffer.flush()
/// ```
///
/// How much it holds decides nothing: pieces of one day are put together in the end.
package struct EventBuffer: Sendable {
  private let collection: EventCollection
  private let staging: Staging
  private let limitInBytes: Int
  private var days: [DayColumns] = []
  private var places: [Day: Int] = [:]
  /// The day that was appended to last, its place and its milliseconds.
  private var last: (place: Int, milliseconds: Range<Int64>)?
  private var rowsByFile: [UInt32: Int] = [:]
  /// Of days that the history holds already, duplicates among them.
  private var lateByFile: [UInt32: Int] = [:]
  private let newestDay: Day?
  private var known: KnownTexts
  private var lastTag: UInt32 = 0
  private var batches = 0

  package init(_ collection: EventCollection, into staging: Staging, limitInBytes: Int) {
    self.collection = collection
    self.staging = staging
    self.limitInBytes = limitInBytes
    known = KnownTexts(collection)
    newestDay = staging.ledger.days.lazy.filter { $0.collection == collection }.map(\.day).max()
  }

  /// Takes the rows of a batch and empties it.
  ///
  /// - Precondition: all of the batch's columns of text are hashed.
  package mutating func take(
    _ batch: inout EventBatch, from file: UInt32
  ) throws {
    known.use(batch.numbering)
    var start = 0
    while start < batch.count {
      let place = place(of: unsafe batch.milliseconds[start])
      var end = start + 1
      while end < batch.count, let range = last?.milliseconds,
        unsafe range.contains(batch.milliseconds[end])
      { end += 1 }
      days[place].append(batch, start..<end, file: file, &known)
      if isLate(days[place].day) { lateByFile[file, default: 0] += end - start }
      start = end
    }
    rowsByFile[file, default: 0] += batch.count
    batch.count = 0
    batches += 1
    // Adding up takes a while where there are many days.
    if batches % 256 == 0, days.reduce(0, { $0 + $1.byteCount }) > limitInBytes {
      try flush(keepingLast: true)
    }
  }

  private func isLate(_ day: Day) -> Bool { newestDay.map { day <= $0 } ?? false }

  private mutating func place(of milliseconds: Int64) -> Int {
    if let last, last.milliseconds.contains(milliseconds) { return last.place }
    let day = Timestamp(milliseconds: milliseconds).day
    if places[day] == nil {
      places[day] = days.count
      lastTag += 1
      days.append(DayColumns(collection, day, tag: lastTag))
    }
    guard let place = places[day] else { preconditionFailure("\(day) was not added") }
    let start = day.start.milliseconds
    last = (place, start..<start + 86_400_000)
    return place
  }

  /// Stages everything that is left.
  package mutating func flush() throws { try flush(keepingLast: false) }

  /// - Parameter keepingLast: whether the day that grows stays in memory, so that it becomes one
  ///   piece; not where it takes most of the memory itself.
  private mutating func flush(keepingLast: Bool) throws {
    var kept: DayColumns?
    if keepingLast, let last, days[last.place].byteCount < limitInBytes / 2 {
      kept = days.remove(at: last.place)
    }
    guard !days.isEmpty else { return }
    let number = staging.nextRun()
    var duplicates = Duplicates()
    var hashes: [(hash: UInt64, day: Day)] = []
    var pieces: [StagedRun.Piece] = []
    // From the last, so that a day's memory is free before the next is written.
    while let columns = days.popLast() {
      let day = columns.day
      let rows = SortedRows(
        columns, paths: staging.paths, isLate: isLate(day), duplicates: &duplicates)
      for row in 0..<rows.count { hashes.append((unsafe hash64(rows.id(row), seed: 0), day)) }
      let url = staging.url("\(collection.rawValue)-\(number)-\(day)")
      let written = try Partition.write(rows, to: url)
      try staging.didWrite(url, bytes: written.bytes)
      pieces.append(
        StagedRun.Piece(
          day: day, url: url, checksum: written.checksum, rows: written.rows,
          origins: written.origins))
    }
    let ids = staging.url("\(collection.rawValue)-\(number).ids")
    let (entries, fences) = IdEntry.byBucket(hashes)
    var file = try FileWriter(ids)
    try file.write(entries.span.rawBytes)
    staging.add(
      StagedRun(
        number: number, collection: collection, pieces: pieces, ids: ids, fences: fences),
      duplicates, rows: rowsByFile, late: lateByFile)
    rowsByFile = [:]
    lateByFile = [:]
    days = []
    places = [:]
    last = nil
    if let kept {
      days = [kept]
      places[kept.day] = 0
    }
  }
}
