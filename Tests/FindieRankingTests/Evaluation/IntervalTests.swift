import FindieAnalytics
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Foundation
import Testing

/// Intervals of means, differences and relative differences.
struct IntervalTests {
  @Test(arguments: [0, 1, 30, 99, 100])
  func `shares of 0 and 1 have the interval of a proportion`(hits: Int) throws {
    let found = Interval(ofShares: (0..<100).map { $0 < hits ? 1 : 0 })
    let expected = try #require(Proportion(hits, of: 100))
    #expect(found.mean == expected.estimate)
    #expect(abs(found.low - expected.lower) < 1e-12 && abs(found.high - expected.upper) < 1e-12)
  }

  @Test func `95% of the intervals of sparse shares hold their mean`() {
    let gains = (1...8).map { 1 / log2(Double($0 + 1)) }
    for (players, chance) in [(100, 0.01), (100, 0.05), (400, 0.01), (400, 0.3)] {
      let mean = chance * gains.reduce(0, +) / 8
      var generator = SeededGenerator(seed: 3)
      let held = (0..<1000).count { _ in
        let interval = Interval(
          ofShares: (0..<players).map { _ in
            Double.random(in: 0..<1, using: &generator) < chance
              ? gains.randomElement(using: &generator) ?? 0 : 0
          })
        return interval.low <= mean && mean <= interval.high
      }
      #expect(held >= 920, "\(players) players, \(chance): \(held) of 1000")
    }
  }

  @Test(arguments: [(1.9, false, false), (2.2, true, false), (2.65, true, true)])
  func `a gain can be significant by 95 % and not by 99 %`(
    of: (errors: Double, by95: Bool, by99: Bool)
  ) {
    // Of 50 differences of 1 around the mean, the standard error is 1 / 7.
    let found = Interval(
      ofDifferences: (0..<50).map { of.errors / 7 + ($0.isMultiple(of: 2) ? 1 : -1) })
    #expect((found.low > 0) == of.by95)
    #expect(found.isAboveZeroBy99 == of.by99)
  }

  @Test func `a relative difference has the bounds at which it would be significant`() throws {
    var generator = SeededGenerator(seed: 8)
    let base = (0..<300).map { _ in Double.random(in: 0..<1, using: &generator) }
    let own = base.map { 0.9 * $0 + Double.random(in: 0..<0.2, using: &generator) }
    let found = try #require(Interval(of: own, relativeTo: base))
    // Fieller: the ratios r for which the mean of own − r · base is 1.96 standard errors from 0.
    for bound in [found.low, found.high] {
      let rest = Interval(ofDifferences: zip(own, base).map { $0 - (1 + bound) * $1 })
      #expect(abs(abs(rest.mean) - (rest.high - rest.mean)) < 1e-12)
    }
    #expect(found.low < found.mean && found.mean < found.high)
    #expect(Interval(of: own, relativeTo: [Double](repeating: 0, count: 300)) == nil)
    #expect(Interval(of: base, relativeTo: base) == Interval(mean: 0, low: 0, high: 0))
  }
}
