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
  private func activity(
    dislikes: (_ game: String, _ daysBefore: Int) -> Int = { _, _ in 0 },
    _ likes: (_ game: String, _ daysBefore: Int) -> Int
  ) -> Activity {
    let names = ["a", "b", "c"]
    let swipes = (1...63).reversed().flatMap { before in
      names.flatMap { game in
        (0..<likes(game, before) + dislikes(game, before)).map { number in
          Swipe(
            user: "\(game)\(number)", game: game,
            action: number < likes(game, before) ? .like : .dislike,
            day: night.adding(days: -before))
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
      for: DayRange(lastDays: 28, before: night), users: [])
    let alert = try #require(
      alerts.alerts.first { $0.kpi.key == key && $0.day == night.adding(days: -1) })
    return activity.contributions(to: alert)
  }

  @Test(arguments: ["likes", "impressions", "dailyActive"])
  func `a game that rises alone has all of the rise`(kpi: String) throws {
    let found = try contributions(
      kpi, activity { game, before in game == "b" && before == 1 ? 240 : 40 })
    #expect(found.map(\.gameId) == ["b"])
    #expect(found.allSatisfy { abs($0.excess - 200) < 5 && abs($0.share - 1) < 0.05 })
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
    #expect(zip(found, [120.0, 60]).allSatisfy { abs($0.share - $1 / 180) < 0.03 })
  }

  @Test func `a game that falls explains a fall`() throws {
    let found = try contributions(
      "likes", activity { game, before in game == "c" ? (before == 1 ? 0 : 60) : 40 })
    #expect(found.map(\.gameId) == ["c"])
    #expect(found.allSatisfy { abs($0.excess + 60) < 2 && abs($0.share - 1) < 0.05 })
  }

  /// The likes of 120, 40 and 40 cards a day.
  private func rates(_ likes: @escaping (_ game: String, _ daysBefore: Int) -> Int) -> Activity {
    activity(
      dislikes: { game, before in (game == "a" ? 240 : 80) - likes(game, before) }, likes)
  }

  @Test func `a like rate that falls in all games has no game, even if one has most cards`() throws
  {
    let found = try contributions(
      "likeRate",
      rates { game, before in (game == "a" ? 120 : 40) / (before == 1 ? 2 : 1) })
    #expect(found.isEmpty)
  }

  @Test func `the game whose own like rate falls has the fall`() throws {
    let found = try contributions(
      "likeRate",
      rates { game, before in game == "a" ? 120 : game == "c" && before == 1 ? 4 : 40 })
    #expect(found.map(\.gameId) == ["c"] && found.map(\.explainsAlert) == [true])
  }

  @Test func `a game without earlier events explains a rise`() throws {
    let found = try contributions(
      "likes", activity { game, before in game == "b" ? (before == 1 ? 90 : 0) : 40 })
    #expect(found.map(\.gameId) == ["b"] && found.map(\.explainsAlert) == [true])
  }

  @Test func `days with at most half of their events are named`() {
    let quiet = activity { _, before in before == 2 ? 10 : 40 }
      .missingEvents(in: DayRange(lastDays: 7, before: night))
    #expect(quiet.map(\.day) == [night.adding(days: -2)])
    #expect(quiet.map(\.events) == [30])
    #expect(quiet.allSatisfy { abs($0.expected - 120) < 1 })
    let usual = activity { _, before in before == 2 ? 21 : 40 }
    #expect(usual.missingEvents(in: DayRange(lastDays: 7, before: night)).isEmpty)
  }

  @Test func `a record that loses half of its events is named, although days vary by a half`() {
    func missing(lossOn lossDay: Int, of lost: EventSource?) -> [MissingEvents] {
      var (swipes, logs): ([Swipe], [Log]) = ([], [])
      for before in (1...63).reversed() {
        let date = night.adding(days: -before)
        let players = 60 + 7 * (before * before % 11)
        for number in 0..<players {
          let isKept = before != lossDay || number % 2 == 0
          if isKept || lost != .interactions {
            swipes.append(Swipe(user: "u\(number)", game: "a", action: .like, day: date))
          }
          if isKept || lost != .analytics {
            logs.append(Log(user: "h\(number)", game: "a", type: .gameView, day: date))
          }
        }
      }
      return Activity(
        interactions: EventTable(swipes), analytics: EventTable(logs), games: games("a"),
        night: night, workers: Workers(threads: 1)
      ).missingEvents(in: DayRange(lastDays: 7, before: night))
    }
    for source in EventSource.allCases {
      let found = missing(lossOn: 3, of: source)
      #expect(found.map(\.day) == [night.adding(days: -3)] && found.map(\.source) == [source])
    }
    #expect(missing(lossOn: 3, of: nil).isEmpty)
  }
}
