import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import Testing

/// Who counts for an experiment.
struct ExperimentCountingTests {
  private static let first = Experiment(name: "first", share: 0.5, from: day(10))
  private static let second = Experiment(name: "second", share: 0.5, from: day(12), to: day(13))
  /// `a…` are in the share of the first, `…b` in that of the second.
  private static let assignment = ExperimentAssignment([second, first]) { experiment, player in
    experiment == "first" ? (player.hasPrefix("a") ? 0.1 : 0.9) : (player.hasSuffix("b") ? 0 : 0.5)
  }

  @Test func anEarlierExperimentKeepsItsPlayers() {
    let assignment = Self.assignment
    #expect(assignment.experiments.map(\.name) == ["first", "second"])
    #expect(assignment.arm(of: "ab", on: day(9)) == nil)
    #expect(assignment.arm(of: "ab", on: day(10)) == 0)
    #expect(assignment.arm(of: "ab", on: day(12)) == 0)
    #expect(assignment.arm(of: "xb", on: day(11)) == nil)
    #expect(assignment.arm(of: "xb", on: day(13)) == 1)
    #expect(assignment.arm(of: "xb", on: day(14)) == nil)
    #expect(assignment.arm(of: "xx", on: day(13)) == nil)
  }

  /// The players who count for a metric, and those of them in the arm.
  private func seen(
    _ numbers: ExperimentNumbers, _ experiment: Int, _ metric: ExperimentMetric
  ) -> [Int] {
    let result = ExperimentResult(
      of: Self.assignment.experiments[experiment], numbers, before: day(20))
    return result.metrics.filter { $0.metric == metric }
      .flatMap { [$0.sampleRatio.players, $0.sampleRatio.arm] }
  }

  @Test func interactionsCountForTheArmOfTheirDay() {
    var counting = ExperimentCounting(Self.assignment)
    let swipes: [Swipe] = [
      Swipe(user: "ab", game: "g", action: .like, day: day(9)),
      Swipe(user: "ab", game: "g", action: .superLike, day: day(10)),
      Swipe(user: "ab", game: "g", action: .wishlist, day: day(12)),
      Swipe(user: "xb", game: "g", action: .skip, day: day(11)),
      Swipe(user: "xb", game: "g", action: .like, day: day(12)),
      Swipe(user: "xx", game: "g", action: .dislike, day: day(13)),
      Swipe(user: "xx", game: "g", action: .viewDetails, day: day(14)),
      // Only in the arm of the second experiment.
      Swipe(user: "zb", game: "g", action: .skip, day: day(13)),
      Swipe(user: "yb", game: "g", action: .wishlist, day: day(12)),
      Swipe(user: "y", game: "g", action: .share, day: day(13)),
    ]
    // Days may arrive in several tables with growing vocabularies.
    counting.add(EventTable(swipes.filter { $0.day < day(11) }))
    counting.add(EventTable(swipes.filter { $0.day < day(11) } + []).withoutRows)
    counting.add(EventTable(swipes).without(before: day(11)))
    let first = counting.numbers(of: 0)
    // From day 12 on, the share of the second experiment does not count: for both groups.
    #expect(seen(first, 0, .wishes) == [4, 1])
    #expect(seen(first, 0, .likes) == [3, 1])
    #expect(first[.likes, true].numerator == 1 && first[.likes, true].denominator == 1)
    #expect(first[.wishes, true].numerator == 0 && first[.wishes, true].players == 1)
    #expect(first[.likes, false].numerator == 0 && first[.likes, false].denominator == 2)
    #expect(first[.wishes, false].players == 3)
    let second = counting.numbers(of: 1)
    #expect(seen(second, 1, .wishes) == [5, 3])
    #expect(seen(second, 1, .likes) == [3, 2])
    #expect(second[.likes, true].numerator == 1 && second[.likes, true].denominator == 2)
    #expect(second[.likes, false].numerator == 0 && second[.likes, false].denominator == 1)
  }

