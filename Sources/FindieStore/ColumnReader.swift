import FindieDomain
import Foundation

/// Takes the values of one row, column by column, in the order in which they were written.
///
/// A value that is not of its column's kind throws `StoreFailure.damaged`.
struct ColumnReader<Values: ColumnValues> {
  private let values: Values
  private let table: String
  private let path: String
  private var column = 0

  init(_ values: Values, table: String, path: String, from first: Int = 0) {
    self.values = values
    self.table = table
    self.path = path
    self.column = first
  }

  mutating func text() throws(StoreFailure) -> String {
    try required(optionalText())
  }

  mutating func optionalText() throws(StoreFailure) -> String? {
    let column = next()
    if values.isNull(at: column) { return nil }
    return try required(values.text(at: column))
  }

  /// As `text`, where many rows have the same.
  mutating func sharedText() throws(StoreFailure) -> String {
    try required(optionalSharedText())
  }

  mutating func optionalSharedText() throws(StoreFailure) -> String? {
    let column = next()
    if values.isNull(at: column) { return nil }
    return try required(values.sharedText(at: column))
  }

  mutating func flag() throws(StoreFailure) -> Bool {
    try required(number()) != 0
  }

  mutating func number() throws(StoreFailure) -> Int? {
    let column = next()
    if values.isNull(at: column) { return nil }
    return try required(values.integer(at: column))
  }

  mutating func decimalFraction() throws(StoreFailure) -> Double {
    try required(values.fraction(at: next()))
  }

  mutating func time() throws(StoreFailure) -> Timestamp? {
    try number().map { Timestamp(milliseconds: Int64($0)) }
  }

  mutating func day() throws(StoreFailure) -> Day {
    Day(daysSinceEpoch: try required(try number().flatMap { Int32(exactly: $0) }))
  }

  mutating func optionalDay() throws(StoreFailure) -> Day? {
    guard let number = try number() else { return nil }
    return Day(daysSinceEpoch: try required(Int32(exactly: number)))
  }

  mutating func price() throws(StoreFailure) -> Decimal? {
    guard let text = try optionalText() else { return nil }
    if text == Decimal.nan.description { return .nan }
    return try required(Decimal(string: text))
  }

  mutating func word<Word: RawRepresentable<String>>() throws(StoreFailure) -> Word {
    try required(optionalWord())
  }

  mutating func optionalWord<Word: RawRepresentable<String>>() throws(StoreFailure) -> Word? {
    guard let text = try optionalText() else { return nil }
    return try required(Word(rawValue: text))
  }

  mutating func list() throws(StoreFailure) -> [String] {
    try required(optionalList())
  }

  mutating func optionalList() throws(StoreFailure) -> [String]? {
    guard let text = try optionalText() else { return nil }
    return try required(TextList.list(of: text))
  }

  mutating func words<Word: RawRepresentable<String>>() throws(StoreFailure) -> [Word] {
    var words: [Word] = []
    for text in try list() { words.append(try required(Word(rawValue: text))) }
    return words
  }

  mutating func blob() throws(StoreFailure) -> Data {
    try required(values.blob(at: next()))
  }

  private mutating func next() -> Int {
    defer { column += 1 }
    return column
  }

  private func required<Value>(_ value: Value?) throws(StoreFailure) -> Value {
    guard let value else {
      throw .damaged(
        path: path, detail: "column \(column) of a row of \(table) holds what it never should")
    }
    return value
  }
}
