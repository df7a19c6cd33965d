import FindieDomain
import FindieFiles
import Foundation

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
  func text(_ column: Int) throws -> CodedStrings
  /// The paths of the files that the rows came from.
  func files() throws -> CodedStrings

  /// Tells the system that what was read is not needed soon.
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
  /// The checksum of the events without where they were read.
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
    for (index, column) in collection.textColumns.enumerated() {
      try writer.text(column.rawValue, rows.text(index))
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
