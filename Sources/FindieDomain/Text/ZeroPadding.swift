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
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var (rest, first) = (number, digits.count)
    repeat {
      first -= 1
      digits[first] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    let zeros = Swift.max(0, width - (digits.count - first))
    for _ in 0..<zeros { append(UInt8(ascii: "0")) }
    // The buffer is read while the digits are borrowed.
    unsafe digits.span.extracting(first...).withUnsafeBufferPointer {
      unsafe append(contentsOf: $0)
    }
  }
}
