import FindieFiles
import Foundation

extension Partition {
  /// Writes a day's file at `url`, in place, without bringing it to the disk.
  ///
  /// - Returns: the file's checksum.
  static func write(_ day: SortedDay, to url: URL) throws(FileFailure) -> String {
    var columns: [Header.Column] = []
    var offset = 0
    day.forEachColumn { name, type, bytes in
      columns.append(
        Header.Column(
          name: name, type: type, offset: offset, length: bytes.byteCount,
          checksum: String(hash64(of: bytes), radix: 16)))
      offset += bytes.byteCount.padded
    }
    let head = head(
      Header(collection: day.collection, day: day.day, rows: day.count, columns: columns))

    var file = try FileWriter(url)
    try file.write(head)
    try day.forEachColumn { (_, _, bytes) throws(FileFailure) in
      try file.write(bytes)
      let padding = bytes.byteCount.padded - bytes.byteCount
      if padding > 0 { try file.write([UInt8](repeating: 0, count: padding)) }
    }
    return checksum(ofHead: head.span.rawBytes)
  }

  static func checksum(ofHead head: RawSpan) -> String { String(hash64(of: head), radix: 16) }

  /// Everything before the data.
  private static func head(_ header: Header) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var json: [UInt8]
    do {
      json = try Array(encoder.encode(header))
    } catch {
      preconditionFailure("a partition's header holds only names and numbers: \(error)")
    }
    json += [UInt8](repeating: 0x20, count: json.count.padded - json.count)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: json.count >> (8 * $0)) }
    return magic + [formatVersion] + length + json
  }
}

extension Int {
  /// The next multiple of eight.
  var padded: Int { (self + 7) / 8 * 8 }
}

extension SortedDay {
  /// Visits each column's name, type and bytes, in the order in which they are kept.
  fileprivate func forEachColumn<Failure: Error>(
    _ body: (_ name: String, _ type: String, _ bytes: RawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    func visit(_ name: String, _ strings: ByteStrings) throws(Failure) {
      try body(name + ".bytes", "u8", strings.bytes.span.rawBytes)
      try body(name + ".ends", "u64", strings.ends.span.rawBytes)
    }
    func visit(_ name: String, _ text: Coded) throws(Failure) {
      try body(name + ".codes", "u32", text.codes.span.rawBytes)
      try visit(name, text.strings)
    }
    try visit("id", ids)
    try body("kind", "u8", kinds.span.rawBytes)
    try body("milliseconds", "i64", milliseconds.span.rawBytes)
    try body("contentHash", "u64", contentHashes.span.rawBytes)
    for (column, text) in zip(collection.textColumns, texts) { try visit(column.rawValue, text) }
    for (column, values) in zip(collection.numberColumns, numbers) {
      try body(column.rawValue, "f32", values.span.rawBytes)
    }
    try visit("originFile", files)
    try body("originOffset", "u64", offsets.span.rawBytes)
  }
}
