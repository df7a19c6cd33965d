import FindieDomain

extension BinaryInteger {
  /// The number with a comma between thousands: 1234567 as `1,234,567`.
  package var grouped: String {
    var bytes: [UInt8] = self < 0 ? [UInt8(ascii: "-")] : []
    bytes.append(grouped: UInt(magnitude))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number with its noun: `1 day`, `1,234 days`, `2 studies`, `2 matches`.
  package func counted(_ noun: String) -> String {
    if self == 1 { return "1 \(noun)" }
    let isStudy = noun.hasSuffix("y") && !["ay", "ey", "oy"].contains(noun.suffix(2))
    let plural =
      isStudy ? noun.dropLast() + "ies" : noun.hasSuffix("ch") ? noun + "es" : noun + "s"
    return "\(grouped) \(plural)"
  }

  /// A verb after the number's noun: `is` or `are`, `has` or `have`, `stays` or `stay`.
  package func verb(_ singular: String) -> String {
    self == 1
      ? singular
      : ["is": "are", "was": "were", "has": "have"][singular] ?? String(singular.dropLast())
  }
}

extension Double {
  /// The number for people, with exactly `places` decimals and a comma between thousands:
  /// 1234.56 as `1,234.6`. From 10¹² in magnitude on, it has its shortest form, such as `1e+30`.
  ///
  /// - Precondition: finite.
  package func fixed(_ places: Int) -> String {
    if isFinite, abs(self) >= 1e12 { return "\(self)" }
    let units = roundedUnits(places)
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: powerOfTen(places))
    var bytes: [UInt8] = units < 0 ? [UInt8(ascii: "-")] : []
    bytes.append(grouped: whole)
    if places > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(digitsOf: rest, atLeast: places)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number for programs, with at most `places` decimals and no trailing zeros: `0.25`. From
  /// 10¹² in magnitude on, it has its shortest form, such as `1e+30`.
  ///
  /// - Precondition: finite.
  package func decimal(_ places: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(self, places: places)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A fraction as a percentage: 0.1234 as `12.3%`.
  ///
  /// - Parameter sign: what follows the digits.
  /// - Precondition: finite.
  package func percent(_ places: Int = 1, sign: String = "%") -> String {
    (self * 100).fixed(places) + sign
  }

  /// The number in units of its last decimal, rounded half away from zero.
  fileprivate func roundedUnits(_ places: Int) -> Int {
    precondition(isFinite && abs(self) < 1e12, "\(self) has no decimal form here")
    return Int((self * Double(powerOfTen(places))).rounded())
  }
}

extension [UInt8] {
  /// Appends a whole number in decimal digits.
  package mutating func append(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digitsOf: number.magnitude)
  }

  /// Appends a number with a comma between thousands.
  fileprivate mutating func append(grouped number: UInt) {
    guard number >= 1000 else { return append(digitsOf: number) }
    append(grouped: number / 1000)
    append(UInt8(ascii: ","))
    append(digitsOf: number % 1000, atLeast: 3)
  }

  /// Appends a number with at most `places` decimals and no trailing zeros, in the format of
  /// `Double.decimal(_:)`.
  package mutating func append(_ number: Double, places: Int) {
    if number.isFinite, abs(number) >= 1e12 { return append(contentsOf: "\(number)".utf8) }
    let units = number.roundedUnits(places)
    if units < 0 { append(UInt8(ascii: "-")) }
    var (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: powerOfTen(places))
    append(digitsOf: whole)
    guard rest > 0 else { return }
    var width = places
    while rest.isMultiple(of: 10) {
      rest /= 10
      width -= 1
    }
    append(UInt8(ascii: "."))
    append(digitsOf: rest, atLeast: width)
  }
}

private func powerOfTen(_ exponent: Int) -> UInt {
  var power: UInt = 1
  for _ in 0..<exponent { power *= 10 }
  return power
}

/// `number` with four decimals, independent of the locale. Numbers of 10¹² and more, infinity and
/// NaN have their default text.
package func fourDecimals(_ number: Double) -> String {
  guard abs(number) < 1e12 else { return "\(number)" }
  let tenThousandths = Int((abs(number) * 10_000).rounded())
  let sign = number < 0 && tenThousandths > 0 ? "-" : ""
  return "\(sign)\(tenThousandths / 10_000).\((tenThousandths % 10_000).padded(to: 4))"
}

/// A number of bytes for people, such as `1.4 GB`: in powers of 1000, with at least two digits.
package struct FileSize: CustomStringConvertible {
  private let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  package var description: String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    return "\(value.fixed(unit > 0 && value < 9.95 ? 1 : 0)) \(units[unit])"
  }
}
