import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Testing

/// The night is day 35: the window is days 28 to 34, the baseline days 0 to 27.
@Suite struct TrendingTests {
  private let night = day(35)

  /// `count` likes by as many players, spread over days.
  private func likes(_ game: String, _ count: Int, _ days: Range<Int>) -> [Swipe] {
    (0..<count).map { number in
      Swipe(
        user: "\(game)-\(days.lowerBound)-\(number)", game: game, action: .like,
        day: day(days.lowerBound + number % days.count))
    }
  }

  private func entries(_ swipes: [Swipe], _ games: [Game]) -> [TrendingGames.Entry] {
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games,
      night: night, workers: Workers(threads: 1))
    return Trending().lists(activity, games: games, users: [])[0].games
  }

  @Test func `three likes without a history are no trend beside a game that really rises`() {
    let swipes =
      likes("riser", 28, 0..<28) + likes("riser", 42, 28..<35)
      + likes("nothing", 3, 28..<35) + likes("steady", 400, 0..<28) + likes("steady", 100, 28..<35)
    let ids = entries(swipes, games("nothing", "riser", "steady")).map(\.gameId)
    #expect(ids == ["riser"])
  }

  @Test func `a big game that stays big is not trending`() throws {
    let swipes =
      likes("big", 4000, 0..<28) + likes("big", 1000, 28..<35)
      + likes("riser", 20, 0..<28) + likes("riser", 45, 28..<35)
    let ids = entries(swipes, games("big", "riser")).map(\.gameId)
    #expect(ids == ["riser"])
  }

  @Test func `a game that may not be listed changes no other entry, and not the backtest`() throws {
    let swipes =
      likes("a", 20, 0..<28) + likes("a", 63, 28..<35) + likes("b", 20, 0..<28)
      + likes("b", 54, 28..<35) + likes("c", 20, 0..<28) + likes("c", 45, 28..<35)
      + likes("steady", 4000, 0..<28) + likes("steady", 1000, 28..<35)
    let games = games("a", "b", "c", "steady")
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games,
      night: night, workers: Workers(threads: 1))
    let all = Trending().findings(activity, games: games, users: [])
    let some = Trending().findings(
      activity, games: games, isListed: [true, false, true, true], users: [])
    let entries = all.lists[0].games
    #expect(entries.map(\.gameId) == ["a", "b", "c"])
    #expect(some.lists[0].games.map(\.gameId) == ["a", "c"])
    #expect(some.lists[0].games.map(\.rank) == [1, 2])
    #expect(some.lists[0].games.map(\.lift) == [entries[0].lift, entries[2].lift])
    #expect(some.backtest == all.backtest)
  }

  @Test func `lift and lower bound are the posterior's`() throws {
    // One like on each day of the baseline, so that b = 1 and all weekdays are alike; with a
    // half-life of a day, 80 likes on the last day but one and 40 on the last: x = 80/2 + 40 = 80
    // by 120 players. E/c = 127/64, alone in the catalogue c = (80 + 5) / (127/64 + 5),
    // E = 10795/447, lift = (5 + 80) / (5 + 10795/447).
    var parameters = TrendingParameters()
    parameters.halfLifeInDays = 1
    let swipes =
      likes("a", 28, 0..<28)
      + (0..<120).map { number in
        Swipe(user: "u\(number)", game: "a", action: .like, day: day(number < 80 ? 33 : 34))
      }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games("a"),
      night: night, workers: Workers(threads: 1))
    let entry = try #require(
      Trending(parameters).lists(activity, games: games("a"), users: [])[0].games.first)
    #expect(abs(entry.lift - 7599.0 / 2606) < 1e-12)
    // Without ten players of the last day x = 70. The variance of x relative to its mean is that of
    // the decay, Σδ² / Σδ = (5461/4096) / (127/64), since no day of the baseline varies. The
    // relative variance of the level is 1 / (5 + 28).
    let shape = 1 / (1 / (5 + 70 * 8128.0 / 5461) + 1.0 / 33)
    let bound = GammaDistribution(shape: shape, rate: shape * 2606 / 7599 * 85 / 75)
      .quantile(z: -1.6448536269514722)
    #expect(abs(entry.lowerBound - bound) < 1e-12)
    #expect(entry.events == 120)
    #expect(entry.flags.isEmpty)
  }

  /// 150 games whose days vary by ±45 % for no reason; some of them double in the window.
  private func varyingDays(doubled: Set<Int> = []) -> [String] {
    var random = SeededGenerator(seed: 9)
    var swipes: [Swipe] = []
    let ids = (0..<150).map { "g\($0)" }
    for (number, id) in ids.enumerated() {
      for date in 0..<35 {
        // Uniform from 0.22 to 1.78: the standard deviation is 0.45.
        let factor = Double.random(in: 0.22..<1.78, using: &random)
        let mean = 25 * factor * (date >= 28 && doubled.contains(number) ? 2 : 1)
        let count = (0..<200).count { _ in Double.random(in: 0..<200, using: &random) < mean }
        swipes += (0..<count).map {
          Swipe(user: "\(id)-\(date)-\($0)", game: id, action: .like, day: day(date))
        }
      }
    }
    var parameters = TrendingParameters()
    parameters.listedWithout = 0
    parameters.listLength = 1000
    let games = ids.map { Game(id: $0, title: $0, developerId: "d", genres: []) }
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games,
      night: night, workers: Workers(threads: 1))
    return Trending(parameters).lists(activity, games: games, users: [])[0].games.map(\.gameId)
  }

  @Test func `of games whose days only vary, about one in twenty is listed`() {
    // 5 % by the bound; 36 of 150 with the variance of Poisson counts.
    #expect(varyingDays().count <= 15)
  }

  @Test func `games that double are listed, although their days vary`() {
    let found = Set(varyingDays(doubled: [3, 50, 77, 120, 149]))
    #expect(["g3", "g50", "g77", "g120", "g149"].count { found.contains($0) } >= 4)
  }

  @Test func `a day counts half after each half-life`() throws {
    // 320 likes on the last day count sixteen times as much as 320 likes four half-lives before.
    var parameters = TrendingParameters()
    parameters.halfLifeInDays = 1
    let catalogue = games("early", "late", "steady")
    let activity = Activity(
      interactions: EventTable(
        likes("early", 320, 30..<31) + likes("late", 320, 34..<35) + likes("steady", 35, 0..<35)),
      analytics: EventTable(.analytics), games: catalogue, night: night,
      workers: Workers(threads: 1))
    let entries = Trending(parameters).lists(activity, games: catalogue, users: [])[0].games
    // E is 0 for both: (5 + 320) / 5 and (5 + 320/16) / 5.
    #expect(entries.map(\.gameId) == ["late", "early"])
    #expect(zip(entries.map(\.lift), [65, 5]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `a game released on a weekend is not trending for its weekend`() throws {
    // Four games have 1000 likes on two days of each week and 100 on the others; so has the fifth,
    // which was released on the first of those days, 33.
    func count(_ number: Int) -> Int { number % 7 > 4 ? 1000 : 100 }
    let steady = (0..<35).flatMap { number in
      (0..<4).flatMap { likes("g\($0)", count(number), number..<number + 1) }
    }
    let swipes = steady + likes("new", 1000, 33..<34) + likes("new", 1000, 34..<35)
    let catalogue = games("g0", "g1", "g2", "g3") + games("new", releasedOn: day(33))
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: catalogue,
      night: night, workers: Workers(threads: 1))
    func lift(prior: Double) -> Double? {
      var parameters = TrendingParameters()
      parameters.rhythmPriorEvents = prior
      parameters.priorEvents = 50
      return Trending(parameters).lists(activity, games: catalogue, users: [])[0].games
        .first { $0.gameId == "new" }?.lift
    }
    #expect(lift(prior: 1) == nil)
    // If all weekdays were equal, 2000 in two days would be compared with a mean of 357 a day.
    #expect(try #require(lift(prior: 1e8)) > 1.3)
  }

  @Test func `a player counts once per game and day`() throws {
    let once = (0..<60).map { number in
      Swipe(user: "u\(number)", game: "a", action: .like, day: day(30))
    }
    #expect(entries(once, games("a")).count == 1)
    let often = once + Array(repeating: once[0], count: 50)
    #expect(entries(often, games("a")) == entries(once, games("a")))
  }

  @Test func `on a quiet night every list is empty`() {
    let catalogue = games("a", "b")
    let activity = Activity(
      interactions: EventTable(likes("a", 350, 0..<35) + likes("b", 70, 0..<35)),
      analytics: EventTable(.analytics), games: catalogue, night: night,
      workers: Workers(threads: 1))
    let (lists, backtest) = Trending().findings(activity, games: catalogue, users: [])
    #expect(lists.map(\.genre) == [nil] + Genre.allCases.map(Optional.some))
    #expect(lists.allSatisfy { $0.games.isEmpty })
    #expect(backtest.trending == nil)
  }

  @Test func `past nights without a trend are said to have none`() {
    var parameters = TrendingParameters()
    parameters.baselineInDays = 7
    let catalogue = games("a", "b")
    let activity = Activity(
      interactions: EventTable(likes("a", 350, 0..<35) + likes("b", 70, 0..<35)),
      analytics: EventTable(.analytics), games: catalogue, night: night,
      workers: Workers(threads: 1))
    let backtest = Trending(parameters).findings(activity, games: catalogue, users: []).backtest
    #expect(backtest.nights > 0 && backtest.trending == nil && backtest.mostEngaged != nil)
    #expect(backtest.nights > 0 && backtest.difference == nil)
  }

  @Test func `a dislike is not engagement`() {
    let swipes = [Swipe(user: "u", game: "a", action: .dislike, day: day(30))]
    #expect(entries(swipes, games("a")).isEmpty)
  }

  @Test func `an unreleased game is not trending`() {
    let swipes = likes("a", 20, 28..<35)
    #expect(entries(swipes, games("a", releasedOn: night)).isEmpty)
  }

  @Test func `ties are in order of id`() {
    let swipes = likes("b", 70, 28..<35) + likes("a", 70, 28..<35) + likes("c", 8, 0..<28)
    #expect(entries(swipes, games("b", "a", "c")).map(\.gameId) == ["a", "b"])
  }

  @Test func `the list of all genres is first, then each genre's`() {
    var catalogue = games("a", "b")
    catalogue[0].genres = [.rpg]
    catalogue[1].genres = [.puzzle]
    let activity = Activity(
      interactions: EventTable(likes("a", 70, 28..<35) + likes("b", 63, 28..<35)),
      analytics: EventTable(.analytics), games: catalogue, night: night,
      workers: Workers(threads: 1))
    let lists = Trending().lists(activity, games: catalogue, users: [])
    #expect(lists.map(\.genre) == [nil] + Genre.allCases.map(Optional.some))
    #expect(lists.first { $0.genre == .rpg }?.games.map(\.gameId) == ["a"])
    #expect(lists.first { $0.genre == .rpg }?.games.map(\.rank) == [1])
  }

  @Test func `a list is no longer than its maximum`() {
    var parameters = TrendingParameters()
    parameters.listLength = 1
    let catalogue = games("a", "b")
    let activity = Activity(
      interactions: EventTable(likes("a", 70, 28..<35) + likes("b", 63, 28..<35)),
      analytics: EventTable(.analytics), games: catalogue, night: night,
      workers: Workers(threads: 1))
    #expect(Trending(parameters).lists(activity, games: catalogue, users: [])[0].games.count == 1)
  }
}
