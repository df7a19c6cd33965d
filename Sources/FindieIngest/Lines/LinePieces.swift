// The pieces of a line that may not be JSON.

extension ArraySlice<UInt8> {
  /// The pieces before, between and after the quotes.
  func pieces(between quote: UInt8) -> [ArraySlice<UInt8>] {
    split(separator: quote, omittingEmptySubsequences: true)
  }

  /// As `pieces(between:)`, for quotes without a backslash before them.
  func pieces(betweenUnescaped quote: UInt8) -> [ArraySlice<UInt8>] {
    var isEscaped = false
    return split(omittingEmptySubsequences: true) { byte in
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      return byte == quote && !isEscaped
    }
  }

  /// The unquoted values of keys that name a user or a player: the 7 of `"userId": 7`.
  var unquotedPlayers: [ArraySlice<UInt8>] {
    var players: [ArraySlice<UInt8>] = []
    var start = startIndex
    while let colon = self[start...].firstIndex(of: UInt8(ascii: ":")) {
      let key = self[start..<colon].suffix(64).map { $0 | 0x20 }
      start = colon + 1
      guard key.contains("user".utf8) || key.contains("player".utf8) else { continue }
      let value = self[start...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        .prefix { !Self.ends.contains($0) }
      if !value.isEmpty { players.append(value) }
    }
    return players
  }

  private static let ends = Set(" \t\r,;}]\"'".utf8)

  /// The text with the escapes of JSON and JavaScript resolved. Anything else after a backslash
  /// stands for itself.
  var unescaped: [UInt8] {
    var text: [UInt8] = []
    var units: [UInt16] = []
    /// Appends the UTF-16 units that were read.
    func flush() {
      text += Array(String(decoding: units, as: UTF16.self).utf8)
      units.removeAll()
    }
    var rest = self
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        flush()
        text.append(byte)
        continue
      }
      let digits =
        switch escape {
        case UInt8(ascii: "u"): 4
        case UInt8(ascii: "x"): 2
        default: 0
        }
      if digits > 0, let unit = rest.prefix(digits).hexadecimal(digits) {
        units.append(unit)
        rest = rest.dropFirst(digits)
        continue
      }
      flush()
      switch escape {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      default: text.append(escape)
      }
    }
    flush()
    return text
  }

  /// The number that exactly `count` digits stand for.
  private func hexadecimal(_ count: Int) -> UInt16? {
    guard self.count == count, let text = String(validating: self, as: UTF8.self),
      text.allSatisfy(\.isHexDigit)
    else { return nil }
    return UInt16(text, radix: 16)
  }
}

extension [UInt8] {
  fileprivate func contains(_ word: String.UTF8View) -> Bool {
    let word = Array(word)
    guard count >= word.count else { return false }
    return (0...(count - word.count)).contains { self[$0..<($0 + word.count)].elementsEqual(word) }
  }
}
