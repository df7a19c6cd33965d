import FindieDomain
import FindieText
import Foundation
import GRDB
import GRDBSQLite

/// A prepared statement on records of the catalogue. Values are bound, read and compared in
/// SQLite's own memory: a catalogue has millions of values, and a `DatabaseValue` for each takes
/// twice the time.
///
/// The only type that calls SQLite directly. A class, since each step changes the current row.
@safe final class RecordStatement {
  private let statement: Statement
  private let pointer: OpaquePointer
  /// SQLITE_TRANSIENT: SQLite copies what is bound.
  private let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ sql: String, in database: Database) throws {
    statement = try database.makeStatement(sql: sql)
    // It lives as long as `statement`.
    unsafe pointer = statement.sqliteStatement
  }

  // MARK: - Running

  /// Moves to the next row; false after the last one.
  func step() throws -> Bool {
    let code = unsafe sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    let failure = code == SQLITE_DONE ? nil : error(code)
    reset()
    if let failure { throw failure }
    return false
  }

  /// Ends the reading of rows; until then, the statement has a read transaction open.
  func reset() { unsafe sqlite3_reset(pointer) }

  /// Binds a text to a parameter, the first of which is 0.
  func bind(_ text: String, to parameter: Int) throws {
    try check(bind(text.utf8.span, CInt(parameter + 1)))
  }

  /// Binds a value of a packed record.
  func bind(_ value: PackedValue, of values: PackedCursor, to parameter: Int) throws {
    let parameter = CInt(parameter + 1)
    let code =
      switch value {
      case .absent: unsafe sqlite3_bind_null(pointer, parameter)
      case .number(let number): unsafe sqlite3_bind_int64(pointer, parameter, Int64(number))
      case .text(let range): bind(values.bytes.span.extracting(range), parameter)
      case .list(let list): bind(TextList.json(values.texts(of: list)).span, parameter)
      }
    try check(code)
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Binds a text, as a BLOB if it contains a NUL: SQLite's text functions end at a NUL.
  private func bind(_ text: Span<UInt8>, _ parameter: CInt) -> CInt {
    let isBlob = text.hasNUL
    // SQLite copies the bytes before the call returns. Without an address it would bind NULL.
    return unsafe text.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
      return isBlob
        ? unsafe sqlite3_bind_blob(pointer, parameter, start, CInt(bytes.count), copied)
        : unsafe sqlite3_bind_text(
          pointer, parameter, start?.assumingMemoryBound(to: CChar.self), CInt(bytes.count), copied)
    }
  }

  private func error(_ code: CInt) -> DatabaseError {
    let message = unsafe sqlite3_db_handle(pointer).flatMap { unsafe sqlite3_errmsg($0) }
    return DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: unsafe message.map { unsafe String(cString: $0) }, sql: statement.sql)
  }

  // MARK: - The current row

  /// The text of a column; nil if it is not a text.
  func text(at column: Int, cache: TextCache? = nil) -> String? {
    let type = unsafe sqlite3_column_type(pointer, CInt(column))
    guard type == SQLITE_TEXT || type == SQLITE_BLOB else { return nil }
    let bytes = unsafe bytes(at: column)
    guard let cache else { return unsafe String(decoding: bytes, as: UTF8.self) }
    return unsafe cache.text(bytes.bindMemory(to: UInt8.self).span) {
      unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The number of a column; nil if it is not a number.
  func number(at column: Int) -> Int? {
    switch unsafe sqlite3_column_type(pointer, CInt(column)) {
    case SQLITE_INTEGER: unsafe Int(sqlite3_column_int64(pointer, CInt(column)))
    case SQLITE_FLOAT: Int(exactly: unsafe sqlite3_column_double(pointer, CInt(column)))
    default: nil
    }
  }

  /// The value of a column; nil if no field of the type is stored in this form.
  func value(at column: Int, as type: CatalogueFieldType, cache: TextCache?) -> FieldValue? {
    guard unsafe sqlite3_column_type(pointer, CInt(column)) != SQLITE_NULL else { return .absent }
    switch type {
    case .id, .text, .code: return text(at: column, cache: cache).map { .text($0) }
    case .word, .vector: return text(at: column).map { .text($0) }
    case .flag: return number(at: column).map { .flag($0 != 0) }
    case .number, .count: return number(at: column).map { .number($0) }
    case .time: return number(at: column).map { .time(Timestamp(milliseconds: Int64($0))) }
    case .decimal:
      guard let text = text(at: column) else { return nil }
      if text == Decimal.nan.description { return .decimal(.nan) }
      return Decimal(string: text).map { .decimal($0) }
    case .texts, .words:
      let type = unsafe sqlite3_column_type(pointer, CInt(column))
      guard type == SQLITE_TEXT || type == SQLITE_BLOB else { return nil }
      let json = unsafe bytes(at: column).bindMemory(to: UInt8.self)
      return unsafe TextList.list(of: json.span).map { .texts($0) }
    }
  }

  /// How the text of the first column compares with `id` in SQLite's order: texts by bytes, then
  /// BLOBs by bytes.
  func order(to id: String) -> RecordOrder {
    let isBlob = unsafe sqlite3_column_type(pointer, 0) == SQLITE_BLOB
    let id = id.utf8.span
    guard isBlob == id.hasNUL else { return isBlob ? .after : .before }
    let order = unsafe order(of: bytes(at: 0), and: id)
    return order == 0 ? .same : order < 0 ? .before : .after
  }

  enum RecordOrder { case before, same, after }

  /// Negative, zero or positive.
  private func order(of first: UnsafeRawBufferPointer, and second: Span<UInt8>) -> Int {
    unsafe second.withUnsafeBytes { second in
      let common = min(first.count, second.count)
      let order =
        common == 0 ? 0 : unsafe memcmp(first.baseAddress!, second.baseAddress!, common)
      return order == 0 ? first.count - second.count : Int(order)
    }
  }

  /// The bytes of a text or a BLOB, which are valid until the next step.
  private func bytes(at column: Int) -> UnsafeRawBufferPointer {
    let start = unsafe sqlite3_column_blob(pointer, CInt(column))
    return unsafe UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, CInt(column))))
  }
}

