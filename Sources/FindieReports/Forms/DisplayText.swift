/// A hostile text (a title, a name, an event's value) as it may be shown: on pages, in tables and in
/// digests. JSON has the text as it is.
package enum DisplayText {
  /// The most characters that a shortened text has, its ellipsis among them.
  static let longest = 120
  /// The most bytes of UTF-8: one character may be of a thousand accents.
  static let longestInBytes = 480

  /// `text` on one line, without what no page, no XML and no table may hold, and without what changes the
  /// direction of the writing around it.
  ///
  /// Line ends and tabs become spaces; other control characters and noncharacters become U+FFFD; the
  /// controls that embed, override or isolate a direction (UAX #9) go, and those deprecated ones that shape
  /// letters and digits.
  package static func cleaned(_ text: String) -> String {
    guard text.utf8.contains(where: mayNeedCleaning) else { return text }
    var cleaned = ""
    cleaned.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t"..."\r", "\u{85}", "\u{2028}", "\u{2029}": cleaned += " "
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": cleaned += "\u{FFFD}"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{206F}": break
      default:
        if isNoncharacter(scalar) {
          cleaned += "\u{FFFD}"
        } else {
          cleaned.unicodeScalars.append(scalar)
        }
      }
    }
    return cleaned
  }

  /// The cleaned text, cut to `longest` characters where it has more; a word where nothing is to be seen.
  static func shortened(_ text: String) -> String {
    let visible = cleaned(text).unicodeScalars.drop { !isVisible($0) }
    guard !visible.isEmpty else { return "Unnamed" }
    let text = String(visible)
    guard text.utf8.count > longest else { return text }
    if text.utf8.count <= longestInBytes, text.prefix(longest).endIndex == text.endIndex {
      return text
    }
    let ellipsis = "…"
    var kept = text.prefix(longest - 1)
    while kept.utf8.count > longestInBytes - ellipsis.utf8.count { kept.removeLast() }
    // A first character that is too long itself.
    if kept.isEmpty {
      return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest / 2))) + ellipsis
    }
    while kept.last?.isWhitespace ?? false { kept.removeLast() }
    return String(kept) + ellipsis
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .format
  }

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }

  /// Whether a byte of UTF-8 is, or begins, a scalar that is not kept: most texts have none.
  private static func mayNeedCleaning(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF...: true
    default: false
    }
  }
}
