import FindieDomain
import FindieHistory
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Testing

/// The choice of the day that divides a history.
struct TimeCutTests {
  /// The number of held-out days; nil if there is no cut.
  private func length(
    _ acts: [Act], known: [String] = [], wanted: Int, minimum: Int = 1
  ) -> Int? {
    TimeCut.day(
      EventTable(acts), known: known, before: night, wanted: wanted, minimum: minimum
    ).map { night.days(since: $0) }
  }

  /// On each day, `perDay` players like a game; each of 100 players in turn.
  private func steady(days: Int, perDay: Int) -> [Act] {
    (0..<days * perDay).map { number in
      Act(
        user: numbered("u", number % 100), game: "g", action: .like, age: days - number / perDay)
    }
  }

  /// The players who can be tested on the last days, by definition.
  private func tested(_ acts: [Act], known: [String] = [], days: Int) -> Int {
    let past = acts.filter { $0.age > days && $0.action != .skip }.map(\.user)
    let later = acts.filter {
      (1...days).contains($0.age) && [.like, .superLike, .wishlist, .share].contains($0.action)
    }
    return Set(later.map(\.user)).intersection(past + known).count
  }

  private func positives(_ acts: [Act], days: Int) -> Int {
    acts.count {
      (1...days).contains($0.age) && [.like, .superLike, .wishlist, .share].contains($0.action)
    }
  }

  @Test(arguments: [(1, 7), (35, 7), (36, 14), (70, 14), (71, 21), (100, 21), (101, 21)])
  func `as many whole weeks are held out as have the players wanted`(
    of: (wanted: Int, length: Int)
  ) {
    // A quarter of 84 days is 21: then there are no more, however many are wanted.
    #expect(length(steady(days: 84, perDay: 5), wanted: of.wanted) == of.length)
  }

  @Test(arguments: [(27, 6), (24, 6), (23, 5), (12, 3), (8, 2), (7, 1), (4, 1), (3, 1)])
  func `of a short history a quarter is held out, at least a day`(of: (days: Int, length: Int)) {
    #expect(length(steady(days: of.days, perDay: 50), wanted: 1000) == of.length)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64], [1, 12, 25, 60])
  func `rules hold on random histories`(seed: UInt64, wanted: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let acts = (0..<700).map { _ in
      Act(
        user: numbered("u", Int.random(in: 0..<60, using: &generator)), game: "g",
        action: SwipeAction.allCases.randomElement(using: &generator) ?? .like,
        // More and more events, some of them on the night's day and later.
        age: max(Int.random(in: -4...90, using: &generator), -4)
          / Int.random(
            in: 1...3, using: &generator))
    }
    let known = (55..<60).map { numbered("u", $0) }
    let length = try #require(self.length(acts, known: known, wanted: wanted, minimum: 3))
    #expect(length < 7 || length.isMultiple(of: 7))
    #expect(tested(acts, known: known, days: length) >= 3)
    let limit = positives(acts, days: 1000) / 4
    #expect(length == 1 || positives(acts, days: length) <= limit)
    let isEnough = length >= 7 && tested(acts, known: known, days: length) >= wanted
    let next = length < 7 ? length + 1 : length + 7
    // It is as long as the quarter allows, or as short as the wanted players allow.
    #expect(isEnough || positives(acts, days: next) > limit)
    if length > 7 { #expect(tested(acts, known: known, days: length - 7) < wanted) }
  }

  @Test func `a day with more than a quarter is held out alone, also before days of rest`() {
    for rest in 0...3 {
      let past = (0..<20).map {
        Act(user: numbered("u", $0), game: "g", action: .like, age: 5 + rest)
      }
      let last = (0..<20).map {
        Act(user: numbered("u", $0), game: "h", action: .like, age: 1 + rest)
      }
      #expect(length(past + last, wanted: 10, minimum: 20) == 1 + rest)
    }
  }

  @Test func `if there are never enough players, the days with the most are held out`() {
    // Thirty players came ten days ago. The others like one game each, at a steady rate.
    let new = (0..<30).flatMap { number in
      [
        Act(user: numbered("u", number), game: "g", action: .dislike, age: 10),
        Act(user: numbered("u", number), game: "h", action: .like, age: 2),
      ]
    }
    let others = (0..<800).map { number in
      Act(user: numbered("v", number), game: "g", action: .like, age: 1 + number % 80)
    }
    #expect(length(new + others, wanted: 1000, minimum: 30) == 7)
    #expect(length(new + others, wanted: 1000, minimum: 31) == nil)
  }

  @Test func `there is no cut where all events share a day, or none has a date`() {
    for age in [1, 2, 9] {
      let acts = (0..<90).map { number in
        Act(user: numbered("u", number % 30), game: "g", action: .like, age: age)
      }
      #expect(length(acts, wanted: 5) == nil)
      // Nothing is known of the games on other days, even where players are known.
      #expect(length(acts, known: (0..<30).map { numbered("u", $0) }, wanted: 5) == nil)
    }
    #expect(length([], known: ["u"], wanted: 5) == nil)
  }

  @Test func `there is no cut with too few players`() {
    let acts = steady(days: 84, perDay: 5)
    #expect(tested(acts, days: 21) == 100)
    #expect(length(acts, wanted: 1000, minimum: 100) == 21)
    #expect(length(acts, wanted: 1000, minimum: 101) == nil)
  }

  @Test func `events of the night's day and later do not count`() {
    let acts = steady(days: 84, perDay: 5)
    var generator = SeededGenerator(seed: 1)
    let later = (0..<500).map { number in
      Act(
        user: numbered("u", number % 200), game: "g", action: .like,
        age: -Int.random(in: 0...40, using: &generator))
    }
    #expect(length(acts + later, wanted: 36) == length(acts, wanted: 36))
    #expect(length(later, wanted: 1) == nil)
  }

  @Test func `evidence without a date makes a player known`() {
    // Nobody has events on two days.
    let acts = (0..<80).map {
      Act(user: numbered("u", $0), game: "g", action: .like, age: 1 + $0)
    }
    #expect(length(acts, wanted: 5) == nil)
    #expect(length(acts, known: ["u000", "u003"], wanted: 5, minimum: 2) == 14)
    #expect(length(acts, known: ["u000", "u003"], wanted: 2, minimum: 2) == 7)
    #expect(length(acts, known: ["u000", "nobody"], wanted: 2, minimum: 2) == nil)
  }

  @Test func `skips make nobody known, and neither looks nor dislikes are tested`() {
    func length(_ first: SwipeAction, _ second: SwipeAction) -> Int? {
      let acts = (0..<80).flatMap { number in
        [
          Act(user: numbered("u", number), game: "g", action: first, age: 41 + number % 40),
          Act(user: numbered("u", number), game: "h", action: second, age: 1 + number % 40),
          // Others have positives on all days.
          Act(user: numbered("v", number), game: "h", action: .like, age: 1 + number),
        ]
      }
      return self.length(acts, wanted: 5, minimum: 2)
    }
    #expect(length(.skip, .like) == nil)
    #expect(length(.viewDetails, .like) == 7 && length(.dislike, .like) == 7)
    #expect(length(.like, .viewDetails) == nil && length(.like, .dislike) == nil)
    #expect(length(.neutral, .like) == 7 && length(.like, .neutral) == nil)
    #expect(length(.like, .skip) == nil)
    #expect(length(.like, .wishlist) == 7 && length(.like, .share) == 7)
  }
}
