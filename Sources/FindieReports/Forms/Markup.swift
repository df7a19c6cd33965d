import Mustache

/// HTML's escaping, scalar by scalar.
///
/// Mustache's own goes by characters: a quote followed by a combining accent is another character
/// than a quote, and passes it; a browser reads scalars.
struct Markup: MustacheContentType {
  /// The name by which the templates ask for it.
  static let name = "MARKUP"

  func escapeText(_ text: String) -> String { escaped(text) }
}

/// `text` as HTML or SVG shows it, in an element or between an attribute's double quotes.
///
/// Control characters, which no page may hold, become U+FFFD.
func escaped(_ text: String) -> String {
  guard text.utf8.contains(where: mayNeedEscape) else { return text }
  var markup = ""
  markup.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": markup += "&amp;"
    case "<": markup += "&lt;"
    case ">": markup += "&gt;"
    case "\"": markup += "&quot;"
    case "'": markup += "&#39;"
    case "\t", "\n": markup.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": markup += "\u{FFFD}"
    default: markup.unicodeScalars.append(scalar)
    }
  }
  return markup
}

/// Whether a byte of UTF-8 is, or begins, a scalar that is not shown as it is: most texts have
/// none.
private func mayNeedEscape(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
    UInt8(ascii: "'"), 0..<0x20, 0x7F, 0xC2:
    true
  default: false
  }
}
