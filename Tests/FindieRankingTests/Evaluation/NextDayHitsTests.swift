import FindieDomain
import FindieHistory
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Testing

/// How published lists met what players did since.
struct NextDayHitsTests {
  private func new(
    _ acts: [Act], from age: Int = 1, players: Int = 1000
  ) -> [String: Set<String>] {
    let positives = NewPositives(
      EventTable(acts), from: night.adding(days: -age), before: night, players: players, seed: 1)
    return Dictionary(uniqueKeysWithValues: positives.games.map { ($0.player, Set($0.games)) })
  }

  @Test func `a positive is new if the player did nothing with the game before the days`() {
    let acts = [
      Act(user: "a", game: "g1", action: .like), Act(user: "a", game: "g2", action: .share),
      Act(user: "a", game: "g3", action: .dislike),
      Act(user: "a", game: "g4", action: .viewDetails),
      // Known since before, whatever the player did.
      Act(user: "a", game: "g5", action: .skip, age: 2), Act(user: "a", game: "g5", action: .like),
      // On the day of the night.
      Act(user: "b", game: "g1", action: .like, age: 0),
      // Seen and liked on the same day.
      Act(user: "c", game: "g1", action: .viewDetails, hour: 3),
      Act(user: "c", game: "g1", action: .wishlist, hour: 4),
    ]
    #expect(new(acts) == ["a": ["g1", "g2"], "c": ["g1"]])
    #expect(new(acts, from: 2) == ["a": ["g1", "g2", "g5"], "c": ["g1"]])
    #expect(new(acts, players: 1).count == 1)
  }

  @Test func `looks at details count if the data has no other positive`() {
    let looks = [
      Act(user: "a", game: "g1", action: .viewDetails), Act(user: "b", game: "g1", action: .skip),
    ]
    #expect(new(looks) == ["a": ["g1"]])
    #expect(new([]).isEmpty)
  }

  @Test func `random actions have the new positives that a search by definition finds`() {
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
      for act in acts where (1...age).contains(act.age) {
        guard [.like, .superLike, .wishlist, .share].contains(act.action),
          !acts.contains(where: {
            $0.user == act.user && $0.game == act.game && $0.age > age
          })
        else { continue }
        expected[act.user, default: []].insert(act.game)
      }
      #expect(new(acts, from: age) == expected)
      let few = new(acts, from: age, players: 7)
      #expect(few.count == 7 && few.allSatisfy { expected[$0.key] == $0.value })
    }
  }

  /// The result of players whose first game is a hit, and of others without one.
  private func hits(
    _ day: Int, hits: Int, of players: Int, since earlier: [NextDayHits] = []
  ) -> NextDayHits? {
    NextDayHits(
      of: night.adding(days: day),
      (0..<players).map { RankingMetrics(hits: $0 < hits ? [0] : [], relevant: 1, k: 20) },
      cutoff: 20, minimumPlayers: 100, since: earlier)
  }

  @Test func `rates have the intervals of a normal distribution`() throws {
    let hits = try #require(self.hits(0, hits: 120, of: 400))
    #expect(hits.players == 400 && hits.hitRate.mean == 0.3 && hits.nDCG.mean == 0.3)
    // 1.96 √(0.3 · 0.7 / 399).
    #expect(abs(hits.hitRate.high - 0.3 - 0.04496) < 1e-5 && !hits.isFall)
    #expect(self.hits(0, hits: 40, of: 99) == nil)
  }

  @Test func `a fall is significantly below the earlier lists of the same models`() throws {
    let earlier = (0..<3).compactMap { hits($0, hits: 120, of: 400) }
    // Three standard errors below 0.3 are 0.2253 for a rate of 0.23, and 0.2271 for one of 0.21.
    #expect(hits(3, hits: 92, of: 400, since: earlier)?.isFall == false)
    #expect(hits(3, hits: 84, of: 400, since: earlier)?.isFall == true)
    #expect(hits(3, hits: 160, of: 400, since: earlier)?.isFall == false)
    // Two nights say too little.
    #expect(hits(2, hits: 40, of: 400, since: Array(earlier.prefix(2)))?.isFall == false)
  }
}
