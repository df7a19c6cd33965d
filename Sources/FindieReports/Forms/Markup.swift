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
/// It is cleaned too, so that no page holds what HTML or XML forbids, whoever wrote the text.
func escaped(_ text: String) -> String {
  let text = DisplayText.cleaned(text)
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
    default: markup.unicodeScalars.append(scalar)
    }
  }
  return markup
}

/// Whether a byte of UTF-8 is a mark of HTML's: most texts have none.
private func mayNeedEscape(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
    UInt8(ascii: "'"):
    true
  default: false
  }
}
