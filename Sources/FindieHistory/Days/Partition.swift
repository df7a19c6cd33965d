import FindieDomain
import FindieFiles
import Foundation

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

extension Partition {
  /// The number of bytes before a file's data. It does not depend on the content, so the columns
  /// are written first.
  static func headBytes(_ collection: EventCollection) -> Int {
    let columns = 9 + 3 * collection.textColumns.count + collection.numberColumns.count
    // An entry takes at most 125 bytes.
    return (256 + 128 * columns + 4095) / 4096 * 4096
  }

  static func checksum(ofHead head: RawSpan) -> String { String(hash64(of: head), radix: 16) }

  /// Everything before the data.
  static func head(_ header: Header) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var json: [UInt8]
    do {
      json = try Array(encoder.encode(header))
    } catch {
      preconditionFailure("a partition's header holds only names and numbers: \(error)")
    }
    let room = headBytes(header.collection) - 16
    precondition(json.count <= room, "a header of \(json.count) bytes")
    json += [UInt8](repeating: 0x20, count: room - json.count)
    return kind.bytes + UInt64(json.count).littleEndianBytes + json
  }
}
