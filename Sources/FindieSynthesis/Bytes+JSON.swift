extension [UInt8] {
  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// A JSON string: quotes, backslashes and control characters escaped, all else as it is.
  mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        append("\\u00")
        append(byte >> 4 + UInt8(ascii: "0"))
        append(Self.hexDigit(byte & 15))
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// A JSON array of strings.
  mutating func appendJSON(_ texts: some Sequence<String>) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for text in texts {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      appendJSON(text)
    }
    append(UInt8(ascii: "]"))
  }

  /// A whole number that is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(truncatingIfNeeded: number % 10) &+ UInt8(ascii: "0"))
  }

  /// Tenths with one decimal: 123 becomes `12.3`.
  mutating func append(tenths: Int) {
    append(decimal: tenths / 10)
    append(UInt8(ascii: "."))
    append(UInt8(truncatingIfNeeded: tenths % 10) &+ UInt8(ascii: "0"))
  }

  /// `HH:MM:SS.mmm` of a count of milliseconds since midnight.
  mutating func append(clock milliseconds: Int) {
    let seconds = milliseconds / 1000
    append(twoDigits: seconds / 3600)
    append(UInt8(ascii: ":"))
    append(twoDigits: seconds / 60 % 60)
    append(UInt8(ascii: ":"))
    append(twoDigits: seconds % 60)
    append(UInt8(ascii: "."))
    let fraction = milliseconds % 1000
    append(UInt8(truncatingIfNeeded: fraction / 100) &+ UInt8(ascii: "0"))
    append(twoDigits: fraction % 100)
  }

  private mutating func append(twoDigits number: Int) {
    append(UInt8(truncatingIfNeeded: number / 10) &+ UInt8(ascii: "0"))
    append(UInt8(truncatingIfNeeded: number % 10) &+ UInt8(ascii: "0"))
  }

  /// Sixteen hexadecimal digits.
  mutating func append(hexadecimal bits: UInt64) {
    for shift in stride(from: 60, through: 0, by: -4) {
      append(Self.hexDigit(UInt8(truncatingIfNeeded: bits >> UInt64(shift) & 15)))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
  }
}
