import FindieDomain

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
/// column's checksum is the `hash64` of its bytes, the file's that of everything before the data; `docs/HISTORY.md`
/// describes the format.
///
/// Grain: one row per event.
package enum Partition {
  package static let formatVersion: UInt8 = 2
  static let magic = Array("FINDIE\0".utf8)

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

  /// A fault in a partition's bytes.
  package enum Damage: Error, Equatable, CustomStringConvertible {
    case notAPartition
    case otherFormat(UInt8)
    case truncated
    case header(String)
    case checksum(column: String)
    case column(String)
    case order
    case differsFromLedger

    package var description: String {
      switch self {
      case .notAPartition: "it is not a day's file"
      case .otherFormat(let version):
        "its format is \(version); this version of findie reads \(Partition.formatVersion)"
      case .truncated: "it ends too early"
      case .header(let why): "its header cannot be read: \(why)"
      case .checksum(let column): "column \(column) does not match its checksum"
      case .column(let column): "column \(column) is missing or has the wrong length"
      case .order: "its rows are not sorted by instant and id"
      case .differsFromLedger: "it is not the file that the ledger names"
      }
    }
  }
}
