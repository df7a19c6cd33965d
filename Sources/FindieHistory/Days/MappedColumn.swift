import FindieDomain
import FindieFiles
import Foundation

/// A column of whole numbers of any width, read in place.
@safe struct MappedColumn: Sendable {
  /// Owns the mapping, of which `range` is a part.
  private let file: PartitionFile
  private let range: Range<Int>
  private let width: Int
  let count: Int

  /// - Precondition: the range is inside the file, at a multiple of the width.
  init(_ file: PartitionFile, _ range: Range<Int>, width: Int) {
    precondition(range.count % width == 0, "\(range.count) bytes of numbers of \(width)")
    self.file = file
    self.range = range
    self.width = width
    count = range.count / width
  }

  /// A column that is not in the file: 0 in all rows.
  init(zeros count: Int, _ file: PartitionFile) {
    self.file = file
    range = 0..<0
    width = 0
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> UInt64 {
    precondition(index >= 0 && index < count, "there is no number \(index)")
    let offset = range.lowerBound + index * width
    let bytes = file.bytes
    // The index was checked; any bit pattern is a number.
    return switch width {
    case 0: 0
    case 1: unsafe UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    case 2: unsafe UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt16.self))
    case 4: unsafe UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt32.self))
    default: unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt64.self)
    }
  }
}

/// A column of strings, read in place.
@safe struct MappedStrings: Sendable {
  private let file: PartitionFile
  private let ends: MappedColumn
  private let start: Int

  /// - Precondition: the ends ascend, and the last one is the range's length.
  init(_ file: PartitionFile, _ range: Range<Int>, ends: MappedColumn) {
    self.file = file
    self.ends = ends
    start = range.lowerBound
  }

  var count: Int { ends.count }

  /// The bytes of one string, valid as long as the file is open.
  func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    let range = (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    let bytes = file.bytes.extracting(start + range.lowerBound..<start + range.upperBound)
    return unsafe bytes.withUnsafeBytes { unsafe $0 }
  }

  /// One string, as long as the file is open.
  subscript(index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let bytes = unsafe self.bytes(index).assumingMemoryBound(to: UInt8.self)
      return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
    }
  }

  func text(_ index: Int) -> String { unsafe String(decoding: bytes(index), as: UTF8.self) }
}

extension PartitionFile {
  /// A column of whole numbers of any width, one per row.
  func mappedNumbers(_ name: String) throws(HistoryDamage) -> MappedColumn {
    let column = try mapped(name)
    guard column.count == rows else { throw .column(name) }
    return column
  }

  /// The strings of a text, or the ids.
  func mappedStrings(_ name: String) throws(HistoryDamage) -> MappedStrings {
    let ends = try mapped(name + ".ends")
    let range = try raw(name + ".bytes")
    var last: UInt64 = 0
    for index in 0..<ends.count {
      guard ends[index] >= last, ends[index] <= UInt64(range.count) else { throw .column(name) }
      last = ends[index]
      if index % (1 << 18) == 0 { release() }
    }
    guard last == UInt64(range.count) else { throw .column(name) }
    return MappedStrings(self, range, ends: ends)
  }

  /// The codes of a text with its strings, checked to be in range.
  func mappedText(
    _ name: String
  ) throws(HistoryDamage) -> (codes: MappedColumn, strings: MappedStrings) {
    if lacks(name) {
      return (
        MappedColumn(zeros: rows, self),
        MappedStrings(self, 0..<0, ends: MappedColumn(zeros: 1, self))
      )
    }
    let (codes, strings) = (try mappedNumbers(name + ".codes"), try mappedStrings(name))
    for row in 0..<codes.count where codes[row] >= strings.count { throw .column(name + ".codes") }
    return (codes, strings)
  }

  /// A column of whole numbers of any width and any length.
  func mapped(_ name: String) throws(HistoryDamage) -> MappedColumn {
    let range = try raw(name)
    guard let width = width(of: name), range.count % width == 0 else { throw .column(name) }
    return MappedColumn(self, range, width: width)
  }
}

/// The events of one day in their stored order, read column by column.
///
/// The rows of a column are read in ascending order.
protocol DayRows: ~Copyable {
  var collection: EventCollection { get }
  var day: Day { get }
  var count: Int { get }

  /// The bytes of an id, valid until `release()`.
  func id(_ row: Int) -> UnsafeRawBufferPointer
  func kind(_ row: Int) -> UInt8
  /// From the start of the day.
  func millisecond(_ row: Int) -> UInt64
  func contentHash(_ row: Int) -> UInt64
  func number(_ column: Int, _ row: Int) -> Float
  /// The offset of the row's line in its decompressed file.
  func offset(_ row: Int) -> UInt64
  /// Writes a column of text.
  func write(_ column: Int, to writer: inout PartitionWriter) throws
  /// The paths of the files that the rows came from.
  func files() throws -> CodedStrings

