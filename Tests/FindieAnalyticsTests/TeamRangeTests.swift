import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Foundation
import Testing

/// The ranges of the team's page.
@Suite struct TeamRangeTests {
  private let night = day(400)

  /// - Parameter likes: the likes of a day, by the days before the night.
  private func ranges(days: Int, _ likes: (Int) -> Int = { _ in 40 }) -> [TeamRange] {
    let swipes =
      days == 0
      ? []
      : (1...days).reversed().flatMap { before in
        (0..<likes(before)).map { number in
          Swipe(
            user: "u\(number)", game: "a", action: .like, day: night.adding(days: -before))
        }
      }
    return Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games("a"),
      night: night, workers: Workers(threads: 1)
    ).teamRanges(users: [], wishlists: [], games: games("a"))
  }

  @Test(arguments: [
    (0, ["28-days"]), (3, ["yesterday", "28-days"]),
    (91, ["yesterday", "7-days", "28-days", "13-weeks"]),
  ])
  func `only ranges that the data covers, and always 28 days`(days: Int, names: [String]) {
    #expect(ranges(days: days).map(\.kind.rawValue) == names)
  }

  @Test func `a range is compared only with days that the data covers`() {
    let found = ranges(days: 8)
    #expect(found.map { $0.previous?.range.last } == [night.adding(days: -8), nil, nil])
    #expect(
      ranges(days: 14)[1].previous?.range == DayRange(lastDays: 7, before: night.adding(days: -7)))
  }

  @Test func `yesterday is compared with its weekday, with the variation of eight weeks`() throws {
    // Sundays have 80 likes, other days 40; yesterday has twice as many as usual.
    let found = ranges(days: 90) { before in
      (before % 7 == 1 ? 80 : 40) * (before == 1 ? 2 : 1)
    }
    let yesterday = try #require(found.first)
    #expect(yesterday.current.tally[.likes] == 160 && yesterday.previous?.tally[.likes] == 80)
    let change = try #require(yesterday.changes.first { $0.kpi.key == "likes" }?.change)
    #expect(abs(change.ratio - 2) < 1e-9 && change.isSignificant)
    // X² = 70² / 90 + 7 · 10² / 90 over the Sundays of eight weeks, with 49 degrees of freedom.
    let dispersion = (70.0 * 70 / 90 + 7 * 10.0 * 10 / 90) / 49
    let half = 1.959963984540054 * (dispersion * (1 / 160.0 + 1 / 80)).squareRoot()
    #expect(abs(change.upper - 2 * exp(half)) < 1e-9)
  }

  @Test func `without three weeks of days there is no interval`() {
    #expect(ranges(days: 20)[1].changes.allSatisfy { $0.change == nil || $0.kpi.isRate })
    #expect(ranges(days: 21)[1].changes.contains { $0.kpi.key == "likes" && $0.change != nil })
  }
}
