/// The stored order of a day's rows, by instant and then by id, and the rows that repeat others of
/// their file.
///
/// `DuplicateSearch` handles repeats across files, so that the result does not depend on which
/// files were read together.
struct DayOrder {
  /// The rows that are stored, in order.
  private(set) var rows: [Int32] = []
  /// Of rows with equal instant, id and file: the dropped rows, each with the stored row.
  private(set) var repeats: [(dropped: Int32, stored: Int32)] = []

  /// - Parameter precedes: the order by content hash and origin of rows with equal instant and id.
  init(_ columns: DayColumns, precedes: (Int32, Int32) -> Bool) {
    let sorted = DayOrder.rowsByInstant(columns.milliseconds)
    rows.reserveCapacity(sorted.count)
    var start = 0
    while start < sorted.count {
      let instant = columns.milliseconds[Int(sorted[start])]
      var end = start + 1
      while end < sorted.count, columns.milliseconds[Int(sorted[end])] == instant { end += 1 }
      if end == start + 1 {
        rows.append(sorted[start])
      } else {
        append(sorted[start..<end], columns, precedes)
      }
      start = end
    }
  }

  /// Appends rows of one instant by id, one row for each id and file.
  private mutating func append(
    _ tied: ArraySlice<Int32>, _ columns: DayColumns, _ precedes: (Int32, Int32) -> Bool
  ) {
    let (ids, files) = (columns.ids, columns.files)
    let ordered = tied.sorted { left, right in
      if ids.precedes(Int(left), ids, Int(right)) { return true }
      if ids.precedes(Int(right), ids, Int(left)) { return false }
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
