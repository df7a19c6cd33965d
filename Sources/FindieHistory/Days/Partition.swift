import FindieDomain
import FindieFiles
import Foundation

/// The events of one UTC day as one file: a head of fixed length, then the columns as in memory.
/// `docs/HISTORY.md` describes the format.
///
/// Grain: one row per event.
package enum Partition {
  static let kind = FileKind("FINDIE\0", version: 3)
  /// The version whose header is JSON.
  static let versionWithJSON: UInt8 = 2

  struct Header: Decodable {
    let collection: EventCollection
    let day: Day
    let rows: Int
    let columns: [Column]

    struct Column: Decodable {
      let name: String
      let type: String
      let offset: Int
      let length: Int
      let checksum: String
    }
  }
}

extension Partition {
  fileprivate static let fixedBytes = 40
  fileprivate static let columnBytes = 72

  /// The number of bytes before a file's data. It does not depend on the content, so the columns
  /// are written first.
  static func headBytes(_ collection: EventCollection) -> Int {
    let columns = 9 + 3 * collection.textColumns.count + collection.numberColumns.count
    return (16 + fixedBytes + columnBytes * columns + 4095) / 4096 * 4096
  }

  static func checksum(ofHead head: RawSpan) -> String { String(hash64(of: head), radix: 16) }

  /// Everything before the data.
  static func head(_ header: Header) -> [UInt8] {
    let count = headBytes(header.collection)
    var head = kind.bytes
    func append(_ number: Int) {
      head += UInt64(truncatingIfNeeded: number).littleEndianBytes
    }
    func append(_ text: String, _ width: Int) {
      precondition(text.utf8.count <= width, "\(text) is longer than \(width) bytes")
      head += Array(text.utf8) + [UInt8](repeating: 0, count: width - text.utf8.count)
    }
    append(count - 16)
    append(header.collection.rawValue, 16)
    append(Int(header.day.daysSinceEpoch))
    append(header.rows)
    append(header.columns.count)
    for column in header.columns {
      append(column.name, 32)
      append(column.type, 8)
      append(column.checksum, 16)
      append(column.offset)
      append(column.length)
    }
    precondition(head.count <= count, "a head of \(head.count) bytes")
    return head + [UInt8](repeating: 0, count: count - head.count)
  }
}

extension Partition.Header {
  /// The header in a file's bytes.
  init(_ bytes: [UInt8], version: UInt8) throws(HistoryDamage) {
    guard version != Partition.versionWithJSON else {
      do {
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        return
      } catch {
        throw .header("\(error)")
      }
    }
    func text(_ offset: Int, _ width: Int) -> String {
      String(decoding: bytes[offset..<offset + width].prefix { $0 != 0 }, as: UTF8.self)
    }
    func number(_ offset: Int) -> Int {
      Int(truncatingIfNeeded: bytes.span.rawBytes.number(at: offset))
    }
    let room = (bytes.count - Partition.fixedBytes) / Partition.columnBytes
    guard bytes.count >= Partition.fixedBytes, (0...room).contains(number(32)),
      let collection = EventCollection(rawValue: text(0, 16)), let day = Int32(exactly: number(16))
    else { throw .header("its collection, day or number of columns is invalid") }
    self.init(
      collection: collection, day: Day(daysSinceEpoch: day), rows: number(24),
      columns: (0..<number(32)).map { index in
        let start = Partition.fixedBytes + index * Partition.columnBytes
        return Column(
          name: text(start, 32), type: text(start + 32, 8), offset: number(start + 56),
          length: number(start + 64), checksum: text(start + 40, 16))
      })
  }
}
