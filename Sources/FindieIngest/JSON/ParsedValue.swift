import CSimdJSON

/// A value of the line that a `JSONParser` parsed last.
///
/// The compiler ensures that it does not outlive the parser's next line.
@safe struct ParsedValue: ~Escapable {
  let value: findie_json_value

  /// The kind of a value. `null` counts as absent.
  enum Kind {
    case absent, bool, integer, largeInteger, double, string, array, object
    /// In Firestore's REST form: an invalid number, and an unknown type.
    case noNumber, other
  }

  @_lifetime(borrow parser)
  init(_ value: findie_json_value, of parser: borrowing JSONParser) {
    unsafe self.value = value
  }

  /// A value of the same line as `other`.
  @_lifetime(copy other)
  fileprivate init(_ value: findie_json_value, of other: ParsedValue) {
    unsafe self.value = value
  }

  @inline(__always)
  var kind: Kind {
    switch unsafe Int(value.kind) {
    case Int(FINDIE_JSON_BOOL): .bool
    case Int(FINDIE_JSON_INTEGER): .integer
    case Int(FINDIE_JSON_LARGE_INTEGER): .largeInteger
    case Int(FINDIE_JSON_DOUBLE): .double
    case Int(FINDIE_JSON_STRING): .string
    case Int(FINDIE_JSON_ARRAY), Int(FINDIE_JSON_REST_ARRAY): .array
    case Int(FINDIE_JSON_OBJECT), Int(FINDIE_JSON_REST_MAP): .object
    case Int(FINDIE_JSON_NO_NUMBER): .noNumber
    case Int(FINDIE_JSON_OTHER): .other
    default: .absent
    }
  }

  /// The bytes of a string, unescaped; empty for other values.
  var text: Span<UInt8> {
    @_lifetime(copy self)
    @inline(__always)
    get {
      guard kind == .string, let pointer = unsafe value.pointer else { return Span() }
      // The parser's memory has `word` bytes there until the next parse, before which this value's
      // lifetime ends.
      let span = unsafe Span(
        _unsafeStart: pointer.assumingMemoryBound(to: UInt8.self), count: Int(value.word))
      return unsafe _overrideLifetime(span, copying: self)
    }
  }

  /// A string as text; nil for other values.
  var string: String? {
    guard kind == .string else { return nil }
    return String(copying: text)
  }

  /// A bool; nil for other values.
  var bool: Bool? { kind == .bool ? unsafe value.word != 0 : nil }

  /// A whole number in the range of Int64, even if written as 3.0; nil for other values.
  var integer: Int64? {
    switch kind {
    case .integer: unsafe Int64(bitPattern: value.word)
    case .double: Int64(exactly: unsafe Double(bitPattern: value.word))
    default: nil
    }
  }

  /// A number; nil for other values.
  var number: Double? {
    switch kind {
    case .integer: unsafe Double(Int64(bitPattern: value.word))
    case .largeInteger: unsafe Double(value.word)
    case .double: unsafe Double(bitPattern: value.word)
    default: nil
    }
  }

  /// The number in a text, `noNumber` if it has none; other values are unchanged.
  var spelledNumber: ParsedValue {
    @_lifetime(copy self)
    get { unsafe ParsedValue(findie_json_number(value), of: self) }
  }

  /// An object as the fields of a document in Firestore's REST form, whose values name their types.
  var typedFields: ParsedValue {
    @_lifetime(copy self)
    get {
      var fields = unsafe value
      if kind == .object { unsafe fields.kind = UInt8(FINDIE_JSON_REST_MAP) }
      return unsafe ParsedValue(fields, of: self)
    }
  }

  /// A string's bytes after its last slash; the whole string if it has none.
  var lastPathPart: ParsedValue {
    @_lifetime(copy self)
    get {
      let text = text
      var start = text.count
      while start > 0, text[start - 1] != UInt8(ascii: "/") { start -= 1 }
      guard start > 0, let pointer = unsafe value.pointer else { return self }
      var part = unsafe value
      // The bytes from `start` on are the end of the string.
      unsafe part.pointer = unsafe pointer + start
      unsafe part.word -= UInt64(start)
      return unsafe ParsedValue(part, of: self)
    }
  }

  /// The elements of an array; none for other values and arrays of Firestore's REST form.
  var elements: JSONElements {
    @_lifetime(copy self)
    get { JSONElements(of: self) }
  }
}

extension ParsedValue {
  /// The keys of an object with the kinds of their values, `user (text)`, in their order; at most
  /// `limit`.
  func keys(limit: Int) -> [String] {
    var keys: [String] = []
    var cursor = unsafe findie_json_members(value)
    var (key, value) = unsafe (findie_json_value(), findie_json_value())
    // The cursor stops at the object's end, inside the parser's document.
    while keys.count < limit, unsafe findie_json_next_member(&cursor, &key, &value) {
      let name = unsafe ParsedValue(key, of: self).text
      let kind = unsafe ParsedValue(value, of: self).kind.name
      keys.append("\(String(copying: name).beginning) (\(kind))")
    }
    return keys
  }

  /// What is found in a field with a fault: the value, one word, or nothing if it is absent.
  func found(_ reason: RejectionReason) -> String {
    switch (reason, kind) {
    case (_, .absent): ""
    case (.emptyId, .string): "empty"
    case (.unknownAction, .string), (.unknownEventType, .string), (.unknownStatus, .string),
      (.placeholderId, .string):
      "\"\(String(copying: text).beginning)\""
    default: described
    }
  }

  /// The value for people: `the number 1`, `the text "seven"`.
  var described: String {
    switch kind {
    case .absent: "null"
    case .bool: bool == true ? "true" : "false"
    case .integer: "the number \(integer ?? 0)"
    case .largeInteger, .double: "the number \(number ?? 0)"
    case .string: "the text \"\(String(copying: text).beginning)\""
    case .array: "a list"
    case .object: "an object"
    case .noNumber: "a number that is none"
    case .other: "of an unknown type"
    }
  }
}

extension ParsedValue.Kind {
  fileprivate var name: String {
    switch self {
    case .absent: "null"
    case .bool: "true/false"
    case .integer, .largeInteger, .double, .noNumber: "number"
    case .string: "text"
    case .array: "list"
    case .object, .other: "object"
    }
  }
}

extension String {
  /// The first 40 characters.
  var beginning: String { count > 40 ? "\(prefix(40))…" : self }
}

/// Iterates over the elements of an array.
@safe struct JSONElements: ~Escapable {
  private let array: ParsedValue
  private var cursor: findie_json_cursor

  @_lifetime(copy array)
  init(of array: ParsedValue) {
    self.array = array
    cursor = unsafe findie_json_elements(array.value)
  }

  @_lifetime(copy self)
  mutating func next() -> ParsedValue? {
    var element = unsafe findie_json_value()
    var cursor = cursor
    // The cursor stops at the array's end, inside the parser's document.
    guard unsafe findie_json_next(&cursor, &element) else { return nil }
    self.cursor = cursor
    return unsafe ParsedValue(element, of: array)
  }
}

extension String {
  /// The text of UTF-8 bytes, copied; bytes that are not UTF-8 become U+FFFD.
  init(copying bytes: Span<UInt8>) {
    // Decoded inside the closure, while the span is borrowed.
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
