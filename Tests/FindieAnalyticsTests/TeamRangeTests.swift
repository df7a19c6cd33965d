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
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games("a"),
      night: night, workers: Workers(threads: 1))
    return activity.teamRanges(users: [], wishlists: [], activity.recordedData(users: []))
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
    #expect(found.map { $0.kpis.previous?.range.last } == [night.adding(days: -8), nil, nil])
    #expect(
      ranges(days: 14)[1].kpis.previous?.range
        == DayRange(lastDays: 7, before: night.adding(days: -7)))
  }

  @Test func `yesterday is compared with its weekday, with the variation of eight weeks`() throws {
    // Sundays have 80 likes, other days 40; yesterday has twice as many as usual.
    let found = ranges(days: 90) { before in
      (before % 7 == 1 ? 80 : 40) * (before == 1 ? 2 : 1)
    }
    let yesterday = try #require(found.first)
    #expect(
      yesterday.kpis.current.tally[.likes] == 160 && yesterday.kpis.previous?.tally[.likes] == 80)
    let change = try #require(yesterday.kpis.changes.first { $0.kpi.key == "likes" }?.change)
    #expect(abs(change.ratio - 2) < 1e-9 && change.isSignificant)
    // Of 90 days, 82 pairs of a day and its weekday a week later are before yesterday. They are
    // alike, and have 82² / (82 + 75 / 2) degrees of freedom.
    let half =
      StudentT.value(exceededWith: 0.025, degrees: 82 * 82 / 119.5)
      * (1 / 160.0 + 1 / 80).squareRoot()
    #expect(abs(change.upper - 2 * exp(half)) < 1e-9)
  }

  @Test func `without seven weeks of days there is no interval`() {
    #expect(ranges(days: 48)[1].kpis.changes.allSatisfy { $0.change == nil || $0.kpi.isRate })
    #expect(ranges(days: 49)[1].kpis.changes.contains { $0.kpi.key == "likes" && $0.change != nil })
  }

  @Test func `a range of any days is adjusted for weekdays`() throws {
    // Every seventh day has ten times the likes. The 30 days have five of them, after four.
    let swipes = (1...98).reversed().flatMap { before in
      (0..<(before % 7 == 1 ? 100 : 10)).map { number in
        Swipe(user: "u\(number)", game: "a", action: .like, day: night.adding(days: -before))
      }
    }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games("a"),
      night: night, workers: Workers(threads: 1))
    let range = DayRange(lastDays: 30, before: night)
    let kpis = [range, TeamRange.Kind.year.previous(of: range)].map {
      activity.teamKPIs(over: $0, users: [])
    }
    #expect(kpis.map { $0.tally[.likes] } == [750, 660])
    let changes = kpis[0].changes(
      since: kpis[1], activity.kpiDays(over: TeamRange.days(for: range), users: []),
      activity.recordedData(users: []))
    let change = try #require(changes.first { $0.kpi.key == "likes" }?.change)
    // 750 / 660 without regard to weekdays; the prior of 100 likes keeps a little of it.
    #expect(change.ratio < 1.05 && !change.isSignificant)
  }

  @Test func `players and sessions are compared within one record`() throws {
    let days = (1...91).reversed().map { night.adding(days: -$0) }
    let swipes = days.flatMap { day in
      (0..<40).map {
        Swipe(user: "u\($0)", game: "a", action: .like, day: day, session: "s\($0)-\(day)")
      }
    }
    for viewers in [0, 60] {
      let logs = (0..<viewers).map {
        Log(user: "v\($0)", game: "a", type: .gameView, day: night.adding(days: -1))
      }
      let activity = Activity(
        interactions: EventTable(swipes), analytics: EventTable(logs), games: games("a"),
        night: night, workers: Workers(threads: 1))
      let found = try #require(
        activity.teamRanges(users: [], wishlists: [], activity.recordedData(users: []))
          .first { $0.kind == .last28Days })
      #expect(found.kpis.current.activePlayers == max(40, viewers))
      let changes = Dictionary(
        uniqueKeysWithValues: found.kpis.changes.map { ($0.kpi.key, $0.change) })
      #expect(
        changes["activePlayers"] != nil && (changes["activePlayers"]! == nil) == (viewers > 0))
      #expect(changes["sessions"] != nil && changes["sessions"]! != nil)
    }
  }
}
