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
    let start = count
    var rest = number
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while count - start < width { append(UInt8(ascii: "0")) }
    // Swapped one by one, since reversing a slice copies it.
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
