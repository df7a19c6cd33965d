import FindieDomain

/// JSON with its keys in the order given and its numbers in the digits given, so that the same
/// report is the same bytes.
indirect enum JSONValue: Hashable, Sendable {
  case object([JSONMember])
  case array([JSONValue])
  case string(String)
  /// Digits as a report's figure has them.
  case number(String)
  case bool(Bool)
  case null
  /// A value on one line.
  case inline(JSONValue)
  /// A value whose bytes are there already, on one line.
  case written([UInt8])

  static func count(_ count: Int) -> JSONValue { .number(String(count)) }

  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// UTF-8, indented by two spaces, with a line end.
  var document: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func write(to bytes: inout [UInt8], indent: Int) {
    switch self {
    case .object(let members):
      Self.writeList(members, "{", "}", to: &bytes, indent: indent) { member, bytes in
        Self.append(member.key, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.write(to: &bytes, indent: indent + 1)
      }
    case .array(let values):
      Self.writeList(values, "[", "]", to: &bytes, indent: indent) { value, bytes in
        value.write(to: &bytes, indent: indent + 1)
      }
    case .string(let string): Self.append(string, to: &bytes)
    case .number(let digits): bytes.append(contentsOf: digits.utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .null: bytes.append(contentsOf: "null".utf8)
    case .inline(let value): value.writeInline(to: &bytes)
    case .written(let written): bytes.append(contentsOf: written)
    }
  }

  /// The value on one line.
  var inline: String {
    var bytes: [UInt8] = []
    writeInline(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func writeInline(to bytes: inout [UInt8]) {
    switch self {
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { bytes.append(contentsOf: ", ".utf8) }
        Self.append(member.key, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.writeInline(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { bytes.append(contentsOf: ", ".utf8) }
        value.writeInline(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .inline(let value): value.writeInline(to: &bytes)
    case .string, .number, .bool, .null, .written: write(to: &bytes, indent: 0)
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    to bytes: inout [UInt8], indent: Int, _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      endLine(of: &bytes, indent: indent + 1)
      write(element, &bytes)
    }
    if !elements.isEmpty { endLine(of: &bytes, indent: indent) }
    bytes.append(UInt8(ascii: close))
  }

  private static func endLine(of bytes: inout [UInt8], indent: Int) {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * indent { bytes.append(UInt8(ascii: " ")) }
  }

  /// Appends a string of RFC 8259; `<` is escaped too, so that it may stand in a page.
  static func append(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.contains(where: mayNeedEscape) {
      for scalar in string.unicodeScalars { append(scalar, to: &bytes) }
    } else {
      bytes.append(contentsOf: string.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case "<", "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
      bytes.append(contentsOf: "\\u\(scalar.value.padded(to: 4, radix: 16))".utf8)
    default: bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}

/// Whether a byte of UTF-8 is, or begins, a scalar that JSON escapes: most texts have none.
private func mayNeedEscape(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0..<0x20, 0x7F, 0xE2: true
  default: false
  }
}

/// One key of a JSON object with its value.
struct JSONMember: Hashable, Sendable {
  let key: String
  let value: JSONValue

  init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}
