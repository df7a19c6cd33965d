import FindieDomain
import Foundation
import GRDB
import GRDBSQLite

/// A prepared statement whose rows are bound, read and compared column by column, without a value that
/// holds each: a catalogue has ten million columns.
///
/// The one place that calls SQLite itself. A class, since a step changes what it holds.
@safe final class RowStatement {
  private let statement: Statement
  private let pointer: OpaquePointer
  /// The texts that come in many rows.
  private let texts = TextMemory()

  init(_ sql: String, in database: Database) throws {
    statement = try database.makeStatement(sql: sql)
    // Lives as long as `statement`.
    unsafe pointer = statement.sqliteStatement
  }

  /// Goes to the next row; whether there is one.
  func step() throws -> Bool {
    let code = unsafe sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    let failure = code == SQLITE_DONE ? nil : error(code)
    unsafe sqlite3_reset(pointer)
    if let failure { throw failure }
    return false
  }

  /// Runs the statement with the columns of `row` for its places, of which there must be as many.
  func run(_ row: RowWriter, columns: Int? = nil) throws {
    let count = columns ?? row.columns.count
    precondition(
      Int(unsafe sqlite3_bind_parameter_count(pointer)) == count, "\(count) values: \(statement)")
    // What is bound is read by the step only, inside the closure; the next run binds all places anew.
    try unsafe row.bytes.withUnsafeBytes { bytes in
      for place in 0..<count {
        let (column, number) = (row.columns[place], CInt(place + 1))
        let code =
          switch column.kind {
          case .null: unsafe sqlite3_bind_null(pointer, number)
          case .integer: unsafe sqlite3_bind_int64(pointer, number, column.number)
          case .text:
            unsafe sqlite3_bind_text(
              pointer, number,
              bytes.baseAddress?.advanced(by: column.start).assumingMemoryBound(to: CChar.self),
              CInt(column.count), nil)
          case .blob:
            unsafe sqlite3_bind_blob(
              pointer, number, bytes.baseAddress?.advanced(by: column.start),
              CInt(column.count), nil)
          }
        guard code == SQLITE_OK else { throw error(code) }
      }
      _ = try step()
    }
  }

  private func error(_ code: CInt) -> DatabaseError {
    let message = unsafe sqlite3_db_handle(pointer).flatMap { unsafe sqlite3_errmsg($0) }
    return DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: unsafe message.map { unsafe String(cString: $0) },
      sql: statement.sql)
  }

  // MARK: - The row at which it stands

  /// Whether the columns from `first` on are those of `row`, byte for byte.
  func holds(_ row: RowWriter) -> Bool {
    unsafe row.bytes.withUnsafeBytes { bytes in
      row.columns.indices.allSatisfy { place in
        let (column, number) = (row.columns[place], CInt(place))
        guard unsafe sqlite3_column_type(pointer, number) == column.kind.code else { return false }
        switch column.kind {
        case .null: return true
        case .integer: return unsafe sqlite3_column_int64(pointer, number) == column.number
        case .text, .blob:
          let own = unsafe self.bytes(at: place)
          let other = unsafe UnsafeRawBufferPointer(
            rebasing: bytes[column.start..<column.start + column.count])
          return unsafe own.count == other.count && own.elementsEqual(other)
        }
      }
    }
  }

  /// How the first column stands to that of `row`, in SQLite's order of keys.
  func keyOrder(to row: RowWriter) -> KeyOrder {
    unsafe row.bytes.withUnsafeBytes { bytes in
      let column = row.columns[0]
      let other = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[column.start..<column.start + column.count])
      return unsafe keyOrder(to: other, isBlob: column.kind == .blob)
    }
  }

  /// How the first column stands to that of another statement's row.
  func keyOrder(to other: RowStatement) -> KeyOrder {
    unsafe keyOrder(
      to: other.bytes(at: 0), isBlob: sqlite3_column_type(other.pointer, 0) == SQLITE_BLOB)
  }

  enum KeyOrder {
    case before, same, after
  }

  /// Texts by their bytes, then BLOBs by theirs.
  private func keyOrder(to other: UnsafeRawBufferPointer, isBlob: Bool) -> KeyOrder {
    let isOwnBlob = unsafe sqlite3_column_type(pointer, 0) == SQLITE_BLOB
    guard isOwnBlob == isBlob else { return isBlob ? .before : .after }
    let own = unsafe bytes(at: 0)
    let common = min(own.count, other.count)
    let difference =
      common == 0 ? 0 : unsafe memcmp(own.baseAddress!, other.baseAddress!, common)
    if difference != 0 { return difference < 0 ? .before : .after }
    return own.count == other.count ? .same : own.count < other.count ? .before : .after
  }

  /// The bytes of a text or a BLOB, which live until the next step.
  private func bytes(at column: Int) -> UnsafeRawBufferPointer {
    let start = unsafe sqlite3_column_blob(pointer, CInt(column))
    return unsafe UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, CInt(column))))
  }
}

extension RowStatement: ColumnValues {
  func isNull(at column: Int) -> Bool {
    unsafe sqlite3_column_type(pointer, CInt(column)) == SQLITE_NULL
  }

  func text(at column: Int) -> String? {
    guard isText(at: column) else { return nil }
    let bytes = unsafe bytes(at: column)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  func sharedText(at column: Int) -> String? {
    guard isText(at: column) else { return nil }
    let bytes = unsafe bytes(at: column)
    // The bytes are borrowed until the text is made, within this row.
    return unsafe texts.text(bytes.bindMemory(to: UInt8.self).span) {
      unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  private func isText(at column: Int) -> Bool {
    let kind = unsafe sqlite3_column_type(pointer, CInt(column))
    return kind == SQLITE_TEXT || kind == SQLITE_BLOB
  }

  func integer(at column: Int) -> Int? {
    switch unsafe sqlite3_column_type(pointer, CInt(column)) {
    case SQLITE_INTEGER: unsafe Int(sqlite3_column_int64(pointer, CInt(column)))
    case SQLITE_FLOAT: Int(exactly: unsafe sqlite3_column_double(pointer, CInt(column)))
    default: nil
    }
  }

  func fraction(at column: Int) -> Double? {
    let kind = unsafe sqlite3_column_type(pointer, CInt(column))
    guard kind == SQLITE_FLOAT || kind == SQLITE_INTEGER else { return nil }
    return unsafe sqlite3_column_double(pointer, CInt(column))
  }

  func blob(at column: Int) -> Data? {
    isText(at: column) ? unsafe Data(bytes(at: column)) : nil
  }
}

extension RowWriter.Kind {
  fileprivate var code: CInt {
    switch self {
    case .null: SQLITE_NULL
    case .integer: SQLITE_INTEGER
    case .text: SQLITE_TEXT
    case .blob: SQLITE_BLOB
    }
  }
}
