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

  @Test func `the interval of rounded numbers has that of each pair of true ones`() throws {
    for (successes, trials) in [(0, 10), (20, 100), (90, 100), (100, 100)] {
      let rounded = try #require(
        Proportion(successes, of: trials, effect: 1.5, missing: (9, 9)))
      #expect(rounded.isRounded)
      for more in 0...9 {
        for moreTrials in 0...9 where successes + more <= trials + moreTrials {
          let own = try #require(
            Proportion(successes + more, of: trials + moreTrials, effect: 1.5))
          #expect(rounded.lower <= own.estimate && own.estimate <= rounded.upper)
          // A share between the ends needs no more room below or above than at them.
          #expect(rounded.lower <= own.lower + 1e-9 || more > 0)
        }
      }
    }
    #expect(Proportion(3, of: 10)?.isRounded == false)
  }
}
