import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// The games that alerts come from, in worlds where the answer is known.
@Suite struct AlertContributionTests {
  private let night = day(70)

  /// - Parameter likes: the number of likes of a game on a day, by the days before the night; each
  ///   of them of another player.
  private func activity(_ likes: (_ game: String, _ daysBefore: Int) -> Int) -> Activity {
    let names = ["a", "b", "c"]
    let swipes = (1...63).reversed().flatMap { before in
      names.flatMap { game in
        (0..<likes(game, before)).map { number in
          Swipe(
            user: "\(game)\(number)", game: game, action: .like, day: night.adding(days: -before))
        }
      }
    }
    return Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics),
      games: games("a", "b", "c"),
      night: night, workers: Workers(threads: 1))
  }

  private func contributions(_ key: String, _ activity: Activity) throws -> [AlertContribution] {
    let alerts = activity.kpiAlerts(
      for: DayRange(lastDays: 28, before: night), users: [], bound: 4)
    let alert = try #require(
      alerts.alerts.first { $0.kpi.key == key && $0.day == night.adding(days: -1) })
    return activity.contributions(to: alert)
  }

  @Test(arguments: ["likes", "impressions", "dailyActive"])
  func `a game that rises alone has all of the rise`(kpi: String) throws {
    let found = try contributions(
      kpi, activity { game, before in game == "b" && before == 1 ? 240 : 40 })
    #expect(found.map(\.gameId) == ["b"])
    #expect(found.map(\.excess) == [200] && found.map(\.share) == [1])
    #expect(found.map(\.explainsAlert) == [true])
  }

  @Test func `a general rise has no game, even if one has most of the events`() throws {
    let found = try contributions(
      "likes", activity { game, before in (game == "a" ? 160 : 20) * (before == 1 ? 3 : 1) })
    #expect(found.isEmpty)
  }

  @Test func `two games that rise share the rise, the larger first`() throws {
    let found = try contributions(
      "likes",
      activity { game, before in
        game == "a" ? 200 : before == 1 ? (game == "b" ? 160 : 100) : 40
      })
    #expect(found.map(\.gameId) == ["b", "c"])
    #expect(found.map(\.share) == [120.0 / 180, 60.0 / 180])
  }

  @Test func `a game that falls explains a fall`() throws {
    let found = try contributions(
      "likes", activity { game, before in game == "c" ? (before == 1 ? 0 : 60) : 40 })
    #expect(found.map(\.gameId) == ["c"] && found.map(\.excess) == [-60])
    #expect(found.map(\.share) == [1])
  }

  @Test func `days with at most half of their events are named`() {
    let quiet = activity { _, before in before == 2 ? 10 : 40 }
      .missingEvents(in: DayRange(lastDays: 7, before: night))
    #expect(quiet.map(\.day) == [night.adding(days: -2)])
    #expect(quiet.map(\.events) == [30] && quiet.map(\.expected) == [120])
    let usual = activity { _, before in before == 2 ? 21 : 40 }
    #expect(usual.missingEvents(in: DayRange(lastDays: 7, before: night)).isEmpty)
  }
}
