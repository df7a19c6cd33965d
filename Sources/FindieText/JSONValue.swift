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
      Self.writeList(members, in: ("{", "}"), to: &bytes, indent: indent) { member, indent, bytes in
        bytes.append(json: member.key)
        bytes.append(UInt8(ascii: ":"))
        if indent != nil { bytes.append(UInt8(ascii: " ")) }
        member.value.write(to: &bytes, indent: indent)
      }
    case .array(let values):
      Self.writeList(values, in: ("[", "]"), to: &bytes, indent: indent) { value, indent, bytes in
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

  /// Starts a line; nothing if `indent` is nil.
  package static func startLine(_ indent: Int?, in bytes: inout [UInt8]) {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * indent)
  }

  /// Appends an array or object, whose elements `write` appends.
  private static func writeList<Element>(
    _ elements: [Element], in brackets: (open: Unicode.Scalar, close: Unicode.Scalar),
    to bytes: inout [UInt8], indent: Int?, _ write: (Element, Int?, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: brackets.open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      startLine(indent.map { $0 + 1 }, in: &bytes)
      write(element, indent.map { $0 + 1 }, &bytes)
    }
    if !elements.isEmpty { startLine(indent, in: &bytes) }
    bytes.append(UInt8(ascii: brackets.close))
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
    if !text.hasByte(where: { Self.isEscapedInJSON($0) }) {
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
