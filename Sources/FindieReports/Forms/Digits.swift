/// Numbers in the digits that every form of a report has.
enum Digits {
  static func append(_ count: Int, to bytes: inout [UInt8]) {
    if count < 0 { bytes.append(UInt8(ascii: "-")) }
    append(count.magnitude, atLeast: 1, to: &bytes)
  }

  /// `value` rounded half away from zero to some decimals, without zeros at the end.
  static func append(_ value: Double, places: Int, to bytes: inout [UInt8]) {
    precondition(value.isFinite && abs(value) < 1e12, "\(value) is no figure of a report")
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let units = Int((value * Double(scale)).rounded())
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    append(units.magnitude / scale.magnitude, atLeast: 1, to: &bytes)
    var (rest, width) = (units.magnitude % scale.magnitude, places)
    guard rest > 0 else { return }
    while rest.isMultiple(of: 10) {
      rest /= 10
      width -= 1
    }
    bytes.append(UInt8(ascii: "."))
    append(rest, atLeast: width, to: &bytes)
  }

  private static func append(_ number: UInt, atLeast width: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while bytes.count - start < width { bytes.append(UInt8(ascii: "0")) }
    bytes[start...].reverse()
  }
}
