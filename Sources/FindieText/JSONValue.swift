/// A JSON value with its keys in the order given and its numbers in the digits given, so that equal
/// values have equal bytes.
///
/// ```swift
/// let value: JSONValue = ["date": "2026-03-01", "likes": 12, "rate": .number(0.25, places: 4)]
/// value.line   // {"date":"2026-03-01","likes":12,"rate":0.25}
/// ```
package indirect enum JSONValue: Sendable {
  case object([(key: String, value: JSONValue)])
  case array([JSONValue])
  case string(String)
  case integer(Int)
  /// A number in its decimal digits.
  case digits(String)
  case bool(Bool)
  case null
  /// A value that stays on one line in a document.
  case oneLine(JSONValue)
  /// An already serialized value, on one line.
  case written([UInt8])

  /// A number with at most `places` decimals.
  package static func number(_ number: Double, places: Int) -> JSONValue {
    .digits(number.decimal(places))
  }

  /// The text, or `null` for nil.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// An object with the pairs of both.
  package static func + (left: JSONValue, right: JSONValue) -> JSONValue {
    guard case .object(let first) = left, case .object(let second) = right else {
      preconditionFailure("only objects are joined")
    }
    return .object(first + second)
  }

  /// The value as a file: UTF-8, indented by two spaces, with a line end.
  package var document: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The value on one line, without a line end.
  package var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value, on one line if `indent` is nil.
  package func write(to bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .object(let members):
      Self.writeList(members, "{", "}", to: &bytes, indent) { member, indent, bytes in
        bytes.append(json: member.key)
        bytes.append(UInt8(ascii: ":"))
        if indent != nil { bytes.append(UInt8(ascii: " ")) }
        member.value.write(to: &bytes, indent: indent)
      }
    case .array(let values):
      Self.writeList(values, "[", "]", to: &bytes, indent) { value, indent, bytes in
        value.write(to: &bytes, indent: indent)
      }
    case .string(let string): bytes.append(json: string)
    case .integer(let integer): bytes.append(integer)
    case .digits(let digits): bytes.append(contentsOf: digits.utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .null: bytes.append(contentsOf: "null".utf8)
    case .oneLine(let value): value.write(to: &bytes, indent: nil)
    case .written(let written): bytes.append(contentsOf: written)
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    to bytes: inout [UInt8], _ indent: Int?, _ write: (Element, Int?, inout [UInt8]) -> Void
  ) {
    func startLine(_ indent: Int?, in bytes: inout [UInt8]) {
      guard let indent else { return }
      bytes.append(UInt8(ascii: "\n"))
      for _ in 0..<2 * indent { bytes.append(UInt8(ascii: " ")) }
    }
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      startLine(indent.map { $0 + 1 }, in: &bytes)
      write(element, indent.map { $0 + 1 }, &bytes)
    }
    if !elements.isEmpty { startLine(indent, in: &bytes) }
    bytes.append(UInt8(ascii: close))
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { (key: $0, value: $1) })
  }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(stringLiteral string: String) { self = .string(string) }
  package init(integerLiteral integer: Int) { self = .integer(integer) }
  package init(booleanLiteral bool: Bool) { self = .bool(bool) }
}

extension [UInt8] {
  /// Appends a JSON string: quotes, backslashes and control characters are escaped.
  ///
  /// Source: RFC 8259, section 7.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    if !text.utf8.contains(where: { Self.isEscapedInJSON($0) }) {
      self += text.utf8
    } else {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          append(UInt8(ascii: "\\"))
          append(byte)
        case 0..<0x20:
          append(contentsOf: "\\u00".utf8)
          append(contentsOf: (byte < 16 ? "0" : "").utf8)
          append(contentsOf: String(byte, radix: 16).utf8)
        default: append(byte)
        }
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static func isEscapedInJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}

