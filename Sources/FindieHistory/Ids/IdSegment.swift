import FindieDomain
import FindieFiles
import Foundation

/// A sorted, memory-mapped file of the index of ids.
///
/// ```
/// bytes 0–7       "FINDIEI" and the format version, one byte
/// 257 × UInt64    the first entry of each bucket, and the number of entries
/// 256 × UInt64    the hash64 of each bucket's bytes
/// entries         UInt64 each, ascending: 48 bits of the id's hash, then 16 of the day
/// ```
///
/// The index may have entries of retracted events; it never lacks an entry of a stored event. An
/// entry is a hint: the ids are compared byte by byte.
///
/// A class, since the readers of its buckets share the mapping.
final class IdSegment: Sendable {
  static let kind = FileKind("FINDIEI", version: 1)
  static let headBytes = 8 + 257 * 8 + 256 * 8

  private let file: MappedFile
  private let fences: [Int]
  private let bucketChecksums: [UInt64]
  /// The checksum by which the ledger names the file.
  let checksum: String

  init(_ url: URL) throws {
    let file = try MappedFile(url)
    self.file = file
    guard file.count >= IdSegment.headBytes else { throw HistoryDamage.truncated }
    let bytes = file.bytes
    let head = bytes.extracting(0..<IdSegment.headBytes)
    checksum = String(hash64(of: head), radix: 16)
    guard IdSegment.kind.version(of: head) == IdSegment.kind.version else {
      throw HistoryDamage.notAnIdSegment
    }
    let words = Span<UInt64>(_bytes: head)
    fences = (1..<258).map { Int(truncatingIfNeeded: words[$0]) }
    bucketChecksums = (258..<514).map { words[$0] }
    guard fences[0] == 0, zip(fences, fences.dropFirst()).allSatisfy({ $0 <= $1 }),
      fences[256] <= (file.count - IdSegment.headBytes) / MemoryLayout<IdEntry>.stride
    else { throw HistoryDamage.truncated }
  }

  var count: Int { fences[IdEntry.bucketCount] }

  /// The bytes of the file that a search of some buckets reads.
  func ranges(of buckets: Range<Int>) -> [Range<Int>] {
    let entries = fences[buckets.lowerBound]..<fences[buckets.upperBound]
    return [0..<Self.headBytes, IdEntry.bytes(of: entries, from: Self.headBytes)]
  }

  /// The entries of a bucket, ascending.
  @_lifetime(borrow self)
  func entries(_ bucket: Int) -> Span<IdEntry> {
    let file = file
    let bytes = unsafe _overrideLifetime(file.bytes, borrowing: self)
    let stride = MemoryLayout<IdEntry>.stride
    // The fences were checked to be inside the file; the head is a multiple of eight bytes long.
    return Span<IdEntry>(
      _bytes: bytes.extracting(
        IdSegment.headBytes + fences[bucket] * stride..<IdSegment.headBytes
          + fences[bucket + 1] * stride))
  }

  /// Compares a bucket with its checksum.
  func check(_ bucket: Int) throws(HistoryDamage) {
    guard hash64(of: entries(bucket).rawBytes) == bucketChecksums[bucket] else {
      throw .bucket(bucket)
    }
  }

  /// Compares every bucket with its checksum and its order.
  func check() throws(HistoryDamage) {
    for bucket in 0..<IdEntry.bucketCount {
      try check(bucket)
      let entries = entries(bucket)
      for position in entries.indices.dropFirst() {
        guard entries[position - 1] < entries[position] else { throw .idOrder(bucket: bucket) }
      }
    }
  }

  func release() { file.release() }
}

/// Writes a segment bucket by bucket.
struct IdSegmentWriter: ~Copyable {
  private var file: FileWriter
  private var fences = [0]
  private var checksums: [UInt64] = []

  init(_ url: URL) throws(FileFailure) {
    self.file = try FileWriter(url, access: .ownerOnly)
  }

  /// Appends the distinct entries of the next bucket, ascending.
  mutating func append(_ entries: Span<IdEntry>) throws(FileFailure) {
    if checksums.isEmpty { try file.write([UInt8](repeating: 0, count: IdSegment.headBytes)) }
    fences.append(fences[fences.count - 1] + entries.count)
    checksums.append(hash64(of: entries.rawBytes))
    try file.write(entries.rawBytes)
  }

  /// Completes the file. Returns the number of entries and the checksum for the ledger.
  consuming func finish() throws(FileFailure) -> (count: Int, checksum: String) {
    precondition(checksums.count == IdEntry.bucketCount, "\(checksums.count) buckets were written")
    var head = IdSegment.kind.bytes
    for number in fences.map({ UInt64($0) }) + checksums { head += number.littleEndianBytes }
    try file.rewrite(head, at: 0)
    return (fences[IdEntry.bucketCount], String(hash64(of: head.span), radix: 16))
  }
}

extension IdSegment {
  /// Merges two segments; entries that both have are written once.
  static func merge(
    _ file: IdSegment, _ other: IdSegment, to url: URL
  ) throws -> (count: Int, checksum: String) {
    var writer = try IdSegmentWriter(url)
    for bucket in 0..<IdEntry.bucketCount {
      try file.check(bucket)
      try other.check(bucket)
      let (left, right) = (file.entries(bucket), other.entries(bucket))
      var merged: [IdEntry] = []
      merged.reserveCapacity(left.count + right.count)
      var (i, j) = (0, 0)
      while i < left.count || j < right.count {
        if j == right.count || i < left.count && left[i] < right[j] {
          merged.append(left[i])
          i += 1
        } else {
          if i < left.count, left[i] == right[j] { i += 1 }
          merged.append(right[j])
          j += 1
        }
      }
      try writer.append(merged.span)
      // Touched pages count as memory of the process.
      file.release()
      other.release()
    }
    return try writer.finish()
  }
}

/// An entry of the index for a stored event: 48 bits of its id's hash, and its day.
///
/// The entry leads to the day's file, where ids are compared byte by byte. The hash's first byte is
/// the bucket, which is not repeated in the entry. The day is counted from 1970; its low 16 bits
/// distinguish all days of 179 years.
struct IdEntry: BitwiseCopyable, Comparable, Sendable {
  /// The hash's second to seventh byte, then the day.
  let bits: UInt64

  init(hash: UInt64, day: Day) {
    bits = hash << 8 & ~0xFFFF | UInt64(Self.key(of: day))
  }

  /// The part of the hash in the entry.
  var hash: UInt64 { bits >> 16 }

  /// The part of the day in the entry.
  var day: UInt16 { UInt16(truncatingIfNeeded: bits) }

  /// The bytes of some entries in a file whose first entry is at `start`.
  static func bytes(of entries: Range<Int>, from start: Int = 0) -> Range<Int> {
    let stride = MemoryLayout<IdEntry>.stride
    return start + entries.lowerBound * stride..<start + entries.upperBound * stride
  }

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
