import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// The night is day 35: the window is days 28 to 34, the baseline days 0 to 27.
@Suite struct TrendingTests {
  private let night = day(35)

  /// `count` likes by as many players, spread over days.
  private func likes(_ game: String, _ count: Int, _ days: Range<Int>) -> [Swipe] {
    (0..<count).map { number in
      Swipe(
        user: "\(game)-u\(number)", game: game, action: .like,
        day: day(days.lowerBound + number % days.count))
    }
  }

  private func entries(_ swipes: [Swipe], _ games: [Game]) -> [TrendingGames.Entry] {
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games,
      night: night, workers: Workers(threads: 1))
    return Trending().lists(activity, games: games)[0].games
  }

  @Test func `three likes on nothing do not beat a real riser`() {
    let swipes =
      likes("riser", 28, 0..<28) + likes("riser", 21, 28..<35)
      + likes("nothing", 3, 28..<35) + likes("steady", 400, 0..<28) + likes("steady", 100, 28..<35)
    let ids = entries(swipes, games("nothing", "riser", "steady")).map(\.gameId)
    #expect(ids.firstIndex(of: "riser") == 0)
  }

  @Test func `a big game that stays big is no news`() throws {
    let swipes =
      likes("big", 4000, 0..<28) + likes("big", 1000, 28..<35)
      + likes("riser", 20, 0..<28) + likes("riser", 15, 28..<35)
    let ids = entries(swipes, games("big", "riser")).map(\.gameId)
    #expect(ids == ["riser"])
  }

  @Test func `lift and lower bound are the posterior's`() throws {
    // Alone in the catalogue, 8 likes before and 4 now: the catalogue's change is
    // (4 + 5) / (2 + 5), so E = 9/7 · 2, lift = (5 + 4) / (5 + 18/7) = 63/53.
    let entry = try #require(
      entries(likes("a", 8, 0..<28) + likes("a", 4, 28..<35), games("a")).first)
    #expect(abs(entry.lift - 63.0 / 53) < 1e-12)
    #expect(
      entry.lowerBound
        == GammaDistribution(shape: 9, rate: 5 + 18.0 / 7).quantile(z: -1.6448536269514722))
    #expect(entry.events == 4)
  }

  @Test func `a player counts once a game and day`() throws {
    let once = (0..<5).map { number in
      Swipe(user: "u\(number)", game: "a", action: .like, day: day(30))
    }
    let often = once + Array(repeating: once[0], count: 50)
    #expect(entries(often, games("a")) == entries(once, games("a")))
  }

  @Test func `a dislike is no engagement`() {
    let swipes = [Swipe(user: "u", game: "a", action: .dislike, day: day(30))]
    #expect(entries(swipes, games("a")).isEmpty)
  }

  @Test func `a game that is not out is not trending`() {
    let swipes = likes("a", 20, 28..<35)
    #expect(entries(swipes, games("a", releasedOn: night)).isEmpty)
  }

  @Test func `equal games stand by id`() {
    let swipes = likes("b", 5, 28..<35) + likes("a", 5, 28..<35) + likes("c", 8, 0..<28)
    #expect(entries(swipes, games("b", "a", "c")).map(\.gameId) == ["a", "b"])
  }

  @Test func `all genres stand first, then each genre`() {
    var catalogue = games("a", "b")
    catalogue[0].genres = [.rpg]
    catalogue[1].genres = [.puzzle]
    let activity = Activity(
      interactions: EventTable(likes("a", 9, 28..<35) + likes("b", 7, 28..<35)),
      analytics: EventTable(.analytics), games: catalogue, night: night,
      workers: Workers(threads: 1))
    let lists = Trending().lists(activity, games: catalogue)
    #expect(lists.map(\.genre) == [nil] + Genre.allCases.map(Optional.some))
    #expect(lists.first { $0.genre == .rpg }?.games.map(\.gameId) == ["a"])
    #expect(lists.first { $0.genre == .rpg }?.games.map(\.rank) == [1])
  }

  @Test func `a list is no longer than asked for`() {
    var parameters = TrendingParameters()
    parameters.listLength = 1
    let catalogue = games("a", "b")
    let activity = Activity(
      interactions: EventTable(likes("a", 9, 28..<35) + likes("b", 7, 28..<35)),
      analytics: EventTable(.analytics), games: catalogue, night: night,
      workers: Workers(threads: 1))
    #expect(Trending(parameters).lists(activity, games: catalogue)[0].games.count == 1)
  }

  @Test func `every parameter out of its range is told at once`() {
    var parameters = TrendingParameters()
    parameters.windowInDays = 0
    parameters.priorEvents = .nan
    parameters.weights.share = -1
    #expect(parameters.problems.count == 3)
  }
}
