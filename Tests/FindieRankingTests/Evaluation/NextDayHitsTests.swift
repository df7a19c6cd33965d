import FindieDomain
import FindieHistory
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Testing

/// The hits of published lists on the likes of their day.
struct NextDayHitsTests {
  /// The games that players liked on a day before the night.
  private func new(_ acts: [Act], age: Int = 1) -> [String: Set<String>] {
    let likes = NewLikes(EventTable(acts), on: night.adding(days: -age), seed: 1)
    return Dictionary(uniqueKeysWithValues: likes.games.map { ($0.player, Set($0.games)) })
  }

  @Test func `a like is new if the player did nothing with the game before the day`() {
    let acts = [
      Act(user: "a", game: "g1", action: .like), Act(user: "a", game: "g2", action: .share),
      Act(user: "a", game: "g3", action: .dislike),
      Act(user: "a", game: "g4", action: .viewDetails),
      // Known since before, whatever the player did.
      Act(user: "a", game: "g5", action: .skip, age: 2), Act(user: "a", game: "g5", action: .like),
      // On the day after.
      Act(user: "b", game: "g1", action: .like, age: 0),
      // Seen and liked on the same day.
      Act(user: "c", game: "g1", action: .viewDetails, hour: 3),
      Act(user: "c", game: "g1", action: .wishlist, hour: 4),
    ]
    #expect(new(acts) == ["a": ["g1", "g2"], "c": ["g1"]])
    #expect(new(acts, age: 2).isEmpty && new(acts, age: 0) == ["b": ["g1"]])
    #expect(new([]).isEmpty)
  }

  @Test func `random actions have the new likes that a search by definition finds`() {
    var generator = SeededGenerator(seed: 5)
    let acts = (0..<3000).map { _ in
      Act(
        user: "u\(Int.random(in: 0..<40, using: &generator))",
        game: "g\(Int.random(in: 0..<60, using: &generator))",
        action: SwipeAction.allCases.randomElement(using: &generator) ?? .like,
        age: .random(in: 0...9, using: &generator), hour: .random(in: 0..<24, using: &generator))
    }
    for age in [1, 3] {
      var expected: [String: Set<String>] = [:]
      for act in acts where act.age == age {
        guard [.like, .superLike, .wishlist, .share].contains(act.action),
          !acts.contains(where: {
            $0.user == act.user && $0.game == act.game && $0.age > age
          })
        else { continue }
        expected[act.user, default: []].insert(act.game)
      }
      #expect(expected.count > 7 && new(acts, age: age) == expected)
    }
  }

  /// The result of players of whom some have a hit at the top of their list.
  private func hits(
    _ hits: Int, of players: Int = 400, day: Int = 0, since earlier: [NextDayHits] = []
  ) -> NextDayHits? {
    NextDayHits(
      of: night.adding(days: day),
      (0..<players).map { RankingMetrics(hits: $0 < hits ? [0] : [], relevant: 1, k: 20) },
      cutoff: 20, minimumPlayers: 100, since: earlier)
  }

  @Test func `rates have the intervals of a normal distribution`() throws {
    let hits = try #require(self.hits(120))
    #expect(hits.players == 400 && hits.hitRate.mean == 0.3 && hits.nDCG.mean == 0.3)
    // 1.96 √(0.3 · 0.7 / 399).
    #expect(abs(hits.hitRate.high - 0.3 - 0.04496) < 1e-5 && !hits.isFall)
    #expect(self.hits(40, of: 99) == nil)
  }

  @Test func `a fall is significant for the players of the day`() {
    let days = (0..<7).compactMap { hits(120, day: $0) }
    // 3 √(0.22 · 0.78 / 399 + 0.3 · 0.7 / 399 / 7) is 0.0670, and 0.0680 for a rate of 0.235.
    #expect(hits(94, since: days)?.isFall == false)
    #expect(hits(88, since: days)?.isFall == true)
    #expect(hits(160, since: days)?.isFall == false)
    #expect(hits(20, since: Array(days.prefix(6)))?.isFall == false)
  }

  @Test func `a fall is larger than what days differ by`() {
    // Rates of 0.2 and 0.4 in turn: their deviation is 0.1069 about a mean of 0.2857.
    let days = (0..<7).compactMap { hits($0.isMultiple(of: 2) ? 8000 : 16000, of: 40000, day: $0) }
    #expect(hits(4000, of: 40000, since: days)?.isFall == false)
    #expect(hits(0, of: 40000, since: days)?.isFall == false)
    let alike = (0..<7).compactMap { hits(11428, of: 40000, day: $0) }
    #expect(hits(10000, of: 40000, since: alike)?.isFall == true)
  }
}
