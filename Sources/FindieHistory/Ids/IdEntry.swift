/// What the index says of an event that is kept: the hash of its id, and its instant.
///
/// That is enough to find the event's row: its day's file stands by instant.
struct IdEntry: BitwiseCopyable, Sendable {
  var hash: UInt64
  var milliseconds: Int64

  /// The index is cut by the hash's first byte, so that a part fits in memory whatever the whole is.
  static let bucketCount = 256

  var bucket: Int { Int(hash >> 56) }

  static func precedes(_ left: IdEntry, _ right: IdEntry) -> Bool {
    left.hash != right.hash ? left.hash < right.hash : left.milliseconds < right.milliseconds
  }

  /// Where each bucket begins among entries that stand by bucket, and where the last ends.
  static func fences(of entries: [IdEntry]) -> [Int] {
    var fences = [Int](repeating: 0, count: bucketCount + 1)
    for entry in entries { fences[entry.bucket + 1] += 1 }
    for bucket in 0..<bucketCount { fences[bucket + 1] += fences[bucket] }
    return fences
  }

  /// Sorts entries of one bucket by hash and instant.
  ///
  /// A hash is as good as random: one pass over its next bits leaves every entry near its place.
  static func sort<Value>(_ values: inout [Value], by entry: (Value) -> IdEntry) {
    guard values.count > 32 else { return sortNearlySorted(&values, by: entry) }
    let bits = min(16, max(4, values.count.bitWidth - values.count.leadingZeroBitCount))
    let shift = UInt64(56 - bits)
    let mask = UInt64(1) << UInt64(bits) - 1
    var places = [Int](repeating: 0, count: 1 << bits + 1)
    for value in values { places[Int(entry(value).hash >> shift & mask) + 1] += 1 }
    for digit in 0..<1 << bits { places[digit + 1] += places[digit] }
    var sorted = values
    for value in values {
      let digit = Int(entry(value).hash >> shift & mask)
      sorted[places[digit]] = value
      places[digit] += 1
    }
    sortNearlySorted(&sorted, by: entry)
    values = sorted
  }

  private static func sortNearlySorted<Value>(
    _ values: inout [Value], by entry: (Value) -> IdEntry
  ) {
    var steps = 0
    for place in values.indices.dropFirst() {
      let value = values[place]
      var free = place
      while free > 0, precedes(entry(value), entry(values[free - 1])) {
        values[free] = values[free - 1]
        free -= 1
        steps += 1
      }
      values[free] = value
      // Many entries of one hash came in the wrong order: a sort that does not mind takes over.
      if steps > 64 * values.count {
        values.sort { precedes(entry($0), entry($1)) }
        return
      }
    }
  }
}
