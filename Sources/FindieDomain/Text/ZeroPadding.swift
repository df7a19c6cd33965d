extension BinaryInteger {
  /// The number in at least `width` digits, padded with zeros.
  package func padded(to width: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

extension [UInt8] {
  /// Appends a number in at least `width` decimal digits, padded with zeros.
  package mutating func append(digitsOf number: UInt, atLeast width: Int = 1) {
    if number < 10, width <= 1 { return append(UInt8(ascii: "0") + UInt8(number)) }
    var (digits, rest) = (1, number / 10)
    while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(digits, width)))
    var position = count - 1
    rest = number
    while rest > 0 {
      self[position] += UInt8(rest % 10)
      (position, rest) = (position - 1, rest / 10)
    }
  }
}
