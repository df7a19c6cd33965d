import FindieDomain
import FindieFiles
import Foundation

/// Collects the events that one thread reads, and stages them when they reach a memory limit.
///
/// ```swift
/// var buffer = EventBuffer(.interactions, into: staging, limitInBytes: 128 << 20)
/// try buffer.take(&batch, from: file)
/// try buffer.flush()
/// ```
///
/// The limit does not change the result: pieces of one day are merged at the end.
package struct EventBuffer: Sendable {
  private let collection: EventCollection
  private let staging: Staging
  private let limitInBytes: Int
  private var days: [DayColumns] = []
  private var indexes: [Day: Int] = [:]
  /// The day that was appended to last: its index and its milliseconds.
  private var last: (index: Int, milliseconds: Range<Int64>)?
  private var rowsByFile: [UInt32: Int] = [:]
  /// Events of days that the history already has, including duplicates.
  private var lateByFile: [UInt32: Int] = [:]
  private let newestDay: Day?
  /// What was taken since the memory was last summed.
  private var unsummed = (batches: 0, bytes: 0)

  package init(_ collection: EventCollection, into staging: Staging, limitInBytes: Int) {
    self.collection = collection
    self.staging = staging
    self.limitInBytes = limitInBytes
    newestDay = staging.newestDays[collection]
  }

  /// Takes the rows of a batch and empties it.
  package mutating func take(
    _ batch: inout EventBatch, from file: UInt32
  ) throws {
    var start = 0
    while start < batch.count {
      let index = index(ofDayAt: unsafe batch.milliseconds[start])
      var end = start + 1
      while end < batch.count, let range = last?.milliseconds,
        unsafe range.contains(batch.milliseconds[end])
      { end += 1 }
      days[index].append(batch, start..<end, file: file)
      if isLate(days[index].day) { lateByFile[file, default: 0] += end - start }
      start = end
    }
    rowsByFile[file, default: 0] += batch.count
    unsummed.batches += 1
    unsummed.bytes += batch.byteCount
    batch.removeAll()
    // Summing takes long if there are many days.
    guard unsummed.batches == 256 || unsummed.bytes > limitInBytes / 4 else { return }
    unsummed = (0, 0)
    if days.reduce(0, { $0 + $1.byteCount }) > limitInBytes { try flush(keepingLast: true) }
  }

  private func isLate(_ day: Day) -> Bool { newestDay.map { day <= $0 } ?? false }

  private mutating func index(ofDayAt milliseconds: Int64) -> Int {
    if let last, last.milliseconds.contains(milliseconds) { return last.index }
    let day = Timestamp(milliseconds: milliseconds).day
    if indexes[day] == nil {
      indexes[day] = days.count
      days.append(DayColumns(collection, day))
    }
    guard let index = indexes[day] else { preconditionFailure("\(day) was not added") }
    let start = day.start.milliseconds
    last = (index, start..<start + 86_400_000)
    return index
  }

  /// Stages the remaining events.
  package mutating func flush() throws { try flush(keepingLast: false) }

  /// - Parameter keepingLast: whether the day that was appended to last stays in memory, so that it
  ///   becomes one piece, unless it takes most of the memory.
  private mutating func flush(keepingLast: Bool) throws {
    var retained: DayColumns?
    if keepingLast, let last, days[last.index].byteCount < limitInBytes / 2 {
      retained = days.remove(at: last.index)
    }
    guard !days.isEmpty else { return }
    let number = staging.nextRun()
    var duplicates = Duplicates()
    var hashes: [(hash: UInt64, day: Day)] = []
    var pieces: [StagedRun.Piece] = []
    // From the last day, so that its memory is freed before the next is written.
    while let columns = days.popLast() {
      let day = columns.day
      let rows = SortedRows(
        columns, paths: staging.paths, isLate: isLate(day), duplicates: &duplicates)
      for row in 0..<rows.count { hashes.append((unsafe hash64(rows.id(row), seed: 0), day)) }
      let name = "\(collection.rawValue)-\(number)-\(day)"
      let url = staging.url(name)
      let (entry, bytes) = try Partition.write(rows, to: url)
      try staging.didWrite(url, bytes: bytes)
      pieces.append(StagedRun.Piece(name: name, entry: entry))
    }
    let ids = "\(collection.rawValue)-\(number).ids"
    let (entries, fences) = IdEntry.byBucket(hashes)
    var file = try FileWriter(staging.url(ids), access: .ownerOnly)
    try file.write(entries.span.rawBytes)
    staging.add(
      StagedRun(
        number: number, collection: collection, pieces: pieces, ids: ids, fences: fences,
        folder: staging.folder),
      duplicates, rows: rowsByFile, late: lateByFile)
    rowsByFile = [:]
    lateByFile = [:]
    days = []
    indexes = [:]
    last = nil
    if let retained {
      days = [retained]
      indexes[retained.day] = 0
    }
  }
}
