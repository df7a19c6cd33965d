import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

/// Each game's number of players with a positive action in the last days.
struct RecentPositivesTests {
  private func recent(_ acts: [Act], games: [String], on day: Day = night) -> RecentPositives {
    InteractionMatrix(
      interactions: EventTable(acts), wishlists: [], users: [], games: games, on: day,
      parameters: MatrixParameters(), workers: Workers(threads: 1)
    ).recent
  }

  /// Few players, games and days, so that most events are repeated. The game g009 is unknown.
  private func acts(seed: UInt64) -> [Act] {
    var generator = SeededGenerator(seed: seed)
    return (0..<600).map { _ in
      Act(
        user: numbered("u", Int.random(in: 0..<15, using: &generator)),
        game: numbered("g", Int.random(in: 0...9, using: &generator)),
        action: SwipeAction.allCases.randomElement(using: &generator) ?? .like,
        age: Int.random(in: -3...100, using: &generator),
        hour: Int.random(in: 0..<24, using: &generator))
    }
  }

  private func expected(_ acts: [Act], game: String, days: Int, before age: Int) -> Int {
    let own = acts.filter { act in
      act.game == game && act.age > age && act.age <= age + days
        && act.action != .dislike && act.action != .skip
    }
    return Set(own.map(\.user)).count
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [0, 17])
  func `counts equal those by brute force`(seed: UInt64, age: Int) {
    let acts = acts(seed: seed)
    let games = (0..<9).map { numbered("g", $0) }
    let found = recent(acts, games: games, on: night.adding(days: -age))
    #expect(found.games == games.count)
    for (window, days) in RecentPositives.windows.enumerated() {
      let counts = games.map { expected(acts, game: $0, days: days, before: age) }
      #expect(found.counts(window: window) == counts)
      #expect(counts.contains { $0 > 0 })
    }
  }

  @Test func `a window ends with the day before, and its first day counts`() {
    for (window, days) in RecentPositives.windows.enumerated() {
      for (age, isInside) in [(0, false), (1, true), (days, true), (days + 1, false)] {
        for hour in [0, 23] {
          let act = Act(user: "u", game: "g", action: .like, age: age, hour: hour)
          #expect(
            recent([act], games: ["g"]).count(ofGame: 0, window: window) == (isInside ? 1 : 0))
        }
      }
    }
  }

  @Test func `a player counts once, also one who disliked the game later`() {
    let acts = [
      Act(user: "u", game: "g", action: .like, age: 3),
      Act(user: "u", game: "g", action: .share, age: 2),
      Act(user: "u", game: "g", action: .dislike, age: 1),
      Act(user: "v", game: "g", action: .skip, age: 1),
    ]
    let found = recent(acts, games: ["g"])
    #expect(
      RecentPositives.windows.indices.map { found.count(ofGame: 0, window: $0) }
        == [0, 1, 1, 1, 1])
  }

  @Test func `a matrix without some elements does not know its recent positives`() {
    let matrix = InteractionMatrix(
      interactions: EventTable([Act(user: "u", game: "g", action: .like)]), wishlists: [],
      users: [], games: ["g"], on: night, parameters: MatrixParameters(),
      workers: Workers(threads: 1))
    #expect(matrix.recent.counts(window: 0) == [1])
    #expect(matrix.without([[0]]).recent == RecentPositives(games: 1))
  }
}
