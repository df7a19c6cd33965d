import FindieDomain

/// Numbers in the digits that every form of a report has.
enum Digits {
  static func append(_ count: Int, to bytes: inout [UInt8]) {
    if count < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: count.magnitude)
  }

  /// `value` rounded half away from zero to some decimals, without zeros at the end.
  static func append(_ value: Double, places: Int, to bytes: inout [UInt8]) {
    precondition(value.isFinite && abs(value) < 1e12, "\(value) is no figure of a report")
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let units = Int((value * Double(scale)).rounded())
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: units.magnitude / scale.magnitude)
    var (rest, width) = (units.magnitude % scale.magnitude, places)
    guard rest > 0 else { return }
    while rest.isMultiple(of: 10) {
      rest /= 10
      width -= 1
    }
    bytes.append(UInt8(ascii: "."))
    bytes.append(digitsOf: rest, atLeast: width)
  }
}
