import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Bursts by few players, by one session and by fresh accounts. The night is day 35, and the window
/// is days 28 to 34.
@Suite struct TrendingDampingTests {
  private let night = day(35)

  /// A catalogue with constant engagement, so that nothing else rises.
  private let rest = (0..<35).flatMap { number in
    (0..<60).map { player in
      Swipe(
        user: "r\(number)-\(player)", game: "rest", action: .like, day: day(number),
        session: "r\(number)-\(player)")
    }
  }

  private func entry(
    _ swipes: [Swipe], logs: [Log] = [], users: [User] = [], others: [String] = [],
    _ change: (inout TrendingParameters) -> Void = { _ in }
  ) -> TrendingGames.Entry? {
    list(swipes, logs: logs, users: users, others: others, change)
      .first { $0.gameId == "pushed" }
  }

  private func list(
    _ swipes: [Swipe], logs: [Log] = [], users: [User] = [], others: [String] = [],
    _ change: (inout TrendingParameters) -> Void = { _ in }
  ) -> [TrendingGames.Entry] {
    var parameters = TrendingParameters()
    change(&parameters)
    let catalogue = games("pushed", "rest") + others.flatMap { games($0) }
    let activity = Activity(
      interactions: EventTable(swipes + rest), analytics: EventTable(logs), games: catalogue,
      night: night, workers: Workers(threads: 1))
    return Trending(parameters).lists(activity, games: catalogue, users: PackedRecords(users))[0]
      .games
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

  /// `count` players who each like the pushed game on one of the last seven days.
  private func arrive(_ count: Int) -> [Swipe] {
    (0..<count).map { player in
      Swipe(
        user: "p\(player)", game: "pushed", action: .like, day: day(28 + player % 7),
        session: "s\(player)")
    }
  }

  @Test func `of equal player-days, only those of enough players are a trend`() throws {
    #expect(entry(push(by: 6, days: 7)) == nil)
    let some = try #require(entry(arrive(42)))
    #expect(some.events == 42 && some.flags == [.fewPlayers])
    let many = try #require(entry(arrive(63)))
    #expect(many.events == 63 && many.flags.isEmpty)
  }

  @Test func `a player counts once a week, with the strongest action`() throws {
    // A day adds what is above the six days before.
    let once = try #require(entry(push(by: 60, days: 1))).lift
    #expect(abs(once - 13) < 1e-9)
    let swipes = push(by: 60, days: 1)
    let views = swipes.map { swipe in
      var swipe = swipe
      swipe.action = .viewDetails
      swipe.day = day(28)
      return swipe
    }
    let weaker = try #require(entry(swipes + views)).lift
    // E = 0, and the views count half on a day that is two half-lives old.
    #expect(abs(weaker - (5 + 60 * (0.5 + 0.5 * 0.25)) / 5) < 1e-9)
  }

  /// The strongest actions on the last day, which weigh 1.5.
  @Test(arguments: [1, 6, 10, 11, 13, 20, 30, 31, 60])
  func `up to ten players are no trend, and up to thirty are flagged`(players: Int) {
    var swipes = push(by: players, days: 1)
    for index in swipes.indices { swipes[index].action = .superLike }
    let found = entry(swipes)
    if players <= 10 { #expect(found == nil) }
    if players <= 30 { #expect(found?.flags ?? [.fewPlayers] == [.fewPlayers]) }
    if players == 20 || players == 60 { #expect(found != nil) }
    if players == 60 { #expect(found?.flags == []) }
    let believed = entry(swipes) { ($0.listedWithout, $0.unflaggedWithout) = (0, 0) }
    if players >= 10 { #expect(believed?.flags == []) }
  }

  @Test func `one person's ids of both records count as one`() {
    // Ten people like on one day, and click under other ids on the next.
    let logs = (0..<10).map {
      Log(user: "h\($0)", game: "pushed", type: .externalLinkClick, day: day(34))
    }
    let swipes = push(by: 10, days: 2).filter { $0.day == day(33) }.map { swipe in
      var swipe = swipe
      swipe.action = .superLike
      return swipe
    }
    #expect(entry(swipes, logs: logs) == nil)
    #expect(entry(swipes, logs: logs) { $0.listedWithout = 5 } != nil)
  }

  @Test func `a few interactions do not hide the analytics events of a baseline`() {
    // Sixty players click every day; on the days before the window one interaction is beside them.
    let logs = (0..<35).flatMap { number in
      (0..<60).map { player in
        Log(
          user: "h\(number)-\(player)", game: "pushed", type: .externalLinkClick, day: day(number))
      }
    }
    let swipes = (0..<28).map {
      Swipe(user: "one", game: "pushed", action: .like, day: day($0), session: "s\($0)")
    }
    #expect(entry(swipes, logs: logs) == nil)
  }

  @Test func `accounts that engage with all other games before the window lift no game`() {
    // Thirty accounts like each of 300 games on each week of the baseline.
    let others = (0..<300).map { "other\($0)" }
    let flood = (0..<30).flatMap { player in
      others.enumerated().flatMap { number, game in
        (0..<4).map {
          Swipe(
            user: "f\(player)", game: game, action: .like, day: day(7 * $0 + number % 7),
            session: "f\(player)-\($0)")
        }
      }
    }
    // A steady game of as many players as the rest.
    let steady = (0..<35).flatMap { number in
      (0..<20).map { player in
        Swipe(
          user: "t\(number)-\(player)", game: "pushed", action: .like, day: day(number),
          session: "t\(number)-\(player)")
      }
    }
    #expect(entry(steady + flood, others: others) == nil)
    // If the most active players moved the catalogue's change it would rise, so the test can fail.
    #expect(entry(steady + flood, others: others) { $0.unflaggedWithout = 0 } != nil)
  }

  @Test func `flagged games are below all others`() throws {
    let strong = push(by: 30, days: 1)
    let weak = (0..<84).map { player in
      Swipe(
        user: "w\(player)", game: "weak", action: .viewDetails, day: day(28 + player % 7),
        session: "w\(player)")
    }
    let games = list(strong + weak, others: ["weak"])
    #expect(games.map(\.gameId) == ["weak", "pushed"])
    #expect(games.map(\.flags) == [[], [.fewPlayers]])
    #expect(games[0].lowerBound < games[1].lowerBound)
  }

  @Test(arguments: [(20, false), (40, true)])
  func `a game must rise without its strongest players`(players: Int, isEnough: Bool) {
    let found = entry(push(by: players, days: 1)) { $0.listedWithout = 20 }
    #expect((found != nil) == isEnough)
  }

  @Test func `accounts of one session count as one`() throws {
    #expect(try #require(entry(push(by: 60, days: 1))).flags.isEmpty)
    #expect(entry(push(by: 60, days: 1, session: "one")) == nil)
  }

  @Test func `a game that mostly one session pushes is flagged`() throws {
    // The session's seventy accounts are fresh, sixty others are established.
    let swipes = (0..<130).map { player in
      Swipe(
        user: "p\(player)", game: "pushed", action: .like, day: day(34),
        session: player < 70 ? "one" : "s\(player)")
    }
    let found = try #require(entry(swipes, users: joined(70, on: day(34))))
    #expect(found.flags == [.oneSession, .freshAccounts])
    // E = 0: (5 + 60) / 5.
    #expect(abs(found.lift - 13) < 1e-9)
  }

  @Test func `one session id for all players excludes no game`() throws {
    let catalogue = games("pushed", "rest")
    var swipes = push(by: 60, days: 1) + rest
    for index in swipes.indices { swipes[index].session = "app" }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: catalogue,
      night: night, workers: Workers(threads: 1))
    let first = try #require(Trending().lists(activity, games: catalogue, users: [])[0].games.first)
    #expect(first.gameId == "pushed" && first.flags.isEmpty)
  }

  @Test func `fresh accounts give no evidence`() {
    let swipes = push(by: 60, days: 1)
    #expect(entry(swipes, users: joined(60, on: day(34))) == nil)
    #expect(entry(swipes, users: joined(60, on: day(32))) == nil)
    #expect(entry(swipes, users: joined(60, on: day(31)))?.flags == [])
    #expect(entry(swipes, users: joined(60, on: day(34))) { $0.freshAccountDays = 0 }?.flags == [])
  }

  @Test func `a rise mostly from fresh accounts is flagged, and the others' engagement counts`()
    throws
  {
    let mixed = try #require(entry(push(by: 130, days: 1), users: joined(70, on: day(34))))
    #expect(mixed.flags == [.freshAccounts])
    #expect(mixed.events == 130)
    // Sixty established players, E = 0: (5 + 60) / 5.
    #expect(abs(mixed.lift - 13) < 1e-9)
  }
}