  /// Advises the system that what was read is not needed soon.
  func release()
}

/// A column of text as codes into its strings, numbered by their first row.
struct CodedStrings {
  private(set) var strings = ByteStrings()
  private(set) var codes: [UInt32] = []

  /// Codes renumbered by their first row.
  ///
  /// - Parameters:
  ///   - count: how many codes there are.
  ///   - append: appends the string of an old code.
  init(
    _ rows: Int, of count: Int, old: (Int) -> UInt32, append: (inout ByteStrings, UInt32) -> Void
  ) {
    var renumbered = [UInt32](repeating: .max, count: count)
    codes.reserveCapacity(rows)
    for row in 0..<rows {
      let code = Int(old(row))
      if renumbered[code] == .max {
        renumbered[code] = UInt32(strings.count)
        append(&strings, UInt32(code))
      }
      codes.append(renumbered[code])
    }
  }

  init(codes: [UInt32], strings: ByteStrings) {
    self.codes = codes
    self.strings = strings
  }
}

/// A day's file after it was written.
struct WrittenDay {
  let checksum: String
  /// The checksum of the events without their origins.
  let content: String
  let bytes: Int
  let rows: Int
  /// The paths of the files that the rows came from, by path.
  let origins: [String]
}

extension Partition {
  /// Writes a day's file at `url`, in place, without a sync.
  static func write<Rows: DayRows & ~Copyable>(
    _ rows: borrowing Rows, to url: URL
  ) throws -> WrittenDay {
    let (collection, count) = (rows.collection, rows.count)
    var writer = try PartitionWriter(collection, to: url)
    try unsafe writer.strings("id", count: count, didWrite: { rows.release() }) {
      unsafe rows.id($0)
    }
    try writer.numbers("kind", "u8", count: count, didWrite: { rows.release() }) { rows.kind($0) }
    try writer.wholeNumbers(
      "millisecondOfDay", upTo: count > 0 ? rows.millisecond(count - 1) : 0, count: count,
      didWrite: { rows.release() }
    ) { rows.millisecond($0) }
    try writer.numbers("contentHash", "u64", count: count, didWrite: { rows.release() }) {
      rows.contentHash($0)
    }
    for index in collection.textColumns.indices {
      try rows.write(index, to: &writer)
      rows.release()
    }
    for (index, column) in collection.numberColumns.enumerated() {
      try writer.numbers(column.rawValue, "f32", count: count, didWrite: { rows.release() }) {
        rows.number(index, $0)
      }
    }
    let files = try rows.files()
    try writer.text("originFile", files)
    var largest: UInt64 = 0
    for row in 0..<count { largest |= rows.offset(row) }
    rows.release()
    try writer.wholeNumbers(
      "originOffset", upTo: largest, count: count, didWrite: { rows.release() }
    ) { rows.offset($0) }
    let (checksum, content, bytes) = try writer.finish(collection, rows.day, rows: count)
    return WrittenDay(
      checksum: checksum, content: content, bytes: bytes, rows: count,
      origins: (0..<files.strings.count).map { files.strings.text($0) }
        .sorted { ExactText($0) < ExactText($1) })
  }
}

/// The events of one UTC day as one file: a header in JSON, then the columns as in memory.
///
/// ```
/// bytes 0–7     "FINDIE\0" and the format version, one byte
/// bytes 8–15    length of the header, UInt64
/// header        {"collection":…,"day":…,"rows":n,"columns":[{"name":…,"type":…,"offset":…,
///               "length":…,"checksum":"…"},…]}, blanks up to `headBytes`
/// data          the columns, each at a multiple of 8 bytes from the data's start
/// ```
///
/// Numbers are little-endian; a column of whole numbers has the narrowest of the types u8, u16, u32
/// and u64 that holds them all. A column of strings is two columns: `<name>.bytes` and
/// `<name>.ends`, where each string ends. A column of text is three: `<name>.codes` and the strings
/// of its vocabulary. Rows are sorted by instant, then by id; a vocabulary's strings are in the
/// order of their first row, so the same events of the same lines always produce the same bytes. A
/// column's checksum is the `hash64` of its bytes, the file's that of everything before the data;
/// `docs/HISTORY.md` describes the format.
///
/// Grain: one row per event.
package enum Partition {
  static let kind = FileKind("FINDIE\0", version: 2)

  struct Header: Codable {
    var collection: EventCollection
    var day: Day
    var rows: Int
    var columns: [Column]

    struct Column: Codable {
      var name: String
      var type: String
      var offset: Int
      var length: Int
      var checksum: String
    }
  }
}
