import Foundation

/// A reference implementation of `sixDigits` for finite numbers, with the library's logarithm,
/// powers and texts.
func plainSixDigits(_ number: Double) -> String {
  guard abs(number) > 1e-290 else { return "0" }
  var exponent = Int(log10(abs(number)).rounded(.down))
  // Powers of ten up to 10²² are exact, so the product is rounded once.
  func scaled() -> Double {
    let shift = 5 - exponent
    return
      (shift >= 0 ? abs(number) * pow(10, Double(shift)) : abs(number) / pow(10, Double(-shift)))
      .rounded(.toNearestOrEven)
  }
  var mantissa = scaled()
  if mantissa >= 1e6 {
    exponent += 1
    mantissa = scaled()
  }
  var digits = Array(String(Int(mantissa)))
  while digits.count > 1, digits.last == "0" { digits.removeLast() }
  let sign = number < 0 ? "-" : ""
  let whole: String
  switch exponent {
  case 0..<16 where digits.count <= exponent + 1:
    whole = String(digits) + String(repeating: "0", count: exponent + 1 - digits.count)
  case 0..<16:
    whole = String(digits[...exponent]) + "." + String(digits[(exponent + 1)...])
  case -5..<0:
    whole = "0." + String(repeating: "0", count: -exponent - 1) + String(digits)
  default:
    whole =
      String(digits[0]) + (digits.count > 1 ? "." + String(digits[1...]) : "") + "e\(exponent)"
  }
  return sign + whole
}
