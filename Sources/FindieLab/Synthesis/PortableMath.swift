/// Exponential and logarithm in plain arithmetic.
///
/// The system's `exp` and `log` may differ in the last bit between machines; additions,
/// multiplications, divisions and square roots may not (IEEE 754). Worlds take their tables from
/// here, so that they have the same bytes on every machine.
package enum PortableMath {
  static let ln2 = 0.693_147_180_559_945_3

  /// e to the power of `x`, to about twelve digits, for -700 to 700.
  package static func exp(_ x: Double) -> Double {
    precondition(abs(x) <= 700, "exp(\(x)) is out of range")
    let halvings = (x / ln2).rounded()
    let rest = x - halvings * ln2
    var sum = 1.0
    for term in stride(from: 16.0, through: 1, by: -1) { sum = 1 + rest / term * sum }
    return sum * Double(sign: .plus, exponent: Int(halvings), significand: 1)
  }

  /// The natural logarithm of `x`, to about twelve digits, for `x` above zero.
  package static func log(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite, "log(\(x)) is not defined")
    // x = m·2ᵏ with m near 1; log m = 2·artanh((m - 1) / (m + 1)).
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.414_213_562_373_095 {
      mantissa /= 2
      exponent += 1
    }
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var sum = 0.0
    for odd in stride(from: 25.0, through: 1, by: -2) { sum = sum * square + 1 / odd }
    return exponent * ln2 + 2 * ratio * sum
  }

  /// `base` to the power of `exponent`; `base` above zero.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    exp(exponent * log(base))
  }
}
