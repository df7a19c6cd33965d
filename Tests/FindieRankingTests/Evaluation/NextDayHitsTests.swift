import FindieDomain
import FindieHistory
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Foundation
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
      Act(user: "a", game: "g6", action: .neutral),
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

  @Test func `a rate has Wilson's interval, also without a hit`() throws {
    let hits = try #require(self.hits(120))
    #expect(hits.players == 400 && hits.hitRate.mean == 0.3 && hits.nDCG.mean == 0.3)
    #expect(abs(hits.hitRate.high - 0.346_64) < 1e-5 && !hits.isFall)
    let none = try #require(self.hits(0))
    // z² / (n + z²).
    #expect(none.hitRate.low == 0 && abs(none.hitRate.high - 0.009_512) < 1e-6)
    #expect(none.nDCG == none.hitRate)
    #expect(self.hits(40, of: 99) == nil)
  }

  @Test func `a fall is significant for the players of the day`() {
    let days = (0..<7).compactMap { hits(120, day: $0) }
    // t with 6 degrees of freedom exceeds 5.208 with a chance of 0.001, and
    // 5.208 √(0.18 · 0.82 / 400 + 0.3 · 0.7 / 400 / 7) is 0.108.
    #expect(hits(78, since: days)?.isFall == false)
    #expect(hits(74, since: days)?.isFall == true)
    #expect(hits(160, since: days)?.isFall == false)
    #expect(hits(20, since: Array(days.prefix(6)))?.isFall == false)
  }

  @Test func `a fall is larger than what days differ by`() {
    // Rates of 0.2 and 0.4 in turn: their deviation is 0.1069 about a mean of 0.2857.
    let days = (0..<7).compactMap { hits($0.isMultiple(of: 2) ? 8000 : 16000, of: 40000, day: $0) }
    #expect(hits(4000, of: 40000, since: days)?.isFall == false)
    #expect(hits(0, of: 40000, since: days)?.isFall == false)
    // Four weeks allow for less: t is 3.42.
    let weeks = (0..<28).compactMap { hits(120, day: $0) }
    #expect(hits(92, since: weeks)?.isFall == false && hits(86, since: weeks)?.isFall == true)
    let alike = (0..<7).compactMap { hits(11428, of: 40000, day: $0) }
    #expect(hits(10000, of: 40000, since: alike)?.isFall == true)
  }

  /// Days whose rates differ by weekday, and of which neighbours are alike.
  @Test func `in 20 years without a change there is at most one false fall a year`() {
    var generator = SeededGenerator(seed: 11)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
    }
    var (state, falls, found) = (0.0, 0, 0)
    var nights: [NextDayHits] = []
    for day in 0..<7300 {
      state = 0.5 * state + 0.75.squareRoot() * normal()
      let weekday = [0, 0, 0, 0, 0, -0.1, -0.1][day % 7]
      let rate = 0.3 * exp(0.06 * state + weekday) + 0.01 * normal()
      func tonight(_ rate: Double) -> NextDayHits? {
        hits(Int(rate * 200), of: 200, day: day, since: nights)
      }
      guard let night = tonight(rate) else { continue }
      if night.isFall { falls += 1 }
      if day.isMultiple(of: 100), tonight(0.3 * rate)?.isFall == true { found += 1 }
      nights.append(night)
      if nights.count > 28 { nights.removeFirst() }
    }
    #expect(falls <= 20, "\(falls)")
    #expect(found >= 60, "\(found) of 73")
  }
}
