import FindieDomain
import Foundation

/// The head of a day's file, read as docs/HISTORY.md describes it.
struct DayHead {
  var columns: [Column] = []
  let byteCount: Int
  private let collection: String
  private let day: Int
  private let rows: Int
  private let data: [UInt8]

  struct Column {
    let name: String
    let type: String
    let checksum: String
    let offset: Int
    let length: Int
  }

  /// A fault of the file.
  struct Damage: Error {}

  init(_ bytes: [UInt8]) throws {
    guard bytes[..<8].elementsEqual(Array("FINDIE\0".utf8) + [3]) else { throw Damage() }
    func number(_ offset: Int) -> Int {
      bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func text(_ offset: Int, _ width: Int) -> String {
      String(decoding: bytes[offset..<offset + width].prefix { $0 != 0 }, as: UTF8.self)
    }
    collection = text(16, 16)
    day = number(32)
    rows = number(40)
    byteCount = 16 + number(8)
    data = Array(bytes[byteCount...])
    for index in 0..<number(48) {
      let start = 56 + 72 * index
      columns.append(
        Column(
          name: text(start, 32), type: text(start + 32, 8), checksum: text(start + 40, 16),
          offset: number(start + 56), length: number(start + 64)))
    }
  }

  static let dayOffset = 32

  /// The offsets of the other numbers: the length of the header, how many rows and columns there
  /// are, and where the columns are.
  var numberOffsets: [Int] {
    let starts = columns.indices.map { 56 + 72 * $0 }
    return [8, 40, 48] + starts.map { $0 + 56 } + starts.map { $0 + 64 }
  }

  /// The file of version 2, whose header is JSON.
  func bytesWithJSON() throws -> [UInt8] {
    let header: [String: Any] = [
      "collection": collection, "day": "\(Day(daysSinceEpoch: Int32(day)))", "rows": rows,
      "columns": columns.map { column -> [String: Any] in
        [
          "name": column.name, "type": column.type, "checksum": column.checksum,
          "offset": column.offset, "length": column.length,
        ]
      },
    ]
    let json = [UInt8](try JSONSerialization.data(withJSONObject: header))
    let padded = (json.count + 16 + 4095) / 4096 * 4096 - 16
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: padded - json.count)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: padded >> (8 * $0)) }
    return Array("FINDIE\0".utf8) + [2] + length + json + blanks + data
  }
}
