import FindieAnalytics
import Testing

@Suite struct ProportionTests {
  // Origin: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with z = 1.959964,
  // evaluated in Python to six digits.
  @Test(arguments: [
    (10, 10, 0.722467, 1.0), (0, 10, 0.0, 0.277533), (50, 100, 0.403832, 0.596168),
    (1, 10, 0.017876, 0.404150),
  ])
  func `the Wilson interval has the published ends`(
    successes: Int, trials: Int, lower: Double, upper: Double
  ) throws {
    let proportion = try #require(Proportion(successes, of: trials))
    #expect(abs(proportion.lower - lower) < 1e-6)
    #expect(abs(proportion.upper - upper) < 1e-6)
  }

  @Test func `there is no proportion of nothing`() {
    #expect(Proportion(0, of: 0) == nil)
  }

  @Test func `there is no proportion with more successes than trials`() {
    #expect(Proportion(3, of: 2) == nil)
  }
}
