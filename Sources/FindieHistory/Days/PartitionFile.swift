package import FindieDomain
import FindieFiles
package import Foundation
import Synchronization

/// A memory-mapped day's file: its columns are read in place, or widened into arrays.
///
/// ```swift
/// let file = try PartitionFile(url)
/// let instants = try file.milliseconds()                   // [Int64], file.rows long
/// let kinds = try file.numbers("kind", UInt8.self)         // Span<UInt8>, in the file's memory
/// ```
///
/// A column is checked against its checksum each time it is read.
///
/// A class, since the readers of its columns share the mapping.
package final class PartitionFile: Sendable {
  private let file: MappedFile
  private let dataStart: Int
  private let columns: [String: Partition.Header.Column]
  package let collection: EventCollection
  package let day: Day
  package let rows: Int
  /// The checksum by which the ledger names the file.
  package let checksum: String

  package convenience init(_ url: URL) throws {
    try self.init(MappedFile(url))
  }

  private init(_ file: MappedFile) throws(HistoryDamage) {
    let bytes = file.bytes
    guard bytes.byteCount >= 16, let version = Partition.kind.version(of: bytes) else {
      throw .notADay
    }
    guard [Partition.versionWithJSON, Partition.kind.version].contains(version) else {
      throw .otherFormat(version, known: Partition.kind.version)
    }
    let length = bytes.number(at: 8)
    guard length % 8 == 0, length <= UInt64(bytes.byteCount - 16) else { throw .truncated }
    self.file = file
    dataStart = 16 + Int(length)
    checksum = Partition.checksum(ofHead: bytes.extracting(0..<dataStart))
    let head = try Self.head(checksum, bytes.extracting(16..<dataStart), version: version)
    collection = head.header.collection
    day = head.header.day
    rows = head.header.rows
    columns = head.columns
  }

  private typealias Head = (header: Partition.Header, columns: [String: Partition.Header.Column])

  /// Decoded heads by their checksums, since a night opens each day's file several times.
  private static let heads = Mutex<[String: Head]>([:])

  private static func head(
    _ checksum: String, _ head: RawSpan, version: UInt8
  ) throws(HistoryDamage) -> Head {
    if let known = heads.withLock({ $0[checksum] }) { return known }
    let bytes = [UInt8](copying: head, 0..<head.byteCount)
    let header = try Partition.Header(bytes, version: version)
    guard header.rows >= 0 else { throw .header("\(header.rows) rows") }
    let columns = Dictionary(header.columns.map { ($0.name, $0) }) { first, _ in first }
    heads.withLock { $0[checksum] = (header, columns) }
    return (header, columns)
  }

  /// The file's size.
  var byteCount: Int { file.count }

  /// The range of a column, after its checksum was checked.
  func raw(_ name: String) throws(HistoryDamage) -> Range<Int> {
    guard let column = columns[name], column.offset >= 0, column.offset % 8 == 0,
      column.length >= 0
    else { throw .column(name) }
    let (start, overflow) = dataStart.addingReportingOverflow(column.offset)
    guard !overflow, start <= file.count, column.length <= file.count - start else {
      throw .truncated
    }
    let range = start..<start + column.length
    guard String(checksum(of: range), radix: 16) == column.checksum else {
      throw .checksum(column: name)
    }
    return range
  }

  /// The `hash64` of a part of the file, a little of it in memory at a time.
  private func checksum(of range: Range<Int>) -> UInt64 {
    let step = 1 << 22
    let file = file
    let bytes = file.bytes
    guard range.count > step else { return hash64(of: bytes.extracting(range)) }
    var hash = HashStream()
    for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
      hash.append(bytes.extracting(start..<min(start + step, range.upperBound)))
      file.release()
    }
    return hash.value
  }

  /// Whether the file is older than a column of text, which is then empty in all rows.
  func lacks(_ name: String) -> Bool {
    [TextColumn.campaign, .country].contains { $0.rawValue == name }
      && columns[name + ".codes"] == nil
  }

  /// The number of bytes of a number of a column; nil if there is no such column.
  func width(of name: String) -> Int? {
    switch columns[name]?.type {
    case "u8": 1
    case "u16": 2
    case "u32", "f32": 4
    case "u64": 8
    default: nil
    }
  }

  /// All bytes of the file.
  var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let file = file
      return unsafe _overrideLifetime(file.bytes, borrowing: self)
    }
  }

  /// A column of numbers of one type, of any length.
  @_lifetime(borrow self)
  private func anyNumbers<Number: BitwiseCopyable>(
    _ name: String, _ type: Number.Type
  ) throws(HistoryDamage) -> Span<Number> {
    let range = try raw(name)
    guard range.count % MemoryLayout<Number>.stride == 0 else { throw .column(name) }
    let file = file
    let bytes = unsafe _overrideLifetime(file.bytes, borrowing: self)
    // Every column starts at a multiple of eight bytes; any bit pattern is a number.
    return Span<Number>(_bytes: bytes.extracting(range))
  }

  /// A column of numbers, one per row.
  @_lifetime(borrow self)
  package func numbers<Number: BitwiseCopyable>(
    _ name: String, _ type: Number.Type
  ) throws(HistoryDamage) -> Span<Number> {
    let numbers = try anyNumbers(name, type)
    guard numbers.count == rows else { throw .column(name) }
    return numbers
  }

  /// A column of whole numbers of any type, one per row.
  package func wholeNumbers<Number: FixedWidthInteger & BitwiseCopyable>(
    _ name: String, _ type: Number.Type
  ) throws(HistoryDamage) -> [Number] {
    let numbers = try anyWholeNumbers(name, type)
    guard numbers.count == rows else { throw .column(name) }
    return numbers
  }

  /// A column of whole numbers of any type and any length.
  func anyWholeNumbers<Number: FixedWidthInteger & BitwiseCopyable>(
    _ name: String, _ type: Number.Type
  ) throws(HistoryDamage) -> [Number] {
    func widened<Stored: FixedWidthInteger & BitwiseCopyable>(
      _ stored: Stored.Type
    ) throws(HistoryDamage) -> [Number] {
      let span = try anyNumbers(name, stored)
      var numbers: [Number] = []
      numbers.reserveCapacity(span.count)
      for index in span.indices {
        guard let number = Number(exactly: span[index]) else { throw .column(name) }
        numbers.append(number)
      }
      return numbers
    }
    return switch columns[name]?.type {
    case "u8": try widened(UInt8.self)
    case "u16": try widened(UInt16.self)
    case "u32": try widened(UInt32.self)
    case "u64": try widened(UInt64.self)
    default: throw .column(name)
    }
  }

  /// The instant of each row, in milliseconds since 1970.
  package func milliseconds() throws(HistoryDamage) -> [Int64] {
    let start = day.start.milliseconds
    return try wholeNumbers("millisecondOfDay", UInt32.self).map { start + Int64($0) }
  }

  /// The kind of each row, checked to be one of the collection.
  func kinds() throws(HistoryDamage) -> [UInt8] {
    let kinds = try numbers("kind", UInt8.self)
    for row in 0..<rows where kinds[row] >= collection.kindCount { throw .column("kind") }
    return Array(copying: kinds)
  }

  /// The strings of a column of text, and the code of each row, checked to be one of them.
  package func text(
    _ name: String
  ) throws(HistoryDamage) -> (strings: ByteStrings, codes: [UInt32]) {
    let strings = try strings(name)
    guard !lacks(name) else { return (strings, [UInt32](repeating: 0, count: rows)) }
    let codes = try wholeNumbers(name + ".codes", UInt32.self)
    guard codes.allSatisfy({ $0 < strings.count }) else { throw .column(name + ".codes") }
    return (strings, codes)
  }

  @_lifetime(borrow self)
  package func bytes(_ name: String) throws(HistoryDamage) -> Span<UInt8> {
    try anyNumbers(name, UInt8.self)
  }

  /// The strings of a column of text, or of the ids.
  package func strings(_ name: String) throws(HistoryDamage) -> ByteStrings {
    if lacks(name) { return ByteStrings(bytes: [], ends: [0]) ?? ByteStrings() }
    let ends = try anyWholeNumbers(name + ".ends", Int.self)
    let bytes = try bytes(name + ".bytes")
    guard let strings = ByteStrings(bytes: Array(copying: bytes), ends: ends) else {
      throw .column(name)
    }
    return strings
  }

  /// Advises the system that this file is not needed soon.
  package func release() { file.release() }
}

