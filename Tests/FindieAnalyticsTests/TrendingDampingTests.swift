import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Bursts by few players, by one session and by fresh accounts. The night is day 35, and the window is days 28 to 34.
@Suite struct TrendingDampingTests {
  private let night = day(35)

  /// A catalogue with constant engagement, so that nothing else rises.
  private let rest = (0..<35).flatMap { number in
    (0..<20).map { player in
      Swipe(
        user: "r\(number)-\(player)", game: "rest", action: .like, day: day(number),
        session: "r\(number)-\(player)")
    }
  }

  private func entry(
    _ swipes: [Swipe], users: [User] = [], _ change: (inout TrendingParameters) -> Void = { _ in }
  ) -> TrendingGames.Entry? {
    var parameters = TrendingParameters()
    change(&parameters)
    let catalogue = games("pushed", "rest")
    let activity = Activity(
      interactions: EventTable(swipes + rest), analytics: EventTable(.analytics), games: catalogue,
      night: night, workers: Workers(threads: 1))
    return Trending(parameters).lists(activity, games: catalogue, users: users)[0].games
      .first { $0.gameId == "pushed" }
  }

  /// `count` players who like the pushed game on each of the last `days` days, each in a separate
  /// session.
  private func push(by count: Int, days: Int, session: String? = nil) -> [Swipe] {
    (0..<count).flatMap { player in
      (0..<days).map { back in
        Swipe(
          user: "p\(player)", game: "pushed", action: .like, day: day(34 - back),
          session: session ?? "s\(player)-\(back)")
      }
    }
  }

  private func joined(_ count: Int, on joined: Day) -> [User] {
    (0..<count).map { User(id: "p\($0)", joinedDate: joined.start) }
  }

  @Test func `of equal player-days, only those of enough players are a trend`() throws {
    #expect(entry(push(by: 6, days: 7)) == nil)
    let many = try #require(
      entry(
        (0..<42).map { player in
          Swipe(user: "p\(player)", game: "pushed", action: .like, day: day(28 + player % 7))
        }))
    #expect(many.events == 42 && many.flags.isEmpty)
  }

  @Test(arguments: [(19, false), (20, true)])
  func `the minimum number of players is enough`(players: Int, isEnough: Bool) {
    let found = entry(push(by: players, days: 1)) { $0.independentPlayers = 20 }
    #expect((found != nil) == isEnough)
  }

  @Test func `accounts of one session count as one`() throws {
    #expect(try #require(entry(push(by: 20, days: 1))).flags.isEmpty)
    #expect(entry(push(by: 20, days: 1, session: "one")) == nil)
  }

  @Test func `a game that mostly one session pushes is flagged`() throws {
    // The session's thirty accounts are fresh, twenty others are established.
    let swipes = (0..<50).map { player in
      Swipe(
        user: "p\(player)", game: "pushed", action: .like, day: day(34),
        session: player < 30 ? "one" : "s\(player)")
    }
    let found = try #require(entry(swipes, users: joined(30, on: day(34))))
    #expect(found.flags == [.oneSession, .freshAccounts])
    // E = 0: (5 + 20) / 5.
    #expect(abs(found.lift - 5) < 1e-9)
  }

  @Test func `one session id for all players excludes no game`() throws {
    let catalogue = games("pushed", "rest")
    var swipes = push(by: 20, days: 1) + rest
    for index in swipes.indices { swipes[index].session = "app" }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: catalogue,
      night: night, workers: Workers(threads: 1))
    let first = try #require(Trending().lists(activity, games: catalogue, users: [])[0].games.first)
    #expect(first.gameId == "pushed" && first.flags.isEmpty)
  }

  @Test func `fresh accounts give no evidence`() {
    let swipes = push(by: 40, days: 1)
    #expect(entry(swipes, users: joined(40, on: day(34))) == nil)
    #expect(entry(swipes, users: joined(40, on: day(32))) == nil)
    #expect(entry(swipes, users: joined(40, on: day(31)))?.flags == [])
    #expect(entry(swipes, users: joined(40, on: day(34))) { $0.freshAccountDays = 0 }?.flags == [])
  }

  @Test func `a rise mostly from fresh accounts is flagged, and the others' engagement counts`()
    throws
  {
    let mixed = try #require(entry(push(by: 40, days: 1), users: joined(25, on: day(34))))
    #expect(mixed.flags == [.freshAccounts])
    #expect(mixed.events == 40)
    // Fifteen established players, E = 0: (5 + 15) / 5.
    #expect(abs(mixed.lift - 4) < 1e-9)
  }
}
