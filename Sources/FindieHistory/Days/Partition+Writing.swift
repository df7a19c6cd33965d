import FindieDomain
import FindieFiles
import Foundation

extension Partition {
  /// Writes a day's file at `url`, in place, without bringing it to the disk.
  ///
  /// - Returns: the file's checksum and size.
  static func write(
    _ day: SortedDay, to url: URL
  ) throws(FileFailure) -> (checksum: String, bytes: Int) {
    let columns = day.columns
    var offset = 0
    let entries = columns.map { column in
      defer { offset += column.bytes.count.padded }
      return Header.Column(
        name: column.name, type: column.type, offset: offset, length: column.bytes.count,
        checksum: String(hash64(of: column.bytes.span), radix: 16))
    }
    let head = head(
      Header(collection: day.collection, day: day.day, rows: day.count, columns: entries))

    var file = try FileWriter(url)
    try file.write(head)
    for column in columns {
      try file.write(column.bytes)
      let padding = column.bytes.count.padded - column.bytes.count
      if padding > 0 { try file.write([UInt8](repeating: 0, count: padding)) }
    }
    file.startSync()
    return (checksum(ofHead: head.span.rawBytes), head.count + offset)
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

/// A column as its bytes.
private struct ColumnBytes {
  let name: String
  let type: String
  let bytes: [UInt8]
}

extension SortedDay {
  /// The columns in the order in which they are kept.
  fileprivate var columns: [ColumnBytes] {
    func strings(_ name: String, _ strings: ByteStrings) -> [ColumnBytes] {
      [
        ColumnBytes(name: name + ".bytes", type: "u8", bytes: strings.bytes),
        ColumnBytes(name + ".ends", narrowing: strings.ends),
      ]
    }
    func text(_ name: String, _ text: Coded) -> [ColumnBytes] {
      [ColumnBytes(name + ".codes", narrowing: text.codes)] + strings(name, text.strings)
    }
    let start = day.start.milliseconds
    var columns = strings("id", ids)
    columns.append(ColumnBytes("kind", "u8", kinds))
    columns.append(ColumnBytes("millisecondOfDay", narrowing: milliseconds.map { $0 - start }))
    columns.append(ColumnBytes("contentHash", "u64", contentHashes))
    for (column, coded) in zip(collection.textColumns, texts) {
      columns += text(column.rawValue, coded)
    }
    for (column, values) in zip(collection.numberColumns, numbers) {
      columns.append(ColumnBytes(column.rawValue, "f32", values))
    }
    columns += text("originFile", files)
    columns.append(ColumnBytes("originOffset", narrowing: offsets))
    return columns
  }
}

extension ColumnBytes {
  /// Numbers as they lie in memory: they have no padding, and the lowest byte comes first.
  init<Number: BitwiseCopyable>(_ name: String, _ type: String, _ numbers: [Number]) {
    self.init(
      name: name, type: type, bytes: unsafe numbers.withUnsafeBytes { unsafe Array($0) })
  }

  /// Whole numbers from 0 in the fewest bytes that hold the largest of them.
  init<Number: FixedWidthInteger & BitwiseCopyable>(_ name: String, narrowing numbers: [Number]) {
    func narrowed<Narrow: FixedWidthInteger & BitwiseCopyable>(_ type: Narrow.Type) -> [Narrow] {
      var narrow: [Narrow] = []
      narrow.reserveCapacity(numbers.count)
      for number in numbers { narrow.append(Narrow(truncatingIfNeeded: number)) }
      return narrow
    }
    switch UInt64(numbers.reduce(0, |)) {
    case 0...UInt64(UInt8.max): self.init(name, "u8", narrowed(UInt8.self))
    case 0...UInt64(UInt16.max): self.init(name, "u16", narrowed(UInt16.self))
    case 0...UInt64(UInt32.max): self.init(name, "u32", narrowed(UInt32.self))
    default: self.init(name, "u64", numbers.map { UInt64($0) })
    }
  }
}