  /// Players with a wish and a skip on each day, of all combinations of shares: whoever counts, the
  /// groups are the same. A group that loses days alone has fewer wishes per player.
  @Test(arguments: [
    [(10, nil), (30, nil)], [(10, 40), (12, 20), (15, nil)], [(10, nil), (10, 18)],
  ])
  func groupsLoseTheSameDays(_ spans: [(from: Int, to: Int?)]) {
    let assignment = ExperimentAssignment(
      spans.enumerated().map { index, span in
        Experiment(
          name: "\(index)", share: 0.5, from: day(span.from), to: span.to.map { day($0) })
      }
    ) { experiment, player in (Int(player) ?? 0) >> (Int(experiment) ?? 0) & 1 == 1 ? 0.1 : 0.9 }
    var counting = ExperimentCounting(assignment)
    for night in 10..<50 {
      counting.add(
        EventTable(
          (0..<8).flatMap { player in
            [SwipeAction.wishlist, .skip].map {
              Swipe(user: "\(player)", game: "g", action: $0, day: day(night))
            }
          }))
    }
    for index in spans.indices {
      let numbers = counting.numbers(of: index)
      #expect(numbers[.wishes, true].numerator > 0)
      for metric in [ExperimentMetric.wishes, .likes] {
        #expect(numbers[metric, true] == numbers[metric, false], "\(index) \(metric)")
      }
    }
  }

  /// Worlds of 600 players who differ in how often they come, without a difference: shares of half
  /// of the players, the second one from day 20 on. No night finds a winner.
  @Test func aLaterExperimentMakesNoWinner() {
    var generator = SeededGenerator(seed: 7)
    var decided = 0
    for _ in 0..<20 {
      let shares = (0..<1200).map { _ in Double.random(in: 0..<1, using: &generator) }
      let assignment = ExperimentAssignment([
        Experiment(name: "0", share: 0.5, from: day(0)),
        Experiment(name: "1", share: 0.5, from: day(20)),
      ]) { experiment, player in shares[(Int(player) ?? 0) * 2 + (experiment == "0" ? 0 : 1)] }
      let visits = (0..<600).map { _ in Double.random(in: 0.1..<0.5, using: &generator) }
      let swipes = (0..<60).flatMap { night in
        visits.enumerated().filter { Double.random(in: 0..<1, using: &generator) < $1 }.map {
          Swipe(
            user: "\($0.offset)", game: "g",
            action: Bool.random(using: &generator) ? .wishlist : .skip, day: day(night))
        }
      }
      var isDecided = false
      for night in stride(from: 10, through: 60, by: 10) {
        var counting = ExperimentCounting(assignment)
        counting.add(EventTable(swipes.filter { $0.day < day(night) }))
        for (index, experiment) in assignment.experiments.enumerated() {
          let result = ExperimentResult(
            of: experiment, counting.numbers(of: index), before: day(night))
          #expect(result.incomparable.isEmpty)
          isDecided = isDecided || [.adopt, .stop, .mixed].contains(result.verdict)
        }
      }
      decided += isDecided ? 1 : 0
    }
    #expect(decided <= 1, "\(decided)")
  }

  @Test func clicksCountUntilAnotherExperimentBegins() throws {
    // The two of day 10 share the control from the start, until one ends.
    let assignment = ExperimentAssignment([
      Experiment(name: "a", share: 0.5, from: day(10)),
      Experiment(name: "b", share: 0.5, from: day(10), to: day(14)),
      Experiment(name: "c", share: 0.5, from: day(17)),
    ]) { _, _ in 0.9 }
    var counting = ExperimentCounting(assignment)
    counting.add(
      EventTable(
        (10..<25).flatMap { night in
          ["-a", night < 15 ? "-b" : "", "", night < 17 ? "" : "-c"].enumerated().map {
            Log(
              user: "\($0.offset)", game: "g", type: .externalLinkClick, day: day(night),
              listId: "0123456789abcdef" + $0.element)
          }
        }))
    let numbers = (0..<3).map { counting.numbers(of: $0) }
    for (index, (days, seen, end)) in [(4, 4, day(15)), (4, 3, nil), (7, 3, nil)].enumerated() {
      #expect(numbers[index][.shopClicks, true].numerator == days)
      let result = ExperimentResult(
        of: assignment.experiments[index], numbers[index], before: day(25))
      #expect(result.metrics[2].sampleRatio.players == seen)
      #expect(result.endOfClicks == end)
    }
    #expect(numbers[0][.shopClicks, false].numerator == 8)
  }

