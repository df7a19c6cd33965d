import FindieLab
import Foundation
import Testing

struct PortableMathTests {
  @Test(arguments: [-700.0, -8, -1, -0.3466, 0, 1e-9, 0.3466, 1, 2.25, 100, 700])
  func `exp is the system's exp to eleven digits`(x: Double) {
    let expected = Foundation.exp(x)
    #expect(abs(PortableMath.exp(x) - expected) <= 1e-11 * expected)
  }

  @Test(arguments: [1e-300, 1e-16, 0.1, 0.5, 0.999, 1, 1.4143, 2, 10, 1e6, 1e300])
  func `log is the system's log to eleven digits`(x: Double) {
    let expected = Foundation.log(x)
    #expect(abs(PortableMath.log(x) - expected) <= 1e-11 * max(1, abs(expected)))
  }
}
