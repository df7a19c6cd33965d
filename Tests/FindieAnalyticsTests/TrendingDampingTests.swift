import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Bursts that are damped. The night is day 35, and the window is days 28 to 34.
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

  @Test func `of equal player-days, those of more players weigh more`() throws {
    let few = try #require(entry(push(by: 3, days: 7)))
    let many = try #require(
      entry(
        (0..<21).map { player in
          Swipe(user: "p\(player)", game: "pushed", action: .like, day: day(28 + player % 7))
        }))
    #expect(few.events == 21 && many.events == 21)
    #expect(few.lowerBound < 0.5 * many.lowerBound)
    #expect(few.flags == [.fewPlayers])
    #expect(many.flags.isEmpty)
  }

  @Test func `three players count three tenths of their evidence`() throws {
    // x = 3 · Σδ, N = 3: qx = 0.9 · Σδ. E is 0.
    let decay = (0..<7).reduce(0.0) { $0 + exp2(of: -Double($1) / 3) }
    let lift = try #require(entry(push(by: 3, days: 7))).lift
    #expect(abs(lift - (5 + 0.9 * decay) / 5) < 1e-9)
  }

  @Test func `accounts of one session count as one`() throws {
    let apart = try #require(entry(push(by: 20, days: 1)))
    let together = try #require(entry(push(by: 20, days: 1, session: "one")))
    #expect(apart.flags.isEmpty)
    #expect(together.flags == [.oneSession])
    // x = 20, of which a tenth counts: (5 + 2) / 5.
    #expect(abs(together.lift - 7.0 / 5) < 1e-9)
    #expect(abs(apart.lift - 25.0 / 5) < 1e-9)
  }

  @Test func `one session id for all players lowers no game's credit`() throws {
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

/// 2^x, without the platform's function: squares and roots.
private func exp2(of x: Double) -> Double {
  guard x < 0 else { return 1 }
  // x is a multiple of a third here.
  let thirds = Int((-x * 3).rounded())
  let root = 0.7937005259840998  // 2^(-1/3)
  return (0..<thirds).reduce(1.0) { product, _ in product * root }
}
