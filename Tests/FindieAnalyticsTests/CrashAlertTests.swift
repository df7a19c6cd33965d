import FindieAnalytics
import FindieDomain
import FindieTestSupport
import Foundation
import Testing

/// Alerts on drops of crash-free shares.
struct CrashAlertTests {
  private static let night = Day(daysSinceEpoch: 20_500)

  private func metric(
    _ daysAgo: Int, _ crashed: Int, of total: Int, _ version: String = "",
    _ name: String = "crashFreeUsers", partner: String = "crashlytics"
  ) -> PartnerMetric {
    PartnerMetric(
      partner: partner, metric: name, day: Self.night.adding(days: -daysAgo), segment: version,
      value: Decimal(total - crashed), total: Decimal(total))
  }

  private func alerts(_ metrics: [PartnerMetric]) -> [CrashAlert] {
    CrashAlert.all(in: metrics, on: Self.night)
  }

  /// Ten of 1,000 users crashed on each of the days before the last one.
  private func before(_ days: Int = 14) -> [PartnerMetric] {
    (2..<2 + days).map { metric($0, 10, of: 1000) }
  }

  @Test func `a drop of all versions is an alert`() throws {
    let found = alerts(before() + [metric(1, 40, of: 1000)])
    let alert = try #require(found.first)
    #expect(found.count == 1)
    #expect(alert.metric == .crashFreeUsers && alert.version.isEmpty)
    #expect(alert.day == Self.night.adding(days: -1))
    #expect(
      alert.share == Proportion(960, of: 1000) && alert.before == Proportion(13_860, of: 14_000))
    #expect(alert.probability < 1e-9)
  }

  @Test func `a drop of the newest version is an alert, if it has enough users`() {
    let all = before() + [metric(1, 11, of: 1000)]
    #expect(
      alerts(all + [metric(1, 9, of: 100, "2.10"), metric(1, 0, of: 900, "2.9")]).map(\.version)
        == ["2.10"])
    #expect(alerts(all + [metric(1, 9, of: 99, "2.10"), metric(1, 0, of: 900, "2.9")]).isEmpty)
    // Older versions and those without a number are not compared.
    #expect(alerts(all + [metric(1, 9, of: 100, "2.1"), metric(1, 0, of: 100, "2.9")]).isEmpty)
    #expect(alerts(all + [metric(1, 9, of: 100, "unknown")]).isEmpty)
  }

  @Test func `a rise, few days, few users and other numbers are no alert`() {
    #expect(alerts(before() + [metric(1, 0, of: 1000)]).isEmpty)
    #expect(alerts(before(6) + [metric(1, 40, of: 1000)]).isEmpty)
    #expect(alerts(before(7) + [metric(1, 40, of: 1000)]).count == 1)
    #expect(alerts(before() + [metric(1, 60, of: 99)]).isEmpty)
    #expect(alerts([metric(1, 40, of: 1000)]).isEmpty && alerts([]).isEmpty)
    func moved(_ name: String, _ partner: String) -> [PartnerMetric] {
      (2..<16).map { metric($0, 10, of: 1000, "", name, partner: partner) }
        + [metric(1, 40, of: 1000, "", name, partner: partner)]
    }
    #expect(alerts(moved("crashesWithSession", "crashlytics")).isEmpty)
    #expect(alerts(moved("crashFreeUsers", "appstore")).isEmpty)
    #expect(alerts(moved("crashFreeSessions", "crashlytics")).count == 1)
  }

  @Test func `only the last seven days are evaluated, against the 28 days before each`() {
    let days = (8..<40).map { metric($0, 10, of: 1000) }
    #expect(alerts(days + [metric(7, 50, of: 1000)]).isEmpty)
    #expect(alerts(days + [metric(6, 50, of: 1000)]).map(\.before.trials) == [27_000])
  }

  @Test func `shares that vary widen the bound`() {
    let varied = (2..<16).map { metric($0, $0 % 2 == 0 ? 5 : 40, of: 1000) }
    #expect(alerts(varied + [metric(1, 45, of: 1000)]).isEmpty)
    #expect(alerts(varied + [metric(1, 150, of: 1000)]).count == 1)
  }

  @Test func `the first crashes of an app are compared too`() {
    let none = (2..<16).map { metric($0, 0, of: 500) }
    #expect(alerts(none + [metric(1, 1, of: 500)]).isEmpty)
    #expect(alerts(none + [metric(1, 5, of: 500)]).count == 1)
    #expect(alerts((2..<16).map { metric($0, 500, of: 500) } + [metric(1, 500, of: 500)]).isEmpty)
  }

  @Test func `the probability is that of all tables with the same margins`() throws {
    func choose(_ n: Int, _ k: Int) -> Double {
      (0..<k).reduce(1.0) { $0 * Double(n - $1) / Double($1 + 1) }
    }
    for (n, m) in [(1, 1), (5, 7), (12, 30), (30, 12)] {
      for x in 0...n {
        for y in stride(from: 0, through: m, by: 3) {
          let all = x + y
          let terms = (max(0, all - m)...min(n, all)).map {
            (crashed: $0, weight: choose(n, $0) * choose(m, all - $0))
          }
          let sum = terms.reduce(0) { $0 + $1.weight }
          let tail = terms.filter { $0.crashed >= x }.reduce(0) { $0 + $1.weight } / sum
          let found = CrashAlert.chance(
            of: try #require(Proportion(n - x, of: n)),
            after: try #require(Proportion(m - y, of: m)))
          #expect(abs(found - tail) < 1e-12, "\(x) of \(n), \(y) of \(m)")
        }
      }
    }
  }

  /// Crashed users of `total`, each with the same probability.
  private func draw(_ total: Int, _ probability: Double, _ generator: inout SeededGenerator) -> Int
  {
    (0..<total).count { _ in Double.random(in: 0..<1, using: &generator) < probability }
  }

  @Test func `constant shares raise an alert in at most one of a thousand comparisons`() {
    var generator = SeededGenerator(seed: 11)
    var (found, comparisons) = (0, 0)
    for (total, share) in [(120, 0.002), (120, 0.05), (400, 0.01), (1000, 0.003)] {
      for _ in 0..<300 {
        let crashed = (0..<21).map { _ in draw(total, share, &generator) }
        found += alerts(crashed.enumerated().map { metric($0.offset, $0.element, of: total) }).count
        comparisons += CrashAlert.evaluatedDays
      }
    }
    // 8.4 are expected at most; 20 has a probability of 0.0005.
    #expect(comparisons == 8400 && found < 20)
  }

  /// The share of crashes is 0.3 % or 0.7 % on a day, which is a standard deviation of 40 %.
  @Test func `shares that vary raise few alerts`() {
    var generator = SeededGenerator(seed: 13)
    var (found, comparisons) = (0, 0)
    for _ in 0..<150 {
      let crashed = (0..<35).map { _ in
        draw(2000, Bool.random(using: &generator) ? 0.003 : 0.007, &generator)
      }
      found += alerts(crashed.enumerated().map { metric($0.offset, $0.element, of: 2000) }).count
      comparisons += CrashAlert.evaluatedDays
    }
    #expect(comparisons == 1050 && found <= 4, "\(found)")
  }

  @Test func `a drop from 99 to 96 % is found`() {
    var generator = SeededGenerator(seed: 12)
    let found = (0..<100).count { _ in
      let days = (1..<21).map { metric($0, draw(1000, 0.01, &generator), of: 1000) }
      return !alerts(days + [metric(0, draw(1000, 0.04, &generator), of: 1000)]).isEmpty
    }
    #expect(found > 95)
  }
}
