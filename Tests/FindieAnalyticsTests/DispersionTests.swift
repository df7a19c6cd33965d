import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieTestSupport
import Foundation
import Testing

/// How much counts vary from time to time, and the changes that this makes clear.
@Suite struct DispersionTests {
  private func weeks(_ count: Int) -> [DayRange] {
    (0..<count).map { DayRange(first: day(7 * $0), last: day(7 * $0 + 6)) }
  }

  /// - Parameter start: the first day of the compared period.
  private func windows(_ count: Int = 13, start: Int) -> DispersionWindows? {
    DispersionWindows(of: weeks(count), start: day(start))
  }

  @Test func `each two weeks are compared with the two weeks before`() throws {
    // 13 weeks before the period: the difference is 0, 2, 0 or -2 times 10, of 60 in four weeks.
    let counts = (0..<13).map { $0 / 2 % 2 == 0 ? 10 : 20 }
    let found = try #require(windows(start: 91)?.dispersion(of: counts))
    #expect(abs(found.factor - 5 * 400.0 / 600) < 1e-12)
    // Of ten windows, those 1, 2 and 3 weeks apart have the correlations 1/4, -1/2 and -1/4.
    #expect(abs(found.degrees - 100.0 / 16) < 1e-12)
  }

  @Test func `the interval of a change is finite however much a count varies`() throws {
    let counts = (0..<13).map { $0 / 2 % 2 == 0 ? 0 : 1_000_000 }
    let found = try #require(windows(start: 91)?.dispersion(of: counts))
    let change = try #require(Change(of: 3, since: 2, found))
    #expect(abs(change.ratio - 1.5) < 1e-12 && change.lower == 1e-6 && change.upper == 1e6)
    #expect(!change.isSignificant)
  }

  @Test(arguments: [(13, 63), (13, 66), (13, 84), (13, 0), (26, 91), (8, 28)])
  func `degrees of freedom are those of the quadratic form`(count: Int, start: Int) throws {
    // Σ (cᵢ y)² = y' Q y has the mean tr Q and the variance 2 tr Q² for independent weeks.
    let before = (0...count - 4).filter { 7 * $0 + 27 < start }
    let within = (0...count - 4).filter { 7 * $0 >= start }
    let contrasts = (before.count > 2 ? before : before + within).map { first in
      (0..<count).map { part -> Double in
        first..<first + 2 ~= part ? -1 : first + 2..<first + 4 ~= part ? 1 : 0
      }
    }
    let form = (0..<count).map { row in
      (0..<count).map { column in contrasts.reduce(0) { $0 + $1[row] * $1[column] } }
    }
    let trace = (0..<count).reduce(0) { $0 + form[$1][$1] }
    let square = form.joined().reduce(0) { $0 + $1 * $1 }
    var random = SeededGenerator(seed: 1)
    let counts = (0..<count).map { _ in Int.random(in: 5...50, using: &random) }
    let found = try #require(windows(count, start: start)?.dispersion(of: counts))
    #expect(abs(found.degrees - trace * trace / square) < 1e-9)
    let sums = contrasts.map { contrast in
      zip(contrast, counts).reduce(0) { $0 + abs($1.0) * Double($1.1) }
    }
    let squares = contrasts.map { contrast in
      let sum = zip(contrast, counts).reduce(0) { $0 + $1.0 * Double($1.1) }
      return sum * sum
    }
    #expect(abs(found.factor - max(1, squares.reduce(0, +) / sums.reduce(0, +))) < 1e-12)
  }

  @Test func `a step in the period does not count as dispersion`() throws {
    let counts = (0..<13).map { $0 < 9 ? 100 : 300 }
    #expect(try #require(windows(start: 63)?.dispersion(of: counts)).factor == 1)
    // Nor does a step within it.
    let later = (0..<13).map { $0 < 11 ? 100 : 300 }
    #expect(try #require(windows(start: 63)?.dispersion(of: later)).factor == 1)
    // Nor does a slow trend: 10 more each week.
    let trend = (0..<13).map { 1000 + 10 * $0 }
    #expect(try #require(windows(start: 63)?.dispersion(of: trend)).factor == 1)
  }

  @Test func `few weeks and no events have none`() {
    #expect(windows(7, start: 28) == nil && windows(8, start: 28) != nil)
    #expect(windows(start: 63)?.dispersion(of: [Int](repeating: 0, count: 13)) == nil)
  }

