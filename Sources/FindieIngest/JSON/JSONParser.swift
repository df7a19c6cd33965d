import CSimdJSON

/// Reads one line of JSON at a time; the values of a line live until the next is parsed.
///
/// ```swift
/// var parser = JSONParser(maxDepth: 64, tables: [["id", "title"]])
/// if let fault = parser.parse(buffer, line) { … }
/// parser.read(parser.root, into: 0)
/// let title = parser.field(1, of: 0).text
/// ```
///
/// Every line is validated whole: bytes, structure, numbers, and the fields that nobody asks for.
/// Not copyable, since it owns the foreign parser and the memory its values point into.
@safe struct JSONParser: ~Copyable {
  private let parser: OpaquePointer
  /// Each table's values, where they stand as long as the parser lives.
  private let tables: UnsafeMutableBufferPointer<UnsafeBufferPointer<findie_json_value>>
  private var rootValue = unsafe findie_json_value(
    pointer: nil, word: 0, kind: UInt8(FINDIE_JSON_NULL))

  /// Bytes that must stand behind a line in its buffer.
  static var padding: Int { findie_json_padding() }

  /// Why a line is not JSON.
  enum Fault {
    case broken, notUTF8, tooDeep, badNumber
  }

  /// - Parameter tables: the keys of each kind of object to be read, by place; an empty name holds
  ///   a place that no key has. At most 64 keys a table.
  init(maxDepth: Int, tables: [[String]]) {
    guard let parser = unsafe findie_json_create(maxDepth) else {
      preconditionFailure("no memory for a parser of depth \(maxDepth)")
    }
    unsafe self.parser = parser
    for names in tables {
      let table = unsafe findie_json_add_table(parser)
      precondition(table >= 0, "no memory for a table of keys")
      for (place, name) in names.enumerated() {
        // U+0000 cannot end a name of ours, so no key of a line equals it.
        var name = name.isEmpty ? "\0\(place)" : name
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
      // No table is added any more, and none gets another key.
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

  /// Parses the bytes of `buffer` in `line`; nil where they are sound.
  ///
  /// - Precondition: `padding` bytes of the buffer stand behind the line.
  mutating func parse(_ buffer: Span<UInt8>, _ line: Range<Int>) -> Fault? {
    precondition(
      line.lowerBound >= 0 && line.upperBound + JSONParser.padding <= buffer.count,
      "a line at \(line) of a buffer of \(buffer.count) bytes")
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
    default: return .broken
    }
  }

  /// The line's one value.
  var root: JSONValue {
    @_lifetime(borrow self)
    get { unsafe JSONValue(rootValue, of: self) }
  }

  /// Finds the fields of `object` that the table knows, in one pass; the lowest place of a key that
  /// stands twice, or nil. What the table held before is forgotten.
  func read(_ object: JSONValue, into table: Int) -> Int? {
    let twice = unsafe findie_json_read(parser, Int32(table), object.value)
    return twice < 0 ? nil : Int(twice)
  }

  /// As `read(_:into:)`, for the parameters of an event of Google Analytics, by their keys.
  func read(parameters: JSONValue, into table: Int) -> Int? {
    let twice = unsafe findie_json_read_parameters(parser, Int32(table), parameters.value)
    return twice < 0 ? nil : Int(twice)
  }

  /// Forgets what a table held.
  func clear(_ table: Int) { unsafe findie_json_clear(parser, Int32(table)) }

  /// Puts a value of this line at a place of a table.
  func set(_ value: JSONValue, at place: Int, of table: Int) {
    unsafe findie_json_set(parser, Int32(table), place, value.value)
  }

  /// The value at a place of a table, as its last `read` since the last `parse` left it.
  @_lifetime(borrow self)
  func field(_ place: Int, of table: Int) -> JSONValue {
    unsafe JSONValue(tables[table][place], of: self)
  }

  /// As `field(_:of:)`, where tables and their keys have names.
  @_lifetime(borrow self)
  func field(
    _ key: some RawRepresentable<Int>, of table: some RawRepresentable<Int>
  ) -> JSONValue {
    unsafe JSONValue(tables[table.rawValue][key.rawValue], of: self)
  }

  /// How many lists and texts of a line can be held at once.
  static let slots = 16

  /// Joins the texts of an array into a slot, empty ones left out; nothing where it is absent.
  ///
  /// - Returns: what is wrong with the array or one of its texts, or nil.
  /// - Precondition: `slot` is below `slots`, and nothing was joined into it since the last `parse`:
  ///   what `joined` gave out stays where it is.
  func join(_ array: JSONValue, by separator: UInt8, into slot: Int, limit: Int) -> TextFault? {
    precondition((0..<JSONParser.slots).contains(slot), "there is no slot \(slot)")
    return unsafe TextFault(findie_json_join(parser, Int32(slot), array.value, separator, limit))
  }

  /// Copies bytes into a slot, where they stay as long as the line's own.
  ///
  /// - Precondition: as for `join`.
  func keep(_ bytes: Span<UInt8>, in slot: Int) {
    precondition((0..<JSONParser.slots).contains(slot), "there is no slot \(slot)")
    // The bytes are copied before the call returns.
    let code = unsafe bytes.withUnsafeBufferPointer {
      unsafe findie_json_keep(parser, Int32(slot), $0.baseAddress, $0.count)
    }
    precondition(TextFault(code) == nil, "a text to keep has nothing that is checked")
  }

  /// What was joined or kept in a slot last.
  @_lifetime(borrow self)
  func joined(_ slot: Int) -> JSONValue {
    precondition((0..<JSONParser.slots).contains(slot), "there is no slot \(slot)")
    return unsafe JSONValue(findie_json_joined(parser, Int32(slot)), of: self)
  }
}
