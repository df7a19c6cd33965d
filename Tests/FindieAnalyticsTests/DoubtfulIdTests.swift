import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Ids that stand for several players or sessions.
struct DoubtfulIdTests {
  /// The doubts about the players and sessions of swipes; event i is i milliseconds after the day
  /// began.
  private func doubts(_ swipes: [Swipe]) -> [DoubtfulId] {
    var table = EventTable(swipes)
    for (row, swipe) in swipes.enumerated() {
      table.milliseconds[row] = swipe.day.start.milliseconds + Int64(row)
    }
    return Activity(
      interactions: table, analytics: EventTable(.analytics), games: games("a"), night: day(50),
      workers: Workers(threads: 1)
    ).doubtfulIds
  }

  private func swipes(_ user: String, _ count: Int, session: String? = nil) -> [Swipe] {
    (0..<count).map {
      Swipe(
        user: user, game: "a", action: .like, day: day(2 + $0 % 30),
        session: session ?? "\(user) \($0)")
    }
  }

  private func players(_ count: Int, events: Int) -> [Swipe] {
    (0..<count).flatMap { swipes("p\($0)", events) }
  }

  @Test func `a player with a tenth of the events is doubtful, with the share and the next`() {
    let found = doubts(players(90, events: 10) + swipes("0", 100))
    #expect(found.count == 1)
    #expect(found.first?.why == .player(next: 10))
    #expect(found.first?.id == "0" && found.first?.collection == .interactions)
    #expect(found.first?.events == 100 && found.first?.total == 1000)
  }

  @Test func `among few players, the share must be larger`() {
    let found = doubts(players(11, events: 10) + swipes("0", 80))
    #expect(found.map(\.id) == ["0"])
  }

  @Test func `two such players are both named, the larger first`() {
    let found = doubts(players(60, events: 5) + swipes("guest", 120) + swipes("-", 150))
    #expect(found.map(\.id) == ["-", "guest"])
    #expect(found.allSatisfy { $0.why == .player(next: 5) })
  }

  @Test func `less than a tenth, less than thrice the next, or few events or players are normal`() {
    #expect(doubts(players(100, events: 10) + swipes("0", 110)) == [])
    #expect(doubts(players(60, events: 5) + swipes("p", 25) + swipes("0", 74)) == [])
    #expect(doubts(players(30, events: 2) + swipes("0", 49)) == [])
    #expect(doubts(players(11, events: 60) + swipes("0", 460)) == [])
    #expect(doubts(players(4, events: 10) + swipes("0", 900)) == [])
    #expect(doubts(players(5, events: 400)) == [])
    #expect(doubts(swipes("0", 400)) == [])
    #expect(doubts([]) == [])
  }

  @Test func `a session id with a tenth of the events is doubtful, and one of a session is not`() {
    let shared = (0..<40).flatMap { swipes("p\($0)", 3, session: "app") }
    let found = doubts(shared + players(60, events: 5))
    // No player's sessions with this id are named again, although they are longer than a day.
    #expect(found.map(\.why) == [.session(next: 1)])
    #expect(found.map(\.id) == ["app"])
    #expect(found.map(\.events) == [120] && found.map(\.total) == [420])
    let one = Swipe(user: "p0", game: "a", action: .like, day: day(3), session: "s")
    #expect(doubts([Swipe](repeating: one, count: 300)) == [])
  }

  @Test func `sessions that never end are doubtful, with the one that has the most events`() {
    let found = doubts(
      (0..<10).flatMap { swipes("p\($0)", 20 + $0, session: "device \($0)") }
        + players(20, events: 5))
    #expect(found.map(\.why) == [.longSessions(events: 245)])
    #expect(found.map(\.id) == ["device 9"])
    #expect(found.map(\.events) == [29] && found.map(\.total) == [345])
    // A few are normal.
    #expect(doubts(swipes("p", 49, session: "s") + players(9, events: 5)) == [])
    #expect(doubts(swipes("p", 50, session: "s") + players(90, events: 6)) == [])
  }

  @Test func `events without a session are not counted`() {
    let none = (0..<40).flatMap { swipes("q\($0)", 10, session: "") }
    #expect(doubts(none + players(40, events: 5)) == [])
  }
}
