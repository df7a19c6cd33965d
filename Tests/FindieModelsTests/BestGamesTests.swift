import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import Testing

struct BestGamesTests {
  @Test(arguments: [0, 1, 2, 7, 50, 1000])
  func `the best games are those of a full sort, ties by index`(count: Int) {
    for seed in 0..<20 {
      var generator = SeededGenerator(seed: UInt64(seed))
      // Few distinct scores, so that there are many ties; games come in a random order.
      let offers = (0..<100).map { (game: UInt32($0), score: Float($0 * 7 % (seed + 2))) }
        .shuffled(using: &generator)
      var best = BestGames(count: count)
      for offer in offers { best.offer(game: offer.game, score: offer.score) }
      let sorted = offers.sorted { ($1.score, $0.game) < ($0.score, $1.game) }.prefix(count)
      #expect(best.ranked.map(\.game) == sorted.map(\.game))
      #expect(best.ranked.map(\.score) == sorted.map(\.score))
    }
  }

  @Test func `the threshold is minus infinity until full, then the worst selected score`() {
    var best = BestGames(count: 2)
    #expect(best.threshold == -.infinity)
    best.offer(game: 0, score: 5)
    #expect(best.threshold == -.infinity)
    best.offer(game: 1, score: 3)
    #expect(best.threshold == 3)
    best.offer(game: 2, score: 4)
    #expect(best.threshold == 4)
  }

  @Test func `NaN scores do not pass the threshold`() {
    var best = BestGames(count: 2)
    for (game, score) in [Float.nan, 1, .nan, 3, 2, .nan].enumerated()
    where score >= best.threshold {
      best.offer(game: UInt32(game), score: score)
    }
    #expect(best.ranked.map(\.game) == [3, 4])
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 200])
  func `offering games together or one by one gives the same result`(games: Int) {
    var generator = SeededGenerator(seed: UInt64(games))
    for count in [0, 1, 20, 300] {
      // Few distinct scores, so that there are many ties, and some NaN.
      let scores = (0..<games).map { _ in
        Int.random(in: 0..<9, using: &generator) == 0
          ? Float.nan : Float(Int.random(in: -5..<5, using: &generator))
      }
      let isListed = scores.map { _ in Bool.random(using: &generator) }
      var (atOnce, oneByOne) = (BestGames(count: count), BestGames(count: count))
      atOnce.offer(scores.span) { isListed[$0] }
      for game in 0..<games where isListed[game] && !scores[game].isNaN {
        oneByOne.offer(game: UInt32(game), score: scores[game])
      }
      #expect(atOnce.ranked == oneByOne.ranked)
    }
  }

  @Test func `infinite scores are ranked like others`() {
    var best = BestGames(count: 3)
    for (game, score) in [Float(1), .infinity, -.infinity, 2].enumerated() {
      best.offer(game: UInt32(game), score: score)
    }
    #expect(best.ranked.map(\.game) == [1, 3, 0])
  }
}
