import FindieDomain

/// An entry of the index for a stored event: 48 bits of its id's hash, and its day.
///
/// The entry leads to the day's file, where ids are compared byte by byte. The hash's first byte is
/// the bucket, which is not repeated in the entry. Of the day, counted from 1970, the entry has the
/// low 16 bits, which distinguish all days of 179 years.
struct IdEntry: BitwiseCopyable, Comparable, Sendable {
  /// The hash's second to seventh byte, then the day.
  let bits: UInt64

  init(hash: UInt64, day: Day) {
    bits = hash << 8 & ~0xFFFF | UInt64(IdEntry.key(of: day))
  }

  /// The part of the hash in the entry.
  var hash: UInt64 { bits >> 16 }

  /// The part of the day in the entry.
  var day: UInt16 { UInt16(truncatingIfNeeded: bits) }

  static func key(of day: Day) -> UInt16 { UInt16(truncatingIfNeeded: day.daysSinceEpoch) }

  static func < (left: IdEntry, right: IdEntry) -> Bool { left.bits < right.bits }

  /// The index is divided by the hash's first byte, so that a part fits in memory.
  static let bucketCount = 256

  static func bucket(of hash: UInt64) -> Int { Int(hash >> 56) }

  /// Entries by bucket, in any order within a bucket, and the index at which each bucket begins.
  static func byBucket(_ hashes: [(hash: UInt64, day: Day)]) -> (entries: [IdEntry], fences: [Int])
  {
    var fences = [Int](repeating: 0, count: bucketCount + 1)
    for (hash, _) in hashes { fences[bucket(of: hash) + 1] += 1 }
    for bucket in 0..<bucketCount { fences[bucket + 1] += fences[bucket] }
    guard let first = hashes.first else { return ([], fences) }
    var entries = [IdEntry](
      repeating: IdEntry(hash: first.hash, day: first.day), count: hashes.count)
    var positions = fences
    for (hash, day) in hashes {
      let bucket = bucket(of: hash)
      entries[positions[bucket]] = IdEntry(hash: hash, day: day)
      positions[bucket] += 1
    }
    return (entries, fences)
  }

  /// Sorts values of one bucket by their entries.
  ///
  /// Hashes are uniformly distributed: one pass over the next bits leaves every entry near its
  /// final index.
  static func sort<Value>(_ values: inout [Value], by entry: (Value) -> IdEntry) {
    guard values.count > 32 else { return sortNearlySorted(&values, by: entry) }
    let bits = min(16, values.count.bitWidth - values.count.leadingZeroBitCount)
    let shift = UInt64(64 - bits)
    var positions = [Int](repeating: 0, count: 1 << bits + 1)
    for value in values { positions[Int(entry(value).bits >> shift) + 1] += 1 }
    for digit in 0..<1 << bits { positions[digit + 1] += positions[digit] }
    var sorted = values
    for value in values {
      let digit = Int(entry(value).bits >> shift)
      sorted[positions[digit]] = value
      positions[digit] += 1
    }
    sortNearlySorted(&sorted, by: entry)
    values = sorted
  }

  private static func sortNearlySorted<Value>(
    _ values: inout [Value], by entry: (Value) -> IdEntry
  ) {
    var steps = 0
    for index in values.indices.dropFirst() {
      let value = values[index]
      var free = index
      while free > 0, entry(value) < entry(values[free - 1]) {
        values[free] = values[free - 1]
        free -= 1
        steps += 1
      }
      values[free] = value
      // Many entries share a hash: use a general sort.
      if steps > 64 * values.count {
        values.sort { entry($0) < entry($1) }
        return
      }
    }
  }
}
