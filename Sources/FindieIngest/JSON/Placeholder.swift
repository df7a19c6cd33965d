import Foundation

extension Span<UInt8> {
  /// Whether an id is a word that programs write for "no value": it is blank, all zeros like an
  /// empty UUID, or one of these words in any case, with or without blanks around it.
  ///
  /// `0` is not among them: it may be an id.
  var isPlaceholder: Bool {
    // Most ids: the first byte decides.
    guard count > 0 else { return true }
    switch self[0] {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "u"), UInt8(ascii: "U"),
      UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
      return isPlaceholderWord
    case UInt8(ascii: "0"), UInt8(ascii: "{"): return isZeros
    case UInt8(ascii: " "):
      var start = 1
      while start < count, self[start] == UInt8(ascii: " ") { start += 1 }
      return extracting(start...).isPlaceholder
    // The other blanks of Unicode.
    case 0xC2, 0xE1, 0xE2, 0xE3: return String(copying: self).allSatisfy(\.isWhitespace)
    default: return false
    }
  }

  /// The placeholder, without blanks around it and with the usual number of zeros: so that there
  /// are few, whatever a file has.
  var placeholder: String {
    let word = String(copying: self).trimmingCharacters(in: .whitespaces)
    guard word.hasPrefix("0") || word.hasPrefix("{") else { return word }
    return word.utf8.contains(UInt8(ascii: "-"))
      ? "00000000-0000-0000-0000-000000000000" : String(repeating: "0", count: 32)
  }

  private var isPlaceholderWord: Bool {
    var end = count
    while end > 0, self[end - 1] == UInt8(ascii: " ") { end -= 1 }
    guard end <= 11 else { return false }
    for word in placeholderWords where word.utf8.count == end {
      let bytes = word.utf8.span
      // No word has a byte that differs from its capital but is no letter.
      if (0..<end).allSatisfy({ self[$0] | 0x20 == bytes[$0] | 0x20 }) { return true }
    }
    return false
  }

  /// Whether there are 16 zeros or more, and else hyphens, braces or blanks only.
  private var isZeros: Bool {
    var zeros = 0
    for index in indices {
      switch self[index] {
      case UInt8(ascii: "0"): zeros += 1
      case UInt8(ascii: "-"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: " "): continue
      default: return false
      }
    }
    return zeros >= 16
  }
}

/// What SQL, JSON, JavaScript, Python, R, Ruby, Go, Objective-C, spreadsheets and Google Analytics
/// write.
private let placeholderWords = [
  "null", "none", "nil", "nan", "na", "n/a", "undefined", #"\N"#, "(null)", "(none)", "(not set)",
  "<null>", "<none>", "<nil>", "<na>", "#n/a",
]
