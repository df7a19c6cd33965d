import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Alerts on nine weeks of likes, with unusual days.
@Suite struct KPIAlertTests {
  private let night = day(70)

  /// - Parameter likes: the number of likes of a day, by the number of days before the night.
  private func alerts(
    bound: Double = 4, weeks: Int = 9, _ likes: (_ daysBefore: Int) -> Int
  ) -> KPIAlerts {
    let swipes = (1...7 * weeks).reversed().flatMap { before in
      (0..<likes(before)).map { number in
        Swipe(
          user: "u\(number % 50)", game: "a", action: .like, day: night.adding(days: -before))
      }
    }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games("a"),
      night: night, workers: Workers(threads: 1))
    return activity.kpiAlerts(
      for: DayRange(lastDays: 28, before: night), users: [], bound: bound)
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
    #expect(alert.value == 20 && alert.expected == 100 && !alert.isRise)
    // The history does not vary, so only chance matters: 4 · √100.
    #expect(alert.lower == 60 && alert.upper == 140)
    #expect(alert.deviation == -8)
  }

  @Test func `a value at the bound raises no alert`() {
    #expect(of("likes", in: alerts { $0 == 1 ? 140 : rhythm($0) }).isEmpty)
    #expect(of("likes", in: alerts { $0 == 1 ? 141 : rhythm($0) }).count == 1)
  }

  @Test func `one outlier week in the history changes nothing`() {
    let found = of("likes", in: alerts { $0 == 22 ? 5000 : $0 == 1 ? 20 : rhythm($0) })
    #expect(found.map(\.expected) == [100])
  }

  @Test func `a history that varies widens the bound`() {
    // Weeks of 60 and 140 in turn: median 100, MAD 40, 1.4826 × 40 × 4 = 237 to each side.
    func varied(_ before: Int) -> Int { (before - 1) / 7 % 2 == 0 ? 60 : 140 }
    #expect(of("likes", in: alerts { $0 == 1 ? 337 : varied($0) }).isEmpty)
    #expect(of("likes", in: alerts { $0 == 1 ? 338 : varied($0) }).count == 1)
  }

  @Test func `three weeks of history are too few for an alert`() {
    let early = alerts(weeks: 3) { _ in 100 }
    #expect(early.alerts.isEmpty && early.evaluated.isEmpty)
    #expect(early.tooEarly.contains { $0.key == "likes" })
  }

  @Test func `what the data does not record is neither evaluated nor too early`() {
    let found = alerts(rhythm)
    #expect(
      !found.evaluated.contains { $0.key == "externalClicks" }
        && !found.tooEarly.contains { $0.key == "externalClicks" })
  }

  @Test func `a rate without a value in the week is not too early`() {
    let found = alerts { $0 <= 7 ? 0 : 100 }
    #expect(found.evaluated.contains { $0.key == "likes" })
    #expect(
      !found.evaluated.contains { $0.key == "likeRate" }
        && !found.tooEarly.contains { $0.key == "likeRate" })
  }

  @Test func `days before the last week are not evaluated`() {
    #expect(of("likes", in: alerts { $0 == 8 ? 500 : rhythm($0) }).isEmpty)
  }
}
