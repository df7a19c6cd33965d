import FindieDomain

/// The staged events of one day, in any order, with texts dictionary-encoded for the day.
struct DayColumns {
  let collection: EventCollection
  let day: Day
  private(set) var ids = ByteStrings()
  private(set) var kinds: [UInt8] = []
  private(set) var milliseconds: [Int64] = []
  private(set) var contentHashes: [UInt64] = []
  private(set) var vocabularies: [Vocabulary]
  private(set) var codes: [[UInt32]]
  private(set) var numbers: [[Float]]
  /// The input file of each row, an index into the list of all paths.
  private(set) var files: [UInt32] = []
  /// The byte offset of each row's line in its decompressed file.
  private(set) var offsets: [UInt64] = []

  init(_ collection: EventCollection, _ day: Day) {
    self.collection = collection
    self.day = day
    vocabularies = collection.textColumns.map { _ in Vocabulary() }
    codes = collection.textColumns.map { _ in [] }
    numbers = collection.numberColumns.map { _ in [] }
  }

  var count: Int { kinds.count }

  /// The approximate memory of the rows, in bytes.
  var byteCount: Int {
    count * (37 + 4 * codes.count + 4 * numbers.count) + ids.bytes.count
      + vocabularies.reduce(0) { $0 + $1.byteCount }
  }

  /// Appends rows of a batch.
  ///
  /// - Precondition: the rows are of this day and collection.
  mutating func append(_ batch: borrowing EventBatch, _ rows: Range<Int>, file: UInt32) {
    ids.append(batch.ids, rows)
    unsafe kinds.append(
      contentsOf: UnsafeBufferPointer(start: batch.kinds + rows.lowerBound, count: rows.count))
    unsafe milliseconds.append(
      contentsOf: UnsafeBufferPointer(
        start: batch.milliseconds + rows.lowerBound, count: rows.count))
    unsafe offsets.append(
      contentsOf: UnsafeBufferPointer(start: batch.offsets + rows.lowerBound, count: rows.count))
    for _ in rows { files.append(file) }
    for column in codes.indices { appendCodes(of: batch.texts[column], rows, to: column) }
    for column in numbers.indices {
      unsafe numbers[column].append(
        contentsOf: UnsafeBufferPointer(
          start: batch.numbers[column] + rows.lowerBound, count: rows.count))
    }
    // An event without a country, or without campaign and country, has the hash that it had before
    // events had these columns.
    let later = batch.collection.textColumns.firstIndex(of: .campaign) ?? codes.count
    for row in rows {
      var textCount = codes.count
      while textCount > later, unsafe batch.texts[textCount - 1].lengths[row] == 0 {
        textCount -= 1
      }
      contentHashes.append(
        unsafe ContentHash.of(
          kind: batch.kinds[row], milliseconds: batch.milliseconds[row],
          textCount: textCount,
          text: { unsafe batch.texts[$0].hashes[row] },
          numbers: (
            batch.numbers.isEmpty ? 0 : batch.numbers[0][row].bitPattern,
            batch.numbers.isEmpty ? 0 : batch.numbers[1][row].bitPattern
          )))
    }
  }

  private mutating func appendCodes(
    of texts: EventBatch.Texts, _ rows: Range<Int>, to column: Int
  ) {
    var last: UInt32 = 0
    var fresh: [UInt32] = []
    fresh.reserveCapacity(rows.count)
    vocabularies[column].prepare(texts, rows)
    for row in rows {
      // Rows of one session follow each other: most texts repeat the row before.
      if unsafe row == rows.lowerBound || !texts.repeats[row] {
        last = vocabularies[column].code(of: texts, row)
      }
      fresh.append(last)
    }
    codes[column] += fresh
  }
}

/// The stored order of a day's rows, by instant and then by id, and the rows that repeat others of
/// their file.
///
/// `DuplicateSearch` handles repeats across files, so that the result does not depend on which
/// files were read together.
struct DayOrder {
  /// The rows that are stored, in order.
  private(set) var rows: [Int32] = []
  /// Rows dropped because another row has the same instant, id and file, each with that row.
  private(set) var repeats: [(dropped: Int32, stored: Int32)] = []

  /// - Parameter precedes: the order by content hash and origin of rows with equal instant and id.
  init(_ columns: DayColumns, precedes: (Int32, Int32) -> Bool) {
    let sorted = Self.rowsByInstant(columns.milliseconds)
    rows.reserveCapacity(sorted.count)
    var start = 0
    while start < sorted.count {
      let instant = columns.milliseconds[Int(sorted[start])]
      var end = start + 1
      while end < sorted.count, columns.milliseconds[Int(sorted[end])] == instant { end += 1 }
      if end == start + 1 {
        rows.append(sorted[start])
      } else {
        append(sorted[start..<end], of: columns, by: precedes)
      }
      start = end
    }
  }

  /// Appends rows of one instant by id, one row for each id and file.
  private mutating func append(
    _ tied: ArraySlice<Int32>, of columns: DayColumns, by precedes: (Int32, Int32) -> Bool
  ) {
    let (ids, files) = (columns.ids, columns.files)
    let ordered = tied.sorted { left, right in
      if ids.precedes(Int(left), Int(right)) { return true }
      if ids.precedes(Int(right), Int(left)) { return false }
      return precedes(left, right)
    }
    var first = rows.count
    for row in ordered {
      if rows.count > first, let last = rows.last, !areEqual(ids[Int(last)], ids[Int(row)]) {
        first = rows.count
      }
      let stored = rows[first...].first { files[Int($0)] == files[Int(row)] }
      if let stored { repeats.append((row, stored)) } else { rows.append(row) }
    }
  }

  /// The rows sorted by instant; the sort is stable.
  private static func rowsByInstant(_ milliseconds: [Int64]) -> [Int32] {
    guard let first = milliseconds.min() else { return [] }
    if zip(milliseconds, milliseconds.dropFirst()).allSatisfy({ $0 <= $1 }) {
      return milliseconds.indices.map { Int32($0) }
    }
    // A day has fewer than 2²⁷ milliseconds: three digits of nine bits.
    var keys = milliseconds.indices.map { UInt64(milliseconds[$0] - first) << 32 | UInt64($0) }
    var other = [UInt64](repeating: 0, count: keys.count)
    for shift in [32, 41, 50] {
      var positions = [Int](repeating: 0, count: 513)
      for key in keys { positions[Int(key >> UInt64(shift) & 511) + 1] += 1 }
      for digit in 0..<512 { positions[digit + 1] += positions[digit] }
      for key in keys {
        let digit = Int(key >> UInt64(shift) & 511)
        other[positions[digit]] = key
        positions[digit] += 1
      }
      swap(&keys, &other)
    }
    return keys.map { Int32(truncatingIfNeeded: $0) }
  }
}
