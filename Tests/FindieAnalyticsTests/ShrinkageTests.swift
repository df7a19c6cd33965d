import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Like rates that are shrunk toward those of similar games.
@Suite struct ShrinkageTests {
  private let month = 2

  private func standings(_ games: [(likes: Int, cards: Int)]) -> [Standing?] {
    let swipes = games.enumerated().flatMap { index, game in
      (0..<game.cards).map {
        Swipe(
          user: "u\($0)", game: "g\(index)", action: $0 < game.likes ? .like : .dislike,
          day: day(200))
      }
    }
    let catalogue = games.indices.map {
      Game(id: "g\($0)", title: "", developerId: "d", genres: [.rpg])
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(swipes), EventTable([Log]())]), games: catalogue,
      night: day(210), workers: Workers(threads: 1))
    return counting.numbers(ofGames: Array(games.indices), followers: nil).games.map {
      $0.periods[month].standing
    }
  }

  @Test func `the median of tiny games is not 100 %`() throws {
    // Ten of fourteen games have one impression and one like.
    let games =
      [(20, 29), (10, 25), (12, 28), (5, 20)] + [(Int, Int)](repeating: (1, 1), count: 10)
    let own = try #require(standings(games.map { (likes: $0.0, cards: $0.1) })[0])
    #expect(own.games == 14)
    #expect(own.medianLikeRate < 0.75)
    #expect(own.medianLikeRate > 0.4)
  }

  @Test func `rates that differ no more than by chance are all the pooled one`() throws {
    let own = standings([(likes: Int, cards: Int)](repeating: (5, 10), count: 12))
    for standing in own {
      #expect(standing?.shrunkLikeRate == 0.5 && standing?.medianLikeRate == 0.5)
      #expect(standing?.likeRatePercentile == 50 && standing?.verdict == .tooFew)
    }
  }

  /// By hand: N = 10 games of 20 cards, five with 4 and five with 16 likes. p = 1/2, Σ n (s/n − p)²
  /// / (p (1 − p)) = 200 · 0.09 / 0.25 = 72, ρ = (72 − 9) / (200 − 20 − 9) = 63 / 171, so M = 108 /
  /// 63, and (4 + M / 2) / (20 + M) = 306 / 1368.
  @Test func `the prior is Kleinman's`() throws {
    let games = (0..<10).map { (likes: $0 < 5 ? 4 : 16, cards: 20) }
    let own = standings(games)
    for (standing, game) in zip(own, games) {
      let shrunk = game.likes == 4 ? 306.0 / 1368 : 1 - 306.0 / 1368
      #expect(abs(try #require(standing).shrunkLikeRate - shrunk) < 1e-12)
    }
  }
}
