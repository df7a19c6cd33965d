import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Three players, two games, four days; the night is day 4.
@Suite struct ActivityTests {
  private let activity = Activity(
    interactions: EventTable([
      Swipe(user: "u1", game: "a", action: .like, day: day(0), session: "s1"),
      Swipe(user: "u1", game: "a", action: .like, day: day(1), session: "s2"),
      Swipe(user: "u2", game: "a", action: .dislike, day: day(1), session: "s3"),
      Swipe(user: "u2", game: "a", action: .viewDetails, day: day(1), session: "s3"),
      Swipe(user: "u3", game: "b", action: .superLike, day: day(2), session: "s4"),
      Swipe(user: "u3", game: "gone", action: .like, day: day(2), session: "s4"),
      Swipe(user: "u3", game: "b", action: .skip, day: day(4), session: "s5"),
    ]),
    analytics: EventTable([
      Log(user: "h1", game: "a", type: .gameView, day: day(1)),
      Log(user: "h2", game: "a", type: .gameView, day: day(1)),
      Log(user: "h3", game: "a", type: .gameView, day: day(1)),
      Log(user: "h1", game: "a", type: .gameLike, day: day(1)),
      Log(user: "h4", game: "b", type: .gameLike, day: day(3)),
      Log(user: "h4", game: "b", type: .externalLinkClick, day: day(3)),
    ]),
    games: games("b", "a"), night: day(4), workers: Workers(threads: 2))

  private func tally(_ game: String) throws -> Tally {
    activity.tally(
      of: try #require(activity.index(of: game)), in: DayRange(first: day(0), last: day(3)))
  }

  @Test func `games are those of the catalogue by id, then those that only events refer to`() {
    #expect(activity.gameIds == ["a", "b", "gone"])
  }

  @Test func `events of an unknown game are counted apart`() {
    #expect(activity.unknownGameEvents == 1)
  }

  @Test func `there is one row per game and day`() {
    // a: days 0 and 1; b: days 2 and 3; gone: day 2. Day 4 is the night's own.
    #expect(activity.rowCount == 5)
  }

  @Test func `views are impressions, and swipes are if a game's day has no view`() throws {
    // a: one verdict on day 0, three views on day 1.
    #expect(try tally("a")[.impressions] == 1 + 3)
  }

  @Test func `a like in both records is counted once`() throws {
    #expect(try tally("a")[.likes] == 2)
  }

  @Test func `likes come from analytics on a day without swipe records`() throws {
    let tally = try tally("b")
    #expect(tally[.likes] == 1)
    #expect(tally.sources(of: .likes) == [.analytics])
  }

  @Test func `each number has the records it came from`() throws {
    let tally = try tally("a")
    #expect(tally.sources(of: .impressions) == [.interactions, .analytics])
    #expect(tally.sources(of: .likes) == [.interactions])
    #expect(tally.sources(of: .shares) == [])
  }

  @Test func `a neutral rating is no measure, but its player and its day count`() throws {
    let swipes = (0..<3).map { Swipe(user: "u\($0)", game: "a", action: .neutral, day: day($0)) }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games("a"),
      night: day(4), workers: Workers(threads: 1))
    let tally = activity.total
    #expect(Measure.allCases.allSatisfy { tally[$0] == 0 && tally.sources(of: $0).isEmpty })
    #expect(tally.cards == 0 && !tally.isEmpty && activity.rowCount == 3)
    #expect(activity.recordedMeasures().isEmpty)
  }

  @Test func `events on the as-of day are left out`() throws {
    #expect(try tally("b")[.skips] == 0)
  }

  @Test func `empty data counts nothing`() {
    let empty = Activity(
      interactions: EventTable(.interactions), analytics: EventTable(.analytics), games: games("a"),
      night: day(4), workers: Workers(threads: 1))
    #expect(empty.total.isEmpty)
    #expect(empty.recordedMeasures().isEmpty)
  }
}
