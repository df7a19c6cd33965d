import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Session lengths, computed by hand.
@Suite struct SessionLengthTests {
  /// Interactions at given seconds of given days, by session.
  private func kpis(
    _ events: [(session: String, day: Int, second: Int64)], analytics: EventTable? = nil
  ) -> TeamKPIs {
    var table = EventTable(
      events.map {
        Swipe(user: "u", game: "a", action: .like, day: day($0.day), session: $0.session)
      })
    for (row, event) in events.enumerated() {
      table.milliseconds[row] = day(event.day).start.milliseconds + event.second * 1000
    }
    let activity = Activity(
      interactions: table, analytics: analytics ?? EventTable(.analytics), games: games("a"),
      night: day(9), workers: Workers(threads: 1))
    return activity.teamKPIs(
      over: DayRange(first: day(2), last: day(8)), users: [])
  }

  @Test func `a session lasts from its first event to its last`() {
    let length = kpis([("s", 2, 10), ("s", 2, 70), ("s", 2, 40)]).sessionLength
    #expect(length.sessions == 1)
    #expect(length.quartiles?.median == 60)
  }

  @Test func `a session over midnight counts once, on the day on which it started`() {
    let length = kpis([("s", 2, 86_340), ("s", 3, 60)]).sessionLength
    #expect(length.sessions == 1)
    #expect(length.quartiles?.median == 120)
  }

  @Test func `a session that started before the range does not count`() {
    let kpis = kpis([("s", 1, 86_340), ("s", 2, 60)])
    #expect(kpis.sessions == 1)
    #expect(kpis.sessionLength.sessions == 0)
    #expect(kpis.sessionLength.quartiles == nil)
  }

  @Test func `a session with one event has no duration and counts`() {
    let length = kpis([("s", 2, 5), ("t", 3, 5), ("t", 3, 15)]).sessionLength
    #expect(length.sessions == 2 && length.instant == 1)
    #expect(length.quartiles?.median == 5)
  }

  @Test func `a session is of one player, also if others use its id`() {
    // "b" has the id of "a" on another day, and "c" in the same second.
    let events: [(user: String, day: Int, second: Int64)] = [
      ("a", 2, 10), ("b", 5, 700), ("a", 2, 40), ("c", 2, 10), ("b", 5, 790), ("c", 2, 70),
    ]
    for id in ["1772445600", "s"] {
      var table = EventTable(
        events.map { Swipe(user: $0.user, game: "a", action: .like, day: day($0.day), session: id) }
      )
      for (row, event) in events.enumerated() {
        table.milliseconds[row] = day(event.day).start.milliseconds + event.second * 1000
      }
      let activity = Activity(
        interactions: table, analytics: EventTable(.analytics), games: games("a"), night: day(9),
        workers: Workers(threads: 1))
      let kpis = activity.teamKPIs(
        over: DayRange(first: day(2), last: day(8)), users: [])
      #expect(kpis.sessions == 3)
      // 30, 60 and 90 seconds.
      #expect(kpis.sessionLength.quartiles?.median == 60)
      #expect(kpis.days.first { $0.day == day(2) }?.sessions == 2)
      #expect(kpis.discoveriesPerSession == 2)
      // Equal numbers are a coincidence: only other ids are evidence that players share a session.
      var count = PresenceCount(.interactions, night: day(9))
      count.add(table)
      #expect(count.hasSharedSessions == (id == "s"))
    }
  }

  @Test func `a session longer than a day counts as one on each of its days`() {
    let kpis = kpis([
      ("s", 1, 86_000), ("s", 2, 100), ("s", 2, 130), ("s", 4, 500), ("t", 5, 50), ("t", 6, 50),
      ("u", 7, 50), ("u", 8, 51),
    ])
    // "s" on two days of the range, "t", which is exactly a day long, and "u" on two.
    #expect(kpis.sessions == 5)
    #expect(kpis.sessionLength.sessions == 5 && kpis.sessionLength.instant == 3)
    #expect(kpis.sessionLength.quartiles?.upper == 30)
    #expect(kpis.days.map(\.sessions) == [1, 0, 1, 1, 1, 1, 1])
  }

  @Test func `an empty session id does not count as a session`() {
    #expect(kpis([("", 2, 5), ("", 3, 5)]).sessionLength.sessions == 0)
  }

  @Test func `quartiles are interpolated by Hyndman and Fan's definition 7`() {
    // numpy.quantile([1, 2, 4, 8], [0.25, 0.5, 0.75]) is [1.75, 3., 5.].
    let quartiles = Quartiles(ofSorted: [1, 2, 4, 8])
    #expect(quartiles?.lower == 1.75)
    #expect(quartiles?.median == 3)
    #expect(quartiles?.upper == 5)
  }
}
