import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Foundation
import Testing

/// Alerts on nine weeks of likes, with unusual days.
@Suite struct KPIAlertTests {
  private let night = day(70)

  /// - Parameters:
  ///   - night: the as-of day, in days after the usual one.
  ///   - likes: the number of likes of a day, by the number of days before the usual night.
  private func alerts(
    days: Int = 63, night later: Int = 0, opens: (_ daysBefore: Int) -> Int = { _ in 0 },
    _ likes: (_ daysBefore: Int) -> Int
  ) -> KPIAlerts {
    let night = night.adding(days: later)
    let swipes = (1 - later...days).reversed().flatMap { before in
      [(SwipeAction.like, likes(before)), (.viewDetails, opens(before))].flatMap { action, count in
        (0..<count).map { number in
          Swipe(
            user: "u\(number % 50)", game: "a", action: action,
            day: self.night.adding(days: -before))
        }
      }
    }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games("a"),
      night: night, workers: Workers(threads: 1))
    return activity.kpiAlerts(for: DayRange(lastDays: 28, before: night), users: [])
  }

  private func of(_ key: String, in alerts: KPIAlerts) -> [KPIAlert] {
    alerts.alerts.filter { $0.kpi.key == key }
  }

  /// 100 likes a day, and 20 on one weekday.
  private func rhythm(_ before: Int) -> Int { before % 7 == 3 ? 20 : 100 }

  @Test func `a weekday that is always low raises no alert`() {
    #expect(alerts(rhythm).alerts.isEmpty)
  }

  @Test func `a day that is low for its weekday is an alert`() throws {
    let found = of("likes", in: alerts { $0 == 1 ? 20 : rhythm($0) })
    let alert = try #require(found.first)
    #expect(found.count == 1)
    #expect(alert.day == night.adding(days: -1))
    #expect(alert.value == 20 && abs(alert.expected - 100) < 1 && !alert.isRise)
    #expect(alert.lower > 60 && alert.lower < 80 && alert.upper > 120 && alert.upper < 140)
    #expect(alert.deviation < -7 && alert.days == 56 && alert.isPosted)
  }

  @Test func `a value between the bounds raises no alert`() throws {
    let alert = try #require(of("likes", in: alerts { $0 == 1 ? 200 : rhythm($0) }).first)
    #expect(of("likes", in: alerts { $0 == 1 ? Int(alert.upper) : rhythm($0) }).isEmpty)
    #expect(of("likes", in: alerts { $0 == 1 ? Int(alert.lower) + 1 : rhythm($0) }).isEmpty)
  }

  @Test func `one outlier week in the history changes little`() throws {
    let found = of("likes", in: alerts { $0 == 22 ? 5000 : $0 == 1 ? 20 : rhythm($0) })
    #expect(found.map(\.day) == [night.adding(days: -1)])
    #expect(try abs(#require(found.first).expected - 100) < 5)
  }

  @Test func `a history that varies widens the bounds`() {
    func varied(_ before: Int) -> Int { before / 2 % 2 == 0 ? 60 : 140 }
    #expect(of("likes", in: alerts { $0 == 1 ? 150 : 100 }).count == 1)
    #expect(of("likes", in: alerts { $0 == 1 ? 180 : varied($0) }).isEmpty)
  }

  @Test(arguments: [0.03, -0.03])
  func `an app that grows or shrinks every day raises no alert`(rate: Double) {
    #expect(alerts { Int(200 * exp(-rate * Double($0))) }.alerts.isEmpty)
  }

  /// A new level is news for four days, on any night.
  @Test(arguments: 0..<30)
  func `a level that stays is one alert`(later: Int) {
    let found = of("likes", in: alerts(night: later) { $0 < 4 ? 200 : 100 })
    let days = Set(found.map(\.day)), first = night.adding(days: -3)
    #expect(days.isSubset(of: DayRange(first: first, last: first.adding(days: 3)).days))
    #expect(later > 5 || days.contains(first) || later == 5)
  }

  @Test func `a day has the same alerts on each night`() {
    func alerts(on later: Int) -> Set<KPIAlert> {
      Set(
        self.alerts(days: 70, night: later) { $0 == 1 ? 30 : $0 == -1 ? 300 : rhythm($0) }
          .alerts.filter { $0.day < night })
    }
    #expect(!alerts(on: 0).isEmpty)
    #expect((1...5).allSatisfy { alerts(on: $0) == alerts(on: 0) })
  }

  @Test func `days without events are no history`() {
    #expect(alerts { (15...24).contains($0) ? 0 : rhythm($0) }.alerts.isEmpty)
  }

  @Test func `a kind of event that began is too early, and not unusual`() {
    let found = alerts(opens: { $0 <= 5 ? 80 : 0 }, rhythm)
    #expect(of("detailOpens", in: found).isEmpty)
    #expect(found.tooEarly.map(\.key).contains("detailOpens"))
  }

  @Test func `few events a day raise no alert`() {
    #expect(alerts { [0, 1, 3, 0, 2, 1, 0, 0, 2, 1, 1][$0 % 11] }.alerts.isEmpty)
  }

  @Test func `three weeks of history are too few for an alert`() {
    let early = alerts(days: 21) { _ in 100 }
    #expect(early.alerts.isEmpty && early.evaluated.isEmpty)
    #expect(early.tooEarly.contains { $0.key == "likes" })
  }

  @Test func `what the data does not record is neither evaluated nor too early`() {
    let found = alerts(rhythm)
    #expect(
      !found.evaluated.contains { $0.key == "externalClicks" }
        && !found.tooEarly.contains { $0.key == "externalClicks" })
  }

  @Test func `days before the last week are not evaluated`() {
    #expect(of("likes", in: alerts { $0 == 8 ? 500 : rhythm($0) }).isEmpty)
  }
}
