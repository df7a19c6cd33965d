import Foundation

/// `number` rounded to six significant digits, as JSON writes numbers.
///
/// - Precondition: it is finite.
package func sixDigits(_ number: Double) -> String {
  var bytes: [UInt8] = []
  bytes.append(sixDigitsOf: number)
  return String(decoding: bytes, as: UTF8.self)
}

extension [UInt8] {
  /// Appends `number` in the format of `sixDigits`.
  ///
  /// - Precondition: it is finite.
  package mutating func append(sixDigitsOf number: Double) { append(SixDigitText(number)) }

  package mutating func append(_ text: SixDigitText) {
    // The buffer is read while the text is borrowed.
    unsafe text.bytes.span.extracting(first: Int(text.count)).withUnsafeBufferPointer {
      unsafe append(contentsOf: $0)
    }
  }
}

/// A number in the format of `sixDigits`.
package struct SixDigitText: Sendable {
  /// The longest text is that of a negative number below 10¹⁶.
  fileprivate private(set) var bytes = InlineArray<23, UInt8>(repeating: zero)
  fileprivate private(set) var count: UInt8 = 0

  /// - Precondition: the number is finite.
  package init(_ number: Double) {
    precondition(number.isFinite, "a score of \(number)")
    add(number)
  }

  private mutating func add(_ number: Double) {
    guard abs(number) > 1e-290 else { return add(zero) }
    let decimal = SixDigits(abs(number))
    if number < 0 { add(UInt8(ascii: "-")) }
    switch decimal.exponent {
    case 0..<16:
      for index in 0...decimal.exponent {
        add(index < decimal.count ? decimal.digits[index] : zero)
      }
      guard decimal.count > decimal.exponent + 1 else { return }
      add(UInt8(ascii: "."))
      for index in decimal.exponent + 1..<decimal.count { add(decimal.digits[index]) }
    case -5..<0:
      add(zero)
      add(UInt8(ascii: "."))
      for _ in 1..<(-decimal.exponent) { add(zero) }
      for index in 0..<decimal.count { add(decimal.digits[index]) }
    default:
      add(decimal.digits[0])
      if decimal.count > 1 { add(UInt8(ascii: ".")) }
      for index in 1..<decimal.count { add(decimal.digits[index]) }
      for byte in "e\(decimal.exponent)".utf8 { add(byte) }
    }
  }

  private mutating func add(_ byte: UInt8) {
    bytes[Int(count)] = byte
    count += 1
  }
}

private let zero = UInt8(ascii: "0")

/// Up to six digits, and the exponent of the first one.
private struct SixDigits {
  private(set) var digits = InlineArray<6, UInt8>(repeating: zero)
  /// The number of digits without trailing zeros; at least one.
  private(set) var count = 6
  let exponent: Int

  /// - Precondition: `size` is finite and above 1e-290.
  init(_ size: Double) {
    // ⌊log₁₀ size⌋ or one less, for 2^e ≤ size < 2^(e + 1); log₁₀ 2 ≈ 1,292,913,986 / 2³².
    var exponent = (Int(size.exponent) * 1_292_913_986) >> 32
    var mantissa = Self.scaled(size, exponent)
    if mantissa >= 1e6 {
      exponent += 1
      mantissa = Self.scaled(size, exponent)
    }
    self.exponent = exponent
    var rest = UInt32(mantissa)
    for index in stride(from: 5, through: 0, by: -1) {
      digits[index] = zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    while count > 1, digits[count - 1] == zero { count -= 1 }
  }

  /// `size` × 10^(5 - `exponent`), rounded to the nearest whole number, ties to even.
  ///
  /// Powers of ten up to 10²² are exact, so the product is rounded once.
  private static func scaled(_ size: Double, _ exponent: Int) -> Double {
    let shift = 5 - exponent
    let product = shift >= 0 ? size * power(shift) : size / power(-shift)
    // The sum of 2⁵² and a number below 2⁵¹ has no fraction.
    return product + 0x1p52 - 0x1p52
  }

  private static func power(_ exponent: Int) -> Double {
    exponent < powers.count ? powers[exponent] : pow(10, Double(exponent))
  }

  private static let powers: InlineArray<23, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
