import FindieDomain

/// Untrusted text made safe for a terminal: control characters and invisible characters are written
/// as their code points.
package func printable(_ text: String) -> String {
  var shown = ""
  for scalar in text.unicodeScalars { shown += scalar.printable }
  return shown
}

/// As `printable`, for a message that may have several lines.
package func printableLines(_ text: String) -> String {
  text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map { printable(String($0)) }.joined(separator: "\n")
}

/// The first bytes made safe for a terminal. In invalid UTF-8, non-ASCII bytes become `\xFF`.
package func printable(_ bytes: [UInt8], limit: Int) -> String {
  var end = min(limit, bytes.count)
  if end < bytes.count {
    // A UTF-8 character has at most three bytes of the form 10xxxxxx after its first.
    for _ in 0..<3 where end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
  }
  let beginning = bytes[..<end]
  var shown = ""
  if let text = String(validating: beginning, as: UTF8.self) {
    shown = printable(text)
  } else {
    for byte in beginning {
      shown += byte < 0x80 ? Unicode.Scalar(byte).printable : "\\x\(hexadecimal(byte))"
    }
  }
  return end < bytes.count ? shown + "…" : shown
}

extension Unicode.Scalar {
  fileprivate var printable: String {
    switch (self, properties.generalCategory) {
    case ("\t", _): "\\t"
    case ("\n", _): "\\n"
    case ("\r", _): "\\r"
    case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator),
      (_, .privateUse), (_, .unassigned), (_, .surrogate):
      "\\u{\(hexadecimal(value))}"
    default: String(Character(self))
    }
  }
}

private func hexadecimal(_ number: some BinaryInteger) -> String {
  number.padded(to: 2, radix: 16, uppercase: true)
}