extension Array where Element: BitwiseCopyable {
  init(copying span: Span<Element>) {
    // Copied inside the closure, while the span is borrowed.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension PartitionFile {
  /// Reads and checks every column: checksums, lengths, codes in range, rows sorted and of the
  /// file's day.
  package func check() throws(HistoryDamage) {
    _ = try numbers("contentHash", UInt64.self)
    _ = try wholeNumbers("originOffset", UInt64.self)
    for column in collection.numberColumns { _ = try numbers(column.rawValue, Float.self) }
    _ = try kinds()
    for name in collection.textColumns.map(\.rawValue) + ["originFile"] { _ = try text(name) }
    let ids = try strings("id")
    guard ids.count == rows else { throw .column("id.ends") }
    let instants = try milliseconds()
    for row in 0..<rows {
      guard Timestamp(milliseconds: instants[row]).day == day else { throw .order }
      guard row > 0 else { continue }
      let isAscending =
        instants[row - 1] < instants[row]
        || instants[row - 1] == instants[row] && ids.precedes(row - 1, row)
      guard isAscending else { throw .order }
    }
  }
}

extension EventCollection {
  /// The number of kinds of events: actions or event types.
  var kindCount: UInt8 {
    switch self {
    case .interactions: UInt8(SwipeAction.allCases.count)
    case .analytics: UInt8(EventType.allCases.count)
    }
  }
}
