/// A fault in the bytes of one file of the history, without its path.
package enum HistoryDamage: Error, Equatable, CustomStringConvertible {
  case notADay
  case notAnIdSegment
  case otherFormat(UInt8, known: UInt8)
  case truncated
  case header(String)
  case checksum(column: String)
  case column(String)
  /// The rows of a day.
  case order
  case bucket(Int)
  case idOrder(bucket: Int)
  /// Two rows of one instant have the same id.
  case repeatedId
  case differsFromLedger

  package var description: String {
    switch self {
    case .notADay: "it is not a day's file"
    case .notAnIdSegment: "it is not a file of the index of ids"
    case .otherFormat(let version, let known):
      "its format is \(version); this version of findie reads \(known)"
    case .truncated: "it ends too early"
    case .header(let why): "its header cannot be read: \(why)"
    case .checksum(let column): "column \(column) does not match its checksum"
    case .column(let column): "column \(column) is missing or has the wrong length"
    case .order: "its rows are not sorted by instant and id"
    case .bucket(let bucket): "part \(bucket) does not match its checksum"
    case .idOrder(let bucket): "part \(bucket) is not sorted"
    case .repeatedId: "it has an id twice"
    case .differsFromLedger: "it is not the file that the ledger names"
    }
  }
}