extension Span<UInt8> {
  fileprivate var hasNUL: Bool {
    unsafe withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe memchr($0, 0, bytes.count) != nil } ?? false
    }
  }
}

/// Lists of texts as JSON arrays, which SQL can query with `json_each`.
///
/// `JSONEncoder` takes ten times as long for the short lists of a catalogue.
enum TextList {
  /// The JSON array of `list`.
  static func json(_ list: [String]) -> [UInt8] {
    var json: [UInt8] = [UInt8(ascii: "[")]
    for (index, text) in list.enumerated() {
      if index > 0 { json.append(comma) }
      json.append(json: text)
    }
    json.append(UInt8(ascii: "]"))
    return json
  }

  /// The list of a JSON array, or nil if `json` is not an array of texts.
  static func list(of json: Span<UInt8>) -> [String]? {
    let end = json.count - 1
    if end == 1, json[0] == UInt8(ascii: "["), json[1] == UInt8(ascii: "]") { return [] }
    // Without a backslash, every quote starts or ends a text.
    if end >= 3, json[0] == UInt8(ascii: "["), json[1] == quote, json[end - 1] == quote,
      json[end] == UInt8(ascii: "]"), !json.indices.contains(where: { json[$0] == backslash })
    {
      return split(json.extracting(1..<end))
    }
    do {
      return try JSONDecoder().decode([String].self, from: Data(json.indices.map { json[$0] }))
    } catch {
      return nil
    }
  }

  /// The texts between quotes, with a comma between two of them.
  private static func split(_ quoted: Span<UInt8>) -> [String]? {
    var list: [String] = []
    var start = 0
    while quoted[start] == quote {
      var end = start + 1
      while end < quoted.count, quoted[end] != quote { end += 1 }
      guard end < quoted.count else { return nil }
      // The bytes are decoded while they are borrowed.
      unsafe quoted.extracting(start + 1..<end).withUnsafeBufferPointer {
        list.append(unsafe String(decoding: $0, as: UTF8.self))
      }
      start = end + 2
      if end + 1 == quoted.count { return list }
      guard quoted[end + 1] == comma, start < quoted.count else { return nil }
    }
    return nil
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let comma = UInt8(ascii: ",")
}
