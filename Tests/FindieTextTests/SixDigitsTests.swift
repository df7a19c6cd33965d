import FindieTestSupport
import FindieText
import Foundation
import Testing

/// Scores with six significant digits.
struct SixDigitsTests {
  /// The number as C's printf rounds it.
  private func reference(_ number: Double) -> Double? {
    Double(String(format: "%.6g", number))
  }

  static let cases: [(Double, String)] = [
    (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (0.5, "0.5"), (100, "100"),
    (999_999.5, "1000000"), (1_234_567, "1234570"), (999_999, "999999"), (0.999_999_5, "1"),
    (-0.000_123_456_78, "-0.000123457"), (0.000_01, "0.00001"), (1e-7, "1e-7"),
    (1.234_567_8e-7, "1.23457e-7"), (123_456_789_012, "123457000000"), (1e15, "1000000000000000"),
    (1e16, "1e16"), (1e22, "1e22"), (1.5e300, "1.5e300"), (2.0 / 3, "0.666667"),
  ]

  @Test(arguments: cases)
  func `numbers are written in their usual form`(number: Double, text: String) {
    #expect(sixDigits(number) == text)
  }

  @Test(arguments: [0, 7, 10, 909, 1_234_567_890, .max])
  func `whole numbers have their decimal digits`(number: Int) {
    var bytes = Array("n=".utf8)
    bytes.append(number)
    #expect(String(decoding: bytes, as: UTF8.self) == "n=\(number)")
  }

  @Test func `a number too small to be a score is zero`() {
    #expect(sixDigits(1e-300) == "0")
    #expect(sixDigits(.leastNonzeroMagnitude) == "0")
  }

  @Test func `ten thousand numbers of all sizes equal printf's`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      let exponent = Double.random(in: -30...30, using: &generator)
      let number = Double.random(in: -1...1, using: &generator) * pow(10, exponent)
      let text = sixDigits(number)
      #expect(Double(text) == reference(number), "\(number) as \(text)")
    }
  }

  @Test func `numbers next to powers of ten equal printf's`() throws {
    for exponent in -20...22 {
      let power = pow(10, Double(exponent))
      for number in [power, power.nextUp, power.nextDown, power * 0.999_999_49, power * 9.99999] {
        #expect(Double(sixDigits(number)) == reference(number), "\(number)")
      }
    }
  }

  @Test func `a written number is valid JSON and is written unchanged again`()
    throws
  {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1000 {
      let number = Double.random(in: -1...1, using: &generator)
      let text = sixDigits(number)
      let parsed = try JSONSerialization.jsonObject(with: Data("[\(text)]".utf8)) as? [Double]
      #expect(sixDigits(try #require(parsed?.first)) == text)
    }
  }

  @Test func `a NaN score is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = sixDigits(.nan) }
  }

  /// A million `#expect` would take longer than the comparisons.
  private func check(_ number: Double) {
    guard sixDigits(number) != plainSixDigits(number) else { return }
    Issue.record("\(number) is \(sixDigits(number))")
  }

  @Test func `a million numbers of all sizes equal the reference implementation's`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500_000 {
      let double = Double(bitPattern: generator.next())
      if double.isFinite { check(double) }
      let float = Double(Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())))
      if float.isFinite { check(float) }
    }
  }

  @Test func `a million scores equal the reference implementation's`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<1_000_000 {
      let score = Double(Float.random(in: -12...12, using: &generator))
      check(score)
    }
  }

  @Test
  func `numbers next to powers of ten and halfway cases equal the reference implementation's`() {
    for exponent in -289...307 {
      let power = pow(10, Double(exponent))
      for factor in [1, 0.999_999_5, 0.999_999_499_999, 1.000_005, 1.234_565, 9.999_995] {
        var number = power * factor
        for _ in 0..<3 { number = number.nextDown }
        for _ in 0..<6 {
          number = number.nextUp
          #expect(sixDigits(number) == plainSixDigits(number), "\(number)")
        }
      }
    }
  }
}
