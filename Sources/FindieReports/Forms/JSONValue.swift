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

  /// UTF-8 text, indented by two spaces, with a line end.
  var document: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int) {
    switch self {
    case .object(let members):
      Self.writeList(members, "{", "}", to: &text, indent: indent) { member, text in
        Self.write(member.key, to: &text)
        text += ": "
        member.value.write(to: &text, indent: indent + 1)
      }
    case .array(let values):
      Self.writeList(values, "[", "]", to: &text, indent: indent) { value, text in
        value.write(to: &text, indent: indent + 1)
      }
    case .string(let string): Self.write(string, to: &text)
    case .number(let digits): text += digits
    case .bool(let bool): text += bool ? "true" : "false"
    case .null: text += "null"
    case .inline(let value): value.writeInline(to: &text)
    case .written(let bytes): text += String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The value on one line.
  var inline: String {
    var text = ""
    writeInline(to: &text)
    return text
  }

  private func writeInline(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (place, member) in members.enumerated() {
        if place > 0 { text += ", " }
        Self.write(member.key, to: &text)
        text += ": "
        member.value.writeInline(to: &text)
      }
      text += "}"
    case .array(let values):
      text += "["
      for (place, value) in values.enumerated() {
        if place > 0 { text += ", " }
        value.writeInline(to: &text)
      }
      text += "]"
    case .inline(let value): value.writeInline(to: &text)
    case .string, .number, .bool, .null, .written: write(to: &text, indent: 0)
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, indent: Int,
    _ write: (Element, inout String) -> Void
  ) {
    text += open
    for (place, element) in elements.enumerated() {
      text += place == 0 ? "\n" : ",\n"
      text += String(repeating: "  ", count: indent + 1)
      write(element, &text)
    }
    if !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  /// A string of RFC 8259; `<` is escaped too, so that it may stand in a page.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    guard string.utf8.contains(where: mayNeedEscape) else {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "<", "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
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
