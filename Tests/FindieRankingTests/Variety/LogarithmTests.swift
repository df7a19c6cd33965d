import FindieRanking
import Foundation
import Testing

struct LogarithmTests {
  @Test func `sixteen logarithms equal those of Double within two ε`() {
    // From the smallest normal number to the largest, eleven an octave.
    var exponent = -126.0
    while exponent < 127.9 {
      let numbers = (0..<16).map { Float(exp2(exponent + Double($0) / 11)) }
      let found = SIMD16<Float>(numbers).naturalLogarithms
      for lane in 0..<16 where numbers[lane].isFinite {
        let expected = log(Double(numbers[lane]))
        let bound = 2 * Double(Float.ulpOfOne) * max(1, abs(expected))
        #expect(abs(Double(found[lane]) - expected) <= bound, "ln \(numbers[lane])")
      }
      exponent += 0.37
    }
  }

  @Test func `the logarithm of one is zero, to the bit`() {
    let found = SIMD16<Float>(repeating: 1).naturalLogarithms
    #expect(found == SIMD16(repeating: 0))
  }
}
