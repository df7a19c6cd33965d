import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Two players on two days, computed by hand.
@Suite struct TeamKPITests {
  private let kpis: TeamKPIs
  private let activity: Activity
  private let catalogue =
    games("a", "b", "c", releasedOn: day(0)) + games("later", releasedOn: day(9))

  init() {
    activity = Activity(
      interactions: EventTable([
        Swipe(user: "u1", game: "a", action: .like, day: day(0), session: "s1"),
        Swipe(user: "u1", game: "b", action: .like, day: day(0), session: "s1"),
        Swipe(user: "u2", game: "a", action: .dislike, day: day(0), session: "s2"),
        Swipe(user: "u1", game: "a", action: .skip, day: day(1), session: "s3"),
      ]), analytics: EventTable(.analytics), games: catalogue, night: day(2),
      workers: Workers(threads: 1))
    kpis = activity.teamKPIs(
      over: DayRange(first: day(0), last: day(1)), users: [])
  }

  @Test func `stickiness is mean daily players over monthly players`() {
    // Two on day 0, one on day 1, two in the month: ((2 + 1) / 2) / 2.
    #expect(kpis.stickiness == 0.75)
  }

  @Test func `days without a record have no part in means`() {
    // The range begins eight days before the data.
    let early = activity.teamKPIs(
      over: DayRange(first: day(-8), last: day(1)), users: [])
    #expect(early.meanDailyActive == 1.5 && early.stickiness == 0.75)
  }

  @Test func `stickiness of a short range is that of the 28 days to its end`() {
    let last = activity.teamKPIs(over: DayRange(first: day(1), last: day(1)), users: [])
    #expect(last.meanDailyActive == 1 && last.monthlyActive == 2)
    #expect(last.stickiness == 0.75)
  }

  @Test func `players of 7 and 28 days are known from as many recorded days on`() {
    let recorded = activity.recordedData(users: [])
    let kpis = KPI.all.filter { $0.width > 1 }
    #expect(
      kpis.map { "\($0.key) \($0.firstDay(in: recorded) == day($0.width - 1))" } == [
        "weeklyActive true", "monthlyActive true", "stickiness true",
      ])
    #expect(kpis.allSatisfy { $0.count(on: self.kpis.days[1], in: recorded) == nil })
    #expect(KPI.dailyActive.count(on: self.kpis.days[1], in: recorded) == 1)
  }

  @Test func `the days before a record are not recorded, and the days within it are zeros`() {
    var user = User(id: "u1")
    user.joinedDate = day(4).start
    let activity = Activity(
      interactions: EventTable([
        Swipe(user: "u1", game: "a", action: .like, day: day(0), session: ""),
        Swipe(user: "u1", game: "a", action: .like, day: day(5), session: "s1"),
      ]),
      analytics: EventTable([
        Log(user: "v1", game: "a", type: .gameView, day: day(3)),
        Log(user: "v1", game: "a", type: .externalLinkClick, day: day(5)),
      ]), games: catalogue, night: day(7), workers: Workers(threads: 1))
    let days = activity.kpiDays(over: DayRange(first: day(-1), last: day(6)), users: [user])
    func counts(_ key: String, _ users: [User]) -> [Int?] {
      let recorded = activity.recordedData(users: PackedRecords(users))
      return KPI.all.filter { $0.key == key }.flatMap { kpi in
        days.map { kpi.count(on: $0, in: recorded) }
      }
    }
    #expect(counts("signUps", [user]) == [nil, 0, 0, 0, 0, 1, 0, 0])
    #expect(counts("signUps", [User(id: "u1")]) == days.map { _ in nil })
    #expect(counts("dailyActive", []) == [nil, 1, 0, 0, 1, 0, 1, 0])
    #expect(counts("sessions", []) == [nil, nil, nil, nil, nil, nil, 1, 0])
    // Views and likes make impressions; clicks are of the analytics, which begin on day 3.
    #expect(counts("impressions", []) == [nil, 1, 0, 0, 1, 0, 1, 0])
    #expect(counts("externalClicks", []) == [nil, nil, nil, nil, 0, 0, 1, 0])
    #expect(counts("shares", []) == days.map { _ in nil })
    // The sessions begin on day 5, so that impressions of the days before are of none.
    let recorded = activity.recordedData(users: [])
    for (first, isRecorded) in [(4, false), (5, true)] {
      let range = DayRange(first: day(first), last: day(6))
      #expect(KPI.discoveriesPerSession.isRecorded(in: recorded, of: range) == isRecorded)
      #expect(KPI.sessions.isRecorded(in: recorded, of: range))
    }
  }

  @Test func `likes per session are likes divided by sessions`() {
    // Two likes, three sessions.
    #expect(kpis.likesPerSession == 2.0 / 3)
  }

  @Test func `discoveries per session are impressions divided by sessions`() {
    #expect(kpis.discoveriesPerSession == 4.0 / 3)
  }

  private var health: CatalogueHealth {
    CatalogueHealth(of: activity, games: catalogue, over: kpis.range)
  }

  @Test func `games never shown are released games without an impression`() {
    #expect(health.gamesOut == 3 && health.gamesAnnounced == 1 && health.neverShown == 1)
  }

  @Test func `the top hundredth is one game of three`() {
    // Game a has three of the four impressions.
    #expect(health.topShare == Proportion(3, of: 4))
  }
}
