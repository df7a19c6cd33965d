import CSimdJSON
import FindieDomain

/// Parses one line of JSON at a time; the values of a line are valid until the next is parsed.
///
/// ```swift
/// var parser = JSONParser(maxDepth: 64, tables: [["id", "title"]])
/// if let fault = parser.parse(buffer, line) { … }
/// parser.read(parser.root, into: 0)
/// let title = parser.field(1, of: 0).text
/// ```
///
/// Every line is validated completely: bytes, structure, numbers, and fields that are not read. Not
/// copyable, since it owns simdjson's parser and the memory of its values.
@safe struct JSONParser: ~Copyable {
  private let parser: OpaquePointer
  /// The values of each table; their memory does not move.
  private let tables: UnsafeMutableBufferPointer<UnsafeBufferPointer<findie_json_value>>
  /// The texts of the columns; their memory does not move once the columns are set.
  private var texts = unsafe UnsafePointer<findie_json_value>(bitPattern: 0)
  private var rootValue = unsafe findie_json_value(
    pointer: nil, word: 0, kind: UInt8(FINDIE_JSON_NULL))

  /// The number of bytes that the buffer must have after a line.
  static var padding: Int { findie_json_padding() }

  /// - Parameter tables: the keys of each kind of object to be read; an empty name matches no key.
  ///   At most 64 keys per table.
  init(maxDepth: Int, tables: [[String]]) {
    guard let parser = unsafe findie_json_create(maxDepth) else {
      preconditionFailure("no memory for a parser of depth \(maxDepth)")
    }
    unsafe self.parser = parser
    for names in tables {
      let table = unsafe findie_json_add_table(parser)
      precondition(table >= 0, "no memory for a table of keys")
      for (index, name) in names.enumerated() {
        // No key of a document has this name.
        var name = name.isEmpty ? "\0\(index)" : name
        // The name is copied before the call returns.
        let isAdded = name.withUTF8 { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self) {
            unsafe findie_json_add_key(parser, table, $0.baseAddress, $0.count)
          }
        }
        precondition(isAdded, "a table of \(names.count) keys is too large")
      }
    }
    unsafe self.tables = .allocate(capacity: tables.count)
    for (table, names) in tables.enumerated() {
      // The tables and their keys are complete.
      unsafe self.tables.initializeElement(
        at: table,
        to: UnsafeBufferPointer(
          start: findie_json_values(parser, Int32(table)), count: names.count))
    }
  }

  deinit {
    unsafe tables.deallocate()
    unsafe findie_json_destroy(parser)
  }

  /// Parses the bytes of `buffer` in `line`. Returns why they are not JSON; nil if they are.
  ///
  /// - Precondition: the buffer has `padding` bytes after the line.
  mutating func parse(_ buffer: Span<UInt8>, _ line: Range<Int>) -> RejectionReason? {
    Self.check(line, in: buffer)
    unsafe rootValue.kind = UInt8(FINDIE_JSON_NULL)
    // The precondition keeps the line and its padding inside the span, which is borrowed here.
    let outcome = unsafe buffer.withUnsafeBufferPointer { bytes in
      unsafe findie_json_parse(parser, bytes.baseAddress! + line.lowerBound, line.count, &rootValue)
    }
    switch Int(outcome) {
    case Int(FINDIE_JSON_SOUND): return nil
    case Int(FINDIE_JSON_NOT_UTF8): return .notUTF8
    case Int(FINDIE_JSON_TOO_DEEP): return .tooDeep
    case Int(FINDIE_JSON_BAD_NUMBER): return .badNumber
    case Int(FINDIE_JSON_NO_MEMORY): preconditionFailure("no memory for a line of \(line.count)")
    default: return .notJSON
    }
  }

  private static func check(_ line: Range<Int>, in buffer: Span<UInt8>) {
    precondition(
      line.lowerBound >= 0 && line.upperBound + padding <= buffer.count,
      "a line at \(line) of a buffer of \(buffer.count) bytes")
  }

  /// The line's value.
  var root: ParsedValue {
    @_lifetime(borrow self)
    get { unsafe ParsedValue(rootValue, of: self) }
  }

  /// Reads the fields of `object` into a table, whose earlier values are removed.
  ///
  /// - Returns: the lowest index of a key that occurs twice, or nil.
  func read(_ object: ParsedValue, into table: Int) -> Int? {
    let twice = unsafe findie_json_read(parser, Int32(table), object.value)
    return twice < 0 ? nil : Int(twice)
  }

  /// As `read(_:into:)`, for the parameters of an event of Google Analytics.
  func read(parameters: ParsedValue, into table: Int) -> Int? {
    let twice = unsafe findie_json_read_parameters(parser, Int32(table), parameters.value)
    return twice < 0 ? nil : Int(twice)
  }

  /// Removes the values of a table.
  func clear(_ table: Int) { unsafe findie_json_clear(parser, Int32(table)) }

  /// Sets a value of this line at an index of a table.
  func set(_ value: ParsedValue, at index: Int, of table: Int) {
    unsafe findie_json_set(parser, Int32(table), index, value.value)
  }

  /// The value at an index of a table, from its last `read` since the last `parse`.
  @_lifetime(borrow self)
  func field(_ index: Int, of table: Int) -> ParsedValue {
    unsafe ParsedValue(tables[table][index], of: self)
  }

  /// As `field(_:of:)`, for named tables and keys.
  @_lifetime(borrow self)
  func field(
    _ key: some RawRepresentable<Int>, of table: some RawRepresentable<Int>
  ) -> ParsedValue {
    unsafe ParsedValue(tables[table.rawValue][key.rawValue], of: self)
  }

  /// The fault of a value of this line as a text of at most `limit` bytes, without control
  /// characters (U+0000 to U+001F, U+007F to U+009F); nil if it has none.
  func textFault(of value: ParsedValue, limit: Int) -> RejectionReason? {
    unsafe RejectionReason(textFault: findie_json_text_fault(parser, value.value, limit))
  }

  /// - Throws: the fault of a value of this line as an id of at most `limit` bytes.
  func checkId(_ value: ParsedValue, _ name: String, limit: Int) throws(LineFault) {
    if let fault = textFault(of: value, limit: limit) { throw LineFault(fault, name) }
    guard !value.text.isEmpty else { throw LineFault(.emptyId, name) }
    guard !value.text.isPlaceholder else { throw LineFault(placeholder: value.text, name) }
  }

  /// The number of lists and texts that a line can store.
  static let slots = 16

  /// Joins the texts of an array into a slot, without empty ones; an absent array gives an empty
  /// text.
  ///
  /// - Returns: the fault of the array or of one of its texts, or nil.
  /// - Precondition: `slot` is below `slots` and was not used since the last `parse`, so that the
  ///   memory of `joined` does not move.
  func join(
    _ array: ParsedValue, by separator: UInt8, into slot: Int, limit: Int
  ) -> RejectionReason? {
    precondition((0..<Self.slots).contains(slot), "there is no slot \(slot)")
    return unsafe RejectionReason(
      textFault: findie_json_join(parser, Int32(slot), array.value, separator, limit))
  }

  /// How a field of a table becomes a text of a row.
  struct Column {
    /// The field's index in its table.
    let index: Int
    let isList: Bool
    let mayBeAbsent: Bool
    let mayBeEmpty: Bool
  }

  /// Sets the columns whose fields `takeTexts` checks.
  ///
  /// - Precondition: there are at most `slots` of them.
  mutating func setColumns(_ columns: [Column]) {
    let columns = columns.map {
      findie_json_column(
        place: UInt8($0.index), is_list: $0.isList, may_be_absent: $0.mayBeAbsent,
        may_be_empty: $0.mayBeEmpty)
    }
    // The columns are copied before the call returns.
    let areSet = unsafe columns.withUnsafeBufferPointer {
      unsafe findie_json_set_columns(parser, $0.baseAddress, $0.count)
    }
    precondition(areSet, "\(columns.count) columns are too many")
    unsafe texts = findie_json_texts(parser)
  }

  /// Checks the fields of all columns at once and joins their lists, into the slots with the
  /// columns' indexes.
  ///
  /// - Returns: whether all are valid. If not, no slot was used, and `textFault` and `join` find
  ///   the fault. False if no columns were set.
  func takeTexts(of table: Int, joinedBy separator: UInt8, limit: Int) -> Bool {
    guard unsafe texts != nil else { return false }
    return unsafe findie_json_take_texts(parser, Int32(table), separator, limit)
  }

  /// `parse`, `read` into a table and `takeTexts` at once, for a line that is a flat object without
  /// escapes and whose columns are all valid.
  ///
  /// - Returns: false for all other lines, valid or not, which must be parsed with `parse`, and if
  ///   no columns were set.
  /// - Precondition: as for `parse`.
  mutating func takeFlat(
    _ buffer: Span<UInt8>, _ line: Range<Int>, into table: Int, joinedBy separator: UInt8,
    limit: Int
  ) -> Bool {
    guard unsafe texts != nil else { return false }
    Self.check(line, in: buffer)
    // The precondition keeps the line and its padding inside the span, which is borrowed here.
    return unsafe buffer.withUnsafeBufferPointer { bytes in
      unsafe findie_json_take_flat(
        parser, Int32(table), bytes.baseAddress! + line.lowerBound, line.count, separator, limit)
    }
  }

  /// The text of a column; empty if it is absent.
  ///
  /// - Precondition: `takeTexts` or `takeFlat` returned true for this line.
  @_lifetime(borrow self)
  func text(of column: Int) -> ParsedValue {
    guard let texts = unsafe texts else { preconditionFailure("no columns were set") }
    return unsafe ParsedValue(texts[column], of: self)
  }

  /// Copies bytes into a slot, where they are valid as long as the line's values.
  ///
  /// - Precondition: as for `join`.
  func store(_ bytes: Span<UInt8>, in slot: Int) {
    precondition((0..<Self.slots).contains(slot), "there is no slot \(slot)")
    // The bytes are copied before the call returns.
    let code = unsafe bytes.withUnsafeBufferPointer {
      unsafe findie_json_store(parser, Int32(slot), $0.baseAddress, $0.count)
    }
    precondition(RejectionReason(textFault: code) == nil, "a text that is copied is not checked")
  }

  /// Begins to iterate over an array of this line with `nextElement`; values that are not arrays
  /// have no elements.
  func begin(_ array: ParsedValue) { unsafe findie_json_begin(parser, array.value) }

  /// Whether `nextElement` returns nil.
  var isAtEnd: Bool { unsafe findie_json_is_at_end(parser) }

  /// The next element of the array that was begun last; nil after the last one.
  @_lifetime(borrow self)
  func nextElement() -> ParsedValue? {
    var element = unsafe findie_json_value()
    guard unsafe findie_json_advance(parser, &element) else { return nil }
    return unsafe ParsedValue(element, of: self)
  }

  /// The text that was joined or copied into a slot last.
  @_lifetime(borrow self)
  func joined(_ slot: Int) -> ParsedValue {
    precondition((0..<Self.slots).contains(slot), "there is no slot \(slot)")
    return unsafe ParsedValue(findie_json_joined(parser, Int32(slot)), of: self)
  }
}

