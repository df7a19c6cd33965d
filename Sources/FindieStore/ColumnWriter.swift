import FindieDomain
import Foundation
import GRDB

/// Collects the values of one row, column by column.
struct ColumnWriter {
  private(set) var values: [DatabaseValue] = []

  init(capacity: Int) {
    values.reserveCapacity(capacity)
  }

  mutating func add(_ text: String?) {
    values.append(text.map(DatabaseValue.init(exactly:)) ?? .null)
  }

  mutating func add(_ number: Int?) {
    values.append(number?.databaseValue ?? .null)
  }

  mutating func add(_ flag: Bool) {
    values.append(flag ? ColumnWriter.yes : ColumnWriter.no)
  }

  mutating func add(_ time: Timestamp?) {
    values.append(time?.milliseconds.databaseValue ?? .null)
  }

  mutating func add(_ price: Decimal?) {
    add(price?.description)
  }

  mutating func add<Word: RawRepresentable<String>>(_ word: Word?) {
    add(word?.rawValue)
  }

  mutating func add(list: [String]?) {
    values.append(list.map { TextList.json(of: $0).databaseValue } ?? .null)
  }

  mutating func add<Word: RawRepresentable<String>>(list: [Word]) {
    add(list: list.map(\.rawValue))
  }

  private static let yes = true.databaseValue
  private static let no = false.databaseValue
}

extension DatabaseValue {
  /// `text` whole: as a BLOB where it contains a NUL, at which SQLite would end it.
  init(exactly text: String) {
    self = text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The text that `init(exactly:)` was given, or nil where this is no text.
  var exactText: String? {
    switch storage {
    case .string(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .int64, .double: nil
    }
  }

  /// Whether the stored bytes are the same; `==` takes two spellings of "é" for one.
  func isIdentical(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (let left, let right): left == right
    }
  }
}