  @Test func `a change has Student's interval of the dispersed counts`() throws {
    let dispersion = try #require(
      windows(start: 91)?.dispersion(of: (0..<13).map { $0 / 2 % 2 == 0 ? 10 : 20 }))
    let change = try #require(
      Change(of: 120, exposure: 28, since: 62, exposureBefore: 31, dispersion))
    #expect(abs(change.ratio - 120.0 / 28 / 2) < 1e-12)
    let half =
      StudentT.value(exceededWith: 0.025, degrees: 6.25)
      * (dispersion.factor * (1.0 / 120 + 1.0 / 62)).squareRoot()
    #expect(abs(change.upper - change.ratio * exp(half)) < 1e-9)
    #expect(abs(change.lower - change.ratio * exp(-half)) < 1e-9)
    // The interval of a change that is just clear ends at 1.
    #expect((change.probability < 0.05) == change.isSignificant)
    // Players vary relatively as their events do, and at least as Poisson counts.
    let players = try #require(Change(of: 40, since: 40, dispersion, of: (120, 62)))
    #expect(abs(log(players.upper) - half) < 1e-9)
    let few = try #require(Change(of: 4, since: 4, dispersion, of: (1200, 620)))
    let quantile = StudentT.value(exceededWith: 0.025, degrees: 6.25)
    #expect(abs(log(few.upper) - quantile * 0.5.squareRoot()) < 1e-9)
    #expect(Change(of: 0, since: 40, dispersion) == nil && Change(of: 4, since: 4, nil) == nil)
  }
}

/// False and found changes in seeded worlds.
@Suite struct ChangeCalibrationTests {
  /// A kind of world: the mean of a week, the standard deviation of the logarithm of a day's mean,
  /// its correlation from day to day, and the cards of a player, who sees several at once.
  struct World: CustomTestStringConvertible {
    let name: String
    let week: Double
    let spread: Double
    var correlation = 0.0
    var cards = 1.0
    var testDescription: String { name }
  }

  static let worlds = [
    World(name: "Poisson", week: 300, spread: 0),
    World(name: "five cards of each player", week: 300, spread: 0, cards: 5),
    World(name: "days that vary", week: 5000, spread: 0.3),
    World(name: "days like the days before", week: 5000, spread: 0.3, correlation: 0.5),
  ]

  /// Counts of 26 weeks of days.
  private func days(_ world: World, _ random: inout SeededGenerator) -> [Int] {
    func normal() -> Double {
      (-2 * log(Double.random(in: 1e-12..<1, using: &random))).squareRoot()
        * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
    let rhythm = [0.8, 0.8, 0.85, 0.9, 1.2, 1.4, 1.05]
    var effect = normal()
    return (0..<182).map { day in
      effect =
        world.correlation * effect
        + (1 - world.correlation * world.correlation).squareRoot() * normal()
      let mean =
        world.week / 7 * rhythm[day % 7]
        * exp(world.spread * effect - world.spread * world.spread / 2)
      return max(0, Int((mean + (world.cards * mean).squareRoot() * normal()).rounded()))
    }
  }

  /// The share of 400 worlds in which `length` weeks changed, now and with Poisson's interval.
  ///
  /// - Parameter effect: the factor of the last weeks' counts.
  private func shares(
    _ world: World, weeks length: Int, effect: Double = 1
  ) throws -> (clear: Double, poisson: Double) {
    var random = SeededGenerator(seed: 59)
    let ranges = (13..<26).map { DayRange(first: day(7 * $0), last: day(7 * $0 + 6)) }
    let windows = try #require(
      DispersionWindows(of: ranges, start: day(7 * (26 - length))))
    var (clear, poisson) = (0.0, 0.0)
    for _ in 0..<400 {
      let counts = days(world, &random)
      var sums = (0..<26).map { counts[7 * $0..<7 * $0 + 7].reduce(0, +) }
      for week in 26 - length..<26 { sums[week] = Int(effect * Double(sums[week])) }
      let (now, before) = (
        sums[(26 - length)...].reduce(0, +), sums[26 - 2 * length..<26 - length].reduce(0, +)
      )
      let change = try #require(Change(of: now, since: before, windows.dispersion(of: sums)))
      if change.isSignificant { clear += 1 / 400 }
      if isClearChange(of: now, since: before) { poisson += 1 / 400 }
    }
    return (clear, poisson)
  }

  @Test(arguments: worlds, [1, 4, 13])
  func `at most one in twenty changes of nothing is clear`(_ world: World, weeks: Int) throws {
    let (clear, poisson) = try shares(world, weeks: weeks)
    // 0.05, and two standard deviations of 400 worlds.
    #expect(clear < 0.072)
    #expect(world.name == "Poisson" ? poisson < 0.072 : poisson > 0.3)
  }

  @Test(arguments: worlds)
  func `a change by half in four weeks is found`(_ world: World) throws {
    #expect(try shares(world, weeks: 4, effect: 1.5).clear > 0.6)
  }
}
