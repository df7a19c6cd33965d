import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieTestSupport
import Foundation
import Testing

/// The expected numbers of days, against other computations and on days with nothing unusual.
@Suite struct DayRegressionTests {
  /// A Monday.
  private let start = Day(daysSinceEpoch: 18_000 - 3)

  private func test(_ counts: [Int], of trials: [Int]? = nil) -> DayRegression? {
    let points = counts.enumerated().map { index, count in
      DayRegression.Point(
        start.adding(days: index), Double(count), of: trials.map { Double($0[index]) })
    }
    return DayRegression(points.dropLast(), today: points[points.count - 1])
  }

  private func isNear(_ left: Double?, _ right: Double, within: Double = 1e-6) -> Bool {
    left.map { abs($0 - right) <= within * abs(right) } ?? false
  }

  /// By a dense Newton iteration with NumPy; one day in the history is an outlier.
  @Test func `counts agree with a regression in NumPy`() throws {
    let found = try #require(
      test([
        23, 35, 31, 22, 30, 15, 23, 22, 31, 33, 39, 23, 16, 16, 23, 38, 39, 31, 15, 19, 300, 31, 35,
        37, 28, 34, 12, 30, 30, 46, 34, 32, 14, 15, 30, 26, 37, 63, 38, 29, 23, 27, 18, 54, 69, 43,
        42, 33, 10, 45, 50, 39, 60, 42, 27, 33, 95,
      ]))
    #expect(isNear(found.expected, 38.33332282))
    #expect(isNear(found.deviation, 3.93778663))
    #expect(isNear(found.probability, 0.00030527, within: 1e-4))
    // The deviation of the range's ends has the probability.
    let usual = found.usual(found.probability)
    #expect(isNear(usual.upperBound, 95) && usual.lowerBound < 20)
  }

  @Test func `rates agree with a regression in NumPy`() throws {
    let found = try #require(
      test(
        [
          62, 51, 63, 45, 46, 113, 61, 61, 39, 60, 40, 44, 92, 71, 34, 61, 74, 39, 44, 88, 87, 61,
          41, 53, 74, 41, 35, 38, 85, 68, 49, 79, 78, 42, 77, 51, 45, 63, 52, 49, 50, 48, 36, 56,
          94, 33, 60, 81, 64, 37, 70, 51, 71, 33, 56, 57, 116,
        ],
        of: [
          193, 180, 213, 218, 181, 220, 203, 204, 207, 215, 193, 218, 184, 206, 203, 195, 198, 179,
          182, 215, 195, 187, 193, 176, 203, 175, 182, 182, 222, 192, 205, 197, 195, 178, 212, 207,
          172, 211, 190, 181, 213, 228, 212, 206, 211, 209, 195, 202, 202, 195, 224, 182, 209, 224,
          180, 203, 211,
        ]))
    #expect(isNear(found.expected, 51.75416224))
    #expect(isNear(found.deviation, 3.16761281))
    #expect(isNear(found.probability, 0.00268738, within: 1e-4))
  }

  /// With equal days, the estimate is the mean, and its variance that of a mean with priors.
  @Test func `equal days are expected to go on`() {
    let found = test([Int](repeating: 100, count: 57))
    #expect(isNear(found?.expected, 100, within: 1e-9))
    #expect(found?.deviation == 0 && found?.probability == 1)
  }

  @Test func `no events, only events and too few days have no expected number`() {
    #expect(test([Int](repeating: 0, count: 57)) == nil)
    #expect(test([Int](repeating: 9, count: 57), of: [Int](repeating: 9, count: 57)) == nil)
    #expect(test([9, 8, 9, 8, 9, 8, 9, 8, 9, 8]) == nil)
  }

  private struct World: CustomTestStringConvertible {
    let testDescription: String
    let mean: Double
    /// The standard deviation of the log of a day's mean, and its correlation with the day before.
    var noise = 0.0
    var memory = 0.0
    /// The log of the growth in eight weeks.
    var growth = 0.0
    var rhythm = 0.3
    var days = 56
  }

  private static let worlds = [
    World(testDescription: "few events", mean: 0.5),
    World(testDescription: "some events", mean: 6),
    World(testDescription: "days that vary", mean: 400, noise: 0.15),
    World(testDescription: "days like the day before", mean: 400, noise: 0.12, memory: 0.7),
    World(testDescription: "growth by 2.7", mean: 200, noise: 0.1, growth: 1),
    World(testDescription: "fall by 2.7", mean: 200, noise: 0.1, growth: -1),
    World(testDescription: "strong weekdays", mean: 60, noise: 0.2, rhythm: 1),
    World(testDescription: "a young app", mean: 50, noise: 0.15, growth: 1, days: 28),
  ]

  private func counts(_ world: World, _ random: inout SeededGenerator) -> [Int] {
    var state = normal(&random)
    return (0...world.days).map { index in
      state =
        world.memory * state + (1 - world.memory * world.memory).squareRoot() * normal(&random)
      return poisson(
        exp(
          log(world.mean) + world.growth * Double(index - world.days) / 56
            + world.rhythm * sin(2 * .pi * Double(index) / 7) + world.noise * state), &random)
    }
  }

  private func normal(_ random: inout SeededGenerator) -> Double {
    (-2 * log(Double.random(in: 1e-12..<1, using: &random))).squareRoot()
      * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }

  private func poisson(_ mean: Double, _ random: inout SeededGenerator) -> Int {
    guard mean < 50 else {
      return max(0, Int((mean + mean.squareRoot() * normal(&random)).rounded()))
    }
    var (count, product) = (0, Double.random(in: 0..<1, using: &random))
    while product > exp(-mean) {
      product *= Double.random(in: 0..<1, using: &random)
      count += 1
    }
    return count
  }

  /// Of 1000 days with nothing unusual, at a level of 1%: 10 are expected, and 20 are exceeded with
  /// a probability of 0.2%.
  @Test(arguments: worlds)
  private func `a day with nothing unusual is rarely unusual`(world: World) {
    var random = SeededGenerator(seed: 59)
    let found = (0..<1000).count { _ in
      test(counts(world, &random)).map { $0.probability <= 0.01 } ?? false
    }
    #expect(found <= 20, "\(found) of 1000")
  }

  @Test func `a fall by a half and a rise by a half are found`() {
    var random = SeededGenerator(seed: 60)
    for (noise, change) in [(0.08, 0.5), (0.08, 1.5)] {
      let world = World(testDescription: "", mean: 1000, noise: noise, memory: 0.5)
      let found = (0..<100).count { _ in
        var counts = counts(world, &random)
        counts[56] = Int(Double(counts[56]) * change)
        return test(counts).map { $0.probability <= KPIAlerts.rate / 10 } ?? false
      }
      #expect(found >= 75, "\(change): \(found) of 100")
    }
  }
}
