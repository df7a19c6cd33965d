/// A text from the data (a title, a name, an event's value), made safe to show on pages, in tables
/// and on terminals. JSON documents keep the original text.
package enum DisplayText {
  /// The maximum length of a shortened text in characters, with its ellipsis.
  private static let maximumCharacters = 120
  /// The maximum length in bytes of UTF-8: one character may consist of a thousand accents.
  private static let maximumBytes = 480

  /// `text` on one line, without characters that HTML and XML forbid or that change the direction
  /// of the surrounding text.
  ///
  /// Line ends and tabs become spaces. Other control characters and noncharacters become U+FFFD.
  /// Controls that embed, override or isolate a direction (UAX #9) are removed, and so are the
  /// deprecated controls for letter and digit shapes.
  package static func cleaned(_ text: String) -> String {
    guard text.hasByte(where: { mayNeedCleaning($0) }),
      text.unicodeScalars.contains(where: { replacement(of: $0) != nil })
    else { return text }
    var cleaned = ""
    cleaned.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let replacement = replacement(of: scalar) {
        cleaned += replacement
      } else {
        cleaned.unicodeScalars.append(scalar)
      }
    }
    return cleaned
  }

  /// What replaces a scalar in a cleaned text; nil for one that stays.
  private static func replacement(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\t"..."\r", "\u{85}", "\u{2028}", "\u{2029}": " "
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{206F}": ""
    default: isNoncharacter(scalar) ? "\u{FFFD}" : nil
    }
  }

  /// The cleaned text, cut to 120 characters; "Unnamed" if it has no visible character.
  package static func shortened(_ text: String) -> String {
    let visible = cleaned(text).unicodeScalars.drop { !isVisible($0) }
    guard !visible.isEmpty else { return "Unnamed" }
    return cut(String(visible), characters: maximumCharacters, bytes: maximumBytes)
  }

  /// `text`, cut between two characters and with an ellipsis if it has more characters or bytes of
  /// UTF-8. Of a first character that is too long alone, some accents are left out.
  package static func cut(_ text: String, characters: Int, bytes: Int) -> String {
    guard text.utf8.count > min(characters, bytes) else { return text }
    if text.utf8.count <= bytes, text.prefix(characters).endIndex == text.endIndex { return text }
    let ellipsis = "…"
    var prefix = text.prefix(characters - 1)
    while prefix.utf8.count > bytes - ellipsis.utf8.count { prefix.removeLast() }
    if prefix.isEmpty {
      return String(String.UnicodeScalarView(text.unicodeScalars.prefix(bytes / 8))) + ellipsis
    }
    while prefix.last?.isWhitespace ?? false { prefix.removeLast() }
    return String(prefix) + ellipsis
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .format
  }

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
  }

  /// Whether `byte` is or begins a scalar that `cleaned` may replace; few texts have such bytes.
  private static func mayNeedCleaning(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF...: true
    default: false
    }
  }
}
