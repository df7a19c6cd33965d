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