  @Test func clicksCountForTheArmThatTheListNames() {
    var counting = ExperimentCounting(Self.assignment)
    func log(_ user: String, _ list: String, _ day: Day, _ type: EventType = .externalLinkClick)
      -> Log
    { Log(user: user, game: "g", type: type, day: day, listId: list) }
    counting.add(
      EventTable([
        log("1", "0123456789abcdef-first", day(11)), log("1", "0123456789abcdef-first", day(9)),
        log("1", "", day(11)), log("2", "0123456789abcdee", day(11), .gameView),
        log("3", "0123456789abcdee", day(11)), log("3", "0123456789abcdee", day(13)),
        log("4", "0123456789abcdee-other", day(13)),
        log("5", "0123456789abcdee", day(13)), log("5", "0123456789abcdee-second", day(13)),
        // The arm's lists are published in the course of its first day.
        log("6", "0123456789abcdee", day(10)), log("6", "0123456789abcdef-first", day(10)),
        log("7", "0123456789abcdef-second", day(13)), log("8", "0123456789abcdef-second", day(14)),
      ]))
    let first = counting.numbers(of: 0)
    #expect(first[.shopClicks, true].players == 1 && first[.shopClicks, true].numerator == 1)
    #expect(first[.shopClicks, false].players == 2 && first[.shopClicks, false].numerator == 1)
    #expect(seen(first, 0, .shopClicks) == [3, 1])
    let second = counting.numbers(of: 1)
    #expect(second[.shopClicks, true].players == 2 && second[.shopClicks, true].numerator == 3)
    #expect(second[.shopClicks, false].players == 1 && second[.shopClicks, false].numerator == 1)
    #expect(seen(second, 1, .shopClicks) == [3, 2])
  }

  @Test func nothingOfAPauseCounts() {
    var experiment = Experiment(name: "first", share: 0.5, from: day(10), to: day(18))
    experiment.pauses = [DayRange(first: day(12), last: day(14))]
    let assignment = ExperimentAssignment([experiment]) { _, player in
      player.hasPrefix("a") ? 0.1 : 0.9
    }
    var counting = ExperimentCounting(assignment)
    counting.add(
      EventTable([11, 12, 14, 15].map { Swipe(user: "a", game: "g", action: .like, day: day($0)) }))
    counting.add(
      EventTable(
        [11, 13, 15, 16].map {
          Log(
            user: "1", game: "g", type: .externalLinkClick, day: day($0),
            listId: "0123456789abcdef-first")
        }))
    let numbers = counting.numbers(of: 0)
    #expect(numbers[.likes, true].numerator == 2)
    // Day 15 begins with the lists of the pause.
    #expect(numbers[.shopClicks, true].numerator == 2)
    #expect(ExperimentResult(of: experiment, numbers, before: day(17)).days == 4)
    #expect(ExperimentResult(of: experiment, numbers, before: day(30)).days == 6)
  }
}

extension EventTable {
  fileprivate var withoutRows: EventTable {
    var table = self
    table.kinds = []
    table.milliseconds = []
    for column in collection.textColumns { table[column].codes = [] }
    return table
  }

  /// The rows of the first day and later, with all vocabularies.
  fileprivate func without(before first: Day) -> EventTable {
    var table = self
    let rows = kinds.indices.filter { Timestamp(milliseconds: milliseconds[$0]).day >= first }
    table.kinds = rows.map { kinds[$0] }
    table.milliseconds = rows.map { milliseconds[$0] }
    for column in collection.textColumns {
      table[column].codes = rows.map { self[column].codes[$0] }
    }
    return table
  }
}
