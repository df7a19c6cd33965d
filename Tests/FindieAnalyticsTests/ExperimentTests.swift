import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import Testing

@Suite struct ExperimentTests {
  // MARK: - Statistics

  /// Expected values: NumPy, from the players' values and not from their sums.
  @Test func differenceIsThatOfClosedForms() throws {
    func sums(_ players: Int, _ k: Int) -> RatioSums {
      (0..<players).reduce(into: RatioSums()) { sums, i in
        sums.add((7 * i * i + 3 * i) % 11 % (k + 1), of: k + (5 * i) % 4)
      }
    }
    let difference = try #require(
      RatioDifference(arm: sums(150, 5), control: sums(120, 4), alpha: 0.05 / 3))
    #expect(abs(difference.estimate - 0.051247313837241876) < 1e-12)
    #expect(abs(difference.radius - 0.12070874861491433) < 1e-12)
    #expect(abs(difference.control - 0.22727272727272727) < 1e-12)
    #expect(
      abs(RatioDifference.radius(variance: 4e-4, spread: 0.02, alpha: 0.01) - 0.0890100558478024)
        < 1e-12)
  }

  /// A small arm without the rare event says little: the pooled variance bounds the interval.
  @Test func aSmallArmWithoutEventsIsNoEvidence() throws {
    let arm = (0..<110).reduce(into: RatioSums()) { sums, _ in sums.add(0, of: 1) }
    let control = (0..<1000).reduce(into: RatioSums()) { $0.add($1 % 100 == 0 ? 1 : 0, of: 1) }
    let difference = try #require(RatioDifference(arm: arm, control: control, alpha: 0.05 / 3))
    #expect(abs(difference.radius - 0.14607812666325096) < 1e-12)
    #expect(difference.lower < 0 && difference.upper > 0)
  }

  @Test func thereIsNoIntervalWithFewPlayersOrNoEvent() {
    func sums(_ players: Int, _ likes: Int) -> RatioSums {
      (0..<players).reduce(into: RatioSums()) { $0.add($1 % 2 * likes, of: 2) }
    }
    #expect(RatioDifference(arm: sums(99, 1), control: sums(500, 1), alpha: 0.01) == nil)
    #expect(RatioDifference(arm: sums(500, 1), control: sums(99, 1), alpha: 0.01) == nil)
    #expect(RatioDifference(arm: sums(100, 1), control: sums(100, 0), alpha: 0.01) == nil)
    #expect(RatioDifference(arm: sums(100, 1), control: sums(100, 1), alpha: 0.01) != nil)
  }

  /// Expected values: Python's `math.lgamma`.
  @Test func evidenceAgainstTheShareIsABayesFactor() {
    for (arm, players, share, expected) in [
      (100, 1000, 0.1, -1.206604800215132), (150, 1000, 0.1, 9.86711686329376),
      (4600, 10_000, 0.5, 29.409492788009175), (0, 0, 0.3, 0),
      (9000, 100_000, 0.1, 53.81570726447717), (3, 20, 0.05, 0.08672423609816726),
    ] {
      let ratio = SampleRatio(arm: arm, players: players, share: share)
      #expect(abs(ratio.logEvidence - expected) < 1e-7)
      #expect(ratio.isWrong == (expected > 8.0064))
    }
  }

  // MARK: - Counting

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
    #expect(seen(first, 0, .wishes) == [6, 1])
    #expect(seen(first, 0, .likes) == [4, 1])
    #expect(first[.likes, true].numerator == 1 && first[.likes, true].denominator == 1)
    #expect(first[.wishes, true].numerator == 1 && first[.wishes, true].players == 1)
    // The like of xb on day 12 is of the second experiment's arm.
    #expect(first[.likes, false].numerator == 0 && first[.likes, false].denominator == 2)
    #expect(first[.wishes, false].players == 3)
    let second = counting.numbers(of: 1)
    #expect(seen(second, 1, .wishes) == [5, 3])
    #expect(seen(second, 1, .likes) == [3, 2])
    #expect(second[.likes, true].numerator == 1 && second[.likes, true].denominator == 2)
    #expect(second[.likes, false].numerator == 0 && second[.likes, false].denominator == 1)
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
    #expect(first[.shopClicks, false].players == 3 && first[.shopClicks, false].numerator == 3)
    #expect(seen(first, 0, .shopClicks) == [5, 1])
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

  // MARK: - Verdicts

  private func verdict(
    players: Int = 20_000, like: (Int, Int), wishes: (Int, Int) = (5, 5),
    inArm: [ExperimentMetric: Int] = [:]
  ) -> ExperimentResult.Verdict {
    var numbers = ExperimentNumbers()
    for isInArm in [true, false] {
      func each(_ metric: ExperimentMetric, _ body: (Int, inout RatioSums) -> Void) {
        for player in 0..<(isInArm ? inArm[metric] ?? players : players) {
          body(player, &numbers[metric, isInArm])
        }
      }
      each(.likes) { $1.add($0 % 2 * 2 * (isInArm ? like.0 : like.1), of: 100) }
      each(.wishes) { $1.add($0 % 2 * 2 * (isInArm ? wishes.0 : wishes.1), of: 1) }
      // An arm of which players without a click are not seen.
      each(.shopClicks) {
        $1.add(inArm[.shopClicks] != nil && isInArm || $0 % 7 == 0 ? 1 : 0, of: 1)
      }
    }
    return ExperimentResult(of: Self.first, numbers, before: day(20)).verdict
  }

  /// A metric of which one group is seen more often than the share explains has no verdict.
  @Test func eachMetricHasASampleRatio() {
    #expect(verdict(like: (20, 20), inArm: [.shopClicks: 3000]) == .noDifference)
    #expect(verdict(like: (20, 40), inArm: [.shopClicks: 3000]) == .stop)
    #expect(verdict(players: 99, like: (20, 20), inArm: [.shopClicks: 3000]) == .wrongSampleRatio)
    #expect(verdict(like: (40, 20), inArm: [.likes: 18_000]) == .wrongSampleRatio)
    #expect(verdict(like: (40, 20), inArm: [.wishes: 18_000]) == .wrongSampleRatio)
  }

  @Test func verdicts() {
    #expect(verdict(like: (40, 20)) == .adopt)
    #expect(verdict(like: (20, 40)) == .stop)
    #expect(verdict(like: (40, 20), wishes: (5, 10)) == .mixed)
    #expect(verdict(like: (20, 20)) == .noDifference)
    #expect(verdict(players: 99, like: (40, 20)) == .goOn(nights: nil))
    guard case .goOn(let nights?) = verdict(players: 2000, like: (20, 20)) else {
      Issue.record("the experiment does not go on")
      return
    }
    #expect((20...365).contains(nights))
    let result = ExperimentResult(of: Self.first, ExperimentNumbers(), before: day(10))
    #expect(result.verdict == .notStarted)
  }

  // MARK: - Worlds

  /// The share of worlds in which a metric's interval excluded 0 on any of 60 nights, and in which
  /// the sample ratio was called wrong.
  private func decided(
    worlds: Int, players: Int, share: Double, effect: Double = 0,
    isArmSeenByClicksOnly: Bool = false
  ) -> (difference: Double, sampleRatio: Double) {
    let nights = 60
    var (different, wrong) = (0, 0)
    for seed in 0..<worlds {
      var world = ExperimentWorld(
        seed: UInt64(seed), players: players, share: share, nights: nights, effect: effect,
        isArmSeenByClicksOnly: isArmSeenByClicksOnly)
      var (isDifferent, isWrong) = (false, false)
      for night in 0..<nights {
        world.addNight(night)
        let result = ExperimentResult(
          of: Experiment(name: "test", share: share, from: day(0)), world.numbers,
          before: day(night + 1))
        isWrong = isWrong || !result.incomparable.isEmpty
        for difference in result.metrics.compactMap(\.difference)
        where difference.lower > 0 || difference.upper < 0 {
          isDifferent = true
        }
      }
      different += isDifferent ? 1 : 0
      wrong += isWrong ? 1 : 0
    }
    return (Double(different) / Double(worlds), Double(wrong) / Double(worlds))
  }

  /// 1,000 worlds without a difference; groups of little more than 100 players, and a small share.
  @Test(arguments: [(260, 0.5), (1300, 0.1)])
  func withoutADifferenceThereAreFewFalseAlarms(players: Int, share: Double) {
    let decided = decided(worlds: players == 260 ? 700 : 300, players: players, share: share)
    #expect(decided.difference <= 0.05)
    #expect(decided.sampleRatio <= 0.01)
  }

  /// Only clicks say that a player of the arm is there: its rate would be several times the true
  /// one.
  @Test func anArmSeenOnlyWhenItClicksIsNotCompared() {
    let decided = decided(worlds: 20, players: 2000, share: 0.5, isArmSeenByClicksOnly: true)
    #expect(decided.sampleRatio == 1)
    #expect(decided.difference == 0)
  }

  /// The chance that a metric is wrongly called incomparable, of three metrics whose players are
  /// mostly the same, read on 20 nights. The claim is one in a thousand.
  @Test func theSampleRatiosOfThreeMetricsHaveOneErrorRate() {
    let worlds = 20_000
    var generator = SeededGenerator(seed: 58)
    var alarms = 0
    for world in 0..<worlds {
      let share = [0.5, 0.1, 0.02][world % 3]
      var (arm, players) = ([0, 0, 0], [0, 0, 0])
      var isAlarm = false
      for _ in 0..<20 {
        for _ in 0..<25 {
          let isInArm = Double.random(in: 0..<1, using: &generator) < share
          for (metric, seen) in [1, 0.8, 0.5].enumerated()
          where Double.random(in: 0..<1, using: &generator) < seen {
            players[metric] += 1
            if isInArm { arm[metric] += 1 }
          }
        }
        isAlarm =
          isAlarm
          || (0..<3).contains {
            SampleRatio(arm: arm[$0], players: players[$0], share: share).isWrong
          }
      }
      if isAlarm { alarms += 1 }
    }
    #expect(alarms <= worlds / 1000, "\(alarms)")
  }

  @Test func aPlantedDifferenceIsFound() {
    #expect(decided(worlds: 20, players: 6000, share: 0.5, effect: 0.3).difference >= 0.8)
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
