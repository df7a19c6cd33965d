import FindieDomain
import Foundation

/// Collects the columns of one row, to be bound or compared; the memory serves row after row.
struct RowWriter {
  enum Kind {
    case null, integer
    case text
    /// A text with a NUL, at which SQLite would end it.
    case blob
  }

  /// One column: a number, or where its bytes stand in `bytes`.
  struct Column {
    let kind: Kind
    let number: Int64
    let count: Int

    var start: Int { Int(number) }
  }

  private(set) var columns: [Column] = []
  /// Never empty, so that an empty text has a place, too: SQLite takes no place for NULL.
  private(set) var bytes: [UInt8] = [0]

  /// Begins another row.
  mutating func removeAll() {
    columns.removeAll(keepingCapacity: true)
    bytes.removeLast(bytes.count - 1)
  }

  mutating func add(_ text: String?) {
    guard let text else { return addNull() }
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    add(bytes[start...].contains(0) ? .blob : .text, from: start)
  }

  mutating func add(_ number: Int?) {
    guard let number else { return addNull() }
    add(Int64(number))
  }

  mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

  mutating func add(_ time: Timestamp?) {
    guard let time else { return addNull() }
    add(time.milliseconds)
  }

  mutating func add(_ price: Decimal?) { add(price?.description) }

  mutating func add<Word: RawRepresentable<String>>(_ word: Word?) { add(word?.rawValue) }

  mutating func add(list: [String]?) {
    guard let list else { return addNull() }
    let start = bytes.count
    TextList.append(list, to: &bytes)
    add(.text, from: start)
  }

  mutating func add<Word: RawRepresentable<String>>(list: [Word]) {
    let start = bytes.count
    // A key path in generic code would be looked up for each record.
    TextList.append(list.lazy.map { $0.rawValue }, to: &bytes)
    add(.text, from: start)
  }

  private mutating func addNull() {
    columns.append(Column(kind: .null, number: 0, count: 0))
  }

  private mutating func add(_ number: Int64) {
    columns.append(Column(kind: .integer, number: number, count: 0))
  }

  private mutating func add(_ kind: Kind, from start: Int) {
    columns.append(Column(kind: kind, number: Int64(start), count: bytes.count - start))
  }
}
