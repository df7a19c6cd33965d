import FindieDomain
import Foundation

extension Partition {
  /// Writes a day's file at `url`, in place, without a sync. Returns its entry of the ledger, and
  /// its size in bytes.
  static func write<Rows: DayRows & ~Copyable>(
    _ rows: borrowing Rows, to url: URL
  ) throws -> (entry: Ledger.Day, bytes: Int) {
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
    let entry = Ledger.Day(
      collection: collection, day: rows.day, rows: count, checksum: checksum, content: content,
      origins: (0..<files.strings.count).map { files.strings.text($0) }
        .sorted { ExactText($0) < ExactText($1) })
    return (entry, bytes)
  }
}
