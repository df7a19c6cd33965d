extension SIMD16<Float> {
  /// ln of each, within 2 ε relative or absolute, for normal numbers above 0: the same bytes on
  /// every processor.
  ///
  /// With x = 2ᵉ m, m between √½ and √2, and t = (m − 1) / (m + 1), it is e ln 2 + 2 artanh t.
  package var naturalLogarithms: SIMD16<Float> {
    let bits = unsafe unsafeBitCast(self, to: SIMD16<UInt32>.self)
    // An integer below 2²³ as the fraction of a number whose unit in the last place is 1.
    let exponents =
      unsafe unsafeBitCast(bits &>> 23 | 0x4B00_0000, to: SIMD16<Float>.self)
      - SIMD16(repeating: 0x1p23 + 127)
    let fractions = unsafe unsafeBitCast(
      bits & 0x7F_FFFF | 0x3F80_0000, to: SIMD16<Float>.self)
    let isLarge = fractions .> SIMD16(repeating: 1.414_213_5)
    let m = fractions.replacing(with: fractions * 0.5, where: isLarge)
    let e = exponents.replacing(with: exponents + 1, where: isLarge)
    let t = (m - 1) / (m + 1)
    let square = t * t
    var series = square * (1 / 9) + (1 / 7)
    series = series * square + (1 / 5)
    series = series * square + (1 / 3)
    series = series * square + 1
    return e * 0.693_147_18 + (t + t) * series
  }
}