/// A JSON object on one line, written straight to bytes: the fast path for large documents.
///
/// Keys need no escaping.
///
/// ```swift
/// var line = JSONLine()
/// line.add("likes", 12)
/// line.add("rate") { $0.add("estimate", 0.25, places: 4) }
/// line.bytes   // {"likes":12,"rate":{"estimate":0.25}}
/// ```
package struct JSONLine: Sendable {
  private var open: [UInt8] = [UInt8(ascii: "{")]
  private var isFirst = true

  package init() {
    open.reserveCapacity(1024)
  }

  /// The whole object, UTF-8 without a line end.
  package var bytes: [UInt8] { open + [UInt8(ascii: "}")] }

  /// The object as a part of a document.
  package var value: JSONValue { .written(bytes) }

  package mutating func add(_ key: String, _ integer: Int) {
    addValue(key) { $0.append(integer) }
  }

  /// A number with at most `places` decimals.
  package mutating func add(_ key: String, _ number: Double, places: Int) {
    addValue(key) { $0.append(number, places: places) }
  }

  /// A number with six significant digits.
  ///
  /// - Precondition: it is finite.
  package mutating func add(_ key: String, sixDigits number: Double) {
    addValue(key) { $0.append(sixDigitsOf: number) }
  }

  package mutating func add(_ key: String, _ bool: Bool) {
    addValue(key) { $0.append(contentsOf: (bool ? "true" : "false").utf8) }
  }

  package mutating func add(_ key: String, _ text: String) {
    addValue(key) { $0.append(json: text) }
  }

  package mutating func addNull(_ key: String) {
    addValue(key) { $0.append(contentsOf: "null".utf8) }
  }

  /// Reports write millions of integers, so this is not generic.
  package mutating func add(_ key: String, _ integers: [Int]) {
    addValue(key) { bytes in
      bytes.append(UInt8(ascii: "["))
      for (index, integer) in integers.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(integer)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  @inlinable
  package mutating func add(_ key: String, _ texts: some Sequence<String>) {
    add(key, each: texts) { $1.append(json: $0) }
  }

  @inlinable
  package mutating func add(_ key: String, _ lines: some Sequence<JSONLine>) {
    add(key, each: lines) { $1.append(contentsOf: $0.bytes) }
  }

  /// An array whose elements `write` appends.
  @inlinable
  package mutating func add<Element>(
    _ key: String, each elements: some Sequence<Element>,
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    addValue(key) { bytes in
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        write(element, &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// An object whose members `write` adds.
  package mutating func add(_ key: String, _ write: (inout JSONLine) -> Void) {
    addValue(key) { _ in }
    addObject(write)
  }

  /// An array of objects, whose members `write` adds.
  @inlinable
  package mutating func add<Element>(
    _ key: String, objects elements: some Sequence<Element>,
    _ write: (inout JSONLine, Element) -> Void
  ) {
    addValue(key) { $0.append(UInt8(ascii: "[")) }
    var isFirst = true
    for element in elements {
      addObject(isFirst: isFirst) { write(&$0, element) }
      isFirst = false
    }
    endArray()
  }

  @usableFromInline
  mutating func endArray() { open.append(UInt8(ascii: "]")) }

  /// An element of an array.
  @usableFromInline
  mutating func addObject(isFirst: Bool, _ write: (inout JSONLine) -> Void) {
    if !isFirst { open.append(UInt8(ascii: ",")) }
    addObject(write)
  }

  private mutating func addObject(_ write: (inout JSONLine) -> Void) {
    open.append(UInt8(ascii: "{"))
    isFirst = true
    write(&self)
    open.append(UInt8(ascii: "}"))
    isFirst = false
  }

  /// A value that `write` appends.
  package mutating func addValue(_ key: String, _ write: (inout [UInt8]) -> Void) {
    if !isFirst { open.append(UInt8(ascii: ",")) }
    isFirst = false
    open.append(UInt8(ascii: "\""))
    open.append(contentsOf: key.utf8)
    open.append(UInt8(ascii: "\""))
    open.append(UInt8(ascii: ":"))
    write(&open)
  }
}