extension RejectionReason {
  /// The fault that a code of a C function stands for; nil for none.
  fileprivate init?(textFault code: Int32) {
    switch Int(code) {
    case Int(FINDIE_JSON_TEXT_SOUND): return nil
    case Int(FINDIE_JSON_TEXT_TOO_LONG): self = .idTooLong
    case Int(FINDIE_JSON_TEXT_CONTROL): self = .controlCharacter
    case Int(FINDIE_JSON_TEXT_NO_MEMORY): preconditionFailure("no memory for a list of texts")
    case Int(FINDIE_JSON_TEXT_SLOT_TAKEN): preconditionFailure("a slot is used twice in a line")
    default: self = .wrongType
    }
  }
}

extension JSONParser {
  /// The keys of a Firestore timestamp, as the Admin SDK and the web SDK write it.
  static let instantFields = ["_seconds", "_nanoseconds", "seconds", "nanoseconds"]

  /// The instant of a value: ISO 8601 text, a number (`Timestamp(number:)`), or a Firestore
  /// timestamp; nil for other values.
  ///
  /// - Precondition: the keys of `table` are `instantFields`.
  func instant(_ value: ParsedValue, table: Int) -> Timestamp? {
    switch value.kind {
    case .string: return Timestamp(iso8601: value.text)
    case .integer: return value.integer.flatMap { Timestamp(number: $0) }
    case .double: return value.number.flatMap { Timestamp(number: $0) }
    case .object:
      guard read(value, into: table) == nil else { return nil }
      let first = field(0, of: table).kind == .absent ? 2 : 0
      let nanoseconds = field(first + 1, of: table)
      guard let seconds = field(first, of: table).integer,
        let fraction = nanoseconds.kind == .absent ? 0 : nanoseconds.integer,
        (0..<1_000_000_000).contains(fraction)
      else { return nil }
      let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
      guard !overflow else { return nil }
      return Timestamp(epochMilliseconds: milliseconds)
        .flatMap { Timestamp(epochMilliseconds: $0.milliseconds + fraction / 1_000_000) }
    case .absent, .bool, .largeInteger, .array, .noNumber, .other: return nil
    }
  }
}
