import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import Testing

@Suite struct ExperimentTests {
  // MARK: - Statistics

  private static func sums(_ players: Int, _ k: Int) -> RatioSums {
    (0..<players).reduce(into: RatioSums()) { sums, i in
      sums.add((7 * i * i + 3 * i) % 11 % (k + 1), of: k + (5 * i) % 4)
    }
  }

  /// Expected values: NumPy, from the players' values and not from their sums.
  @Test func differenceIsThatOfClosedForms() throws {
    let difference = try #require(
      RatioDifference(arm: Self.sums(150, 5), control: Self.sums(120, 4), alpha: 0.05 / 3))
    #expect(abs(difference.estimate - 0.051247313837241876) < 1e-12)
    #expect(abs(difference.radius - 0.12070874861491433) < 1e-12)
    #expect(
      abs(RatioDifference.radius(variance: 4e-4, spread: 0.02, alpha: 0.01) - 0.0890100558478024)
        < 1e-12)
  }

  /// Expected values: SciPy's root finder, for the ratios that are just not excluded.
  @Test func relativeLimitsAreThoseOfFieller() throws {
    func difference(_ arm: Int, _ control: Int) throws -> RatioDifference {
      try #require(
        RatioDifference(arm: Self.sums(arm, 5), control: Self.sums(control, 4), alpha: 0.05 / 3))
    }
    let (few, many) = (try difference(150, 120), try difference(1500, 1200))
    #expect(abs(few.relativeEstimate - 0.22548818088386424) < 1e-12)
    #expect(abs(few.relativeLower - -0.23144032044075624) < 1e-10)
    #expect(abs(try #require(few.relativeUpper) - 1.217111783271926) < 1e-10)
    #expect(abs(many.relativeLower - 0.048112198087186586) < 1e-10)
    #expect(abs(try #require(many.relativeUpper) - 0.4074018088448619) < 1e-10)
    // The absolute interval excludes no difference in the same cases.
    #expect(few.lower < 0 && many.lower > 0)
  }

  /// A rare event that becomes six times as frequent. Limits that divide by the control's ratio as
  /// if it had no error miss the truth in 11 % of these worlds.
  @Test func relativeLimitsHaveTheErrorOfTheControl() throws {
    var generator = SeededGenerator(seed: 59)
    var missed = 0
    for _ in 0..<200 {
      func group(mean: Double) -> RatioSums {
        (0..<1000).reduce(into: RatioSums()) { sums, _ in
          // Players differ in their chance.
          let chance = mean / 2 * Double.random(in: 0..<1, using: &generator)
          sums.add(
            (0..<4).count { _ in Double.random(in: 0..<1, using: &generator) < chance }, of: 1)
        }
      }
      let difference = try #require(
        RatioDifference(arm: group(mean: 0.6), control: group(mean: 0.1), alpha: 0.05 / 3))
      if difference.relativeLower > 5 || difference.relativeUpper.map({ $0 < 5 }) ?? false {
        missed += 1
      }
    }
    #expect(missed <= 3, "\(missed)")
  }

  /// A small arm without the rare event says little: the pooled variance bounds the interval.
  @Test func aSmallArmWithoutEventsIsNoEvidence() throws {
    let arm = (0..<110).reduce(into: RatioSums()) { sums, _ in sums.add(0, of: 1) }
    let control = (0..<1000).reduce(into: RatioSums()) { $0.add($1 % 100 == 0 ? 1 : 0, of: 1) }
    let difference = try #require(RatioDifference(arm: arm, control: control, alpha: 0.05 / 3))
    #expect(abs(difference.radius - 0.14607812666325096) < 1e-12)
    #expect(difference.lower < 0 && difference.upper > 0)
    #expect(difference.relativeLower == -1 && difference.relativeUpper == nil)
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

  // MARK: - Verdicts

  private static let first = Experiment(name: "first", share: 0.5, from: day(10))

  private func verdict(
    players: Int = 20_000, like: (Int, Int), wishes: (Int, Int) = (5, 5),
    inArm: [ExperimentMetric: Int] = [:]
  ) -> ExperimentResult.Verdict {
    result(players: players, like: like, wishes: wishes, inArm: inArm).verdict
  }

  private func result(
    players: Int, like: (Int, Int), wishes: (Int, Int) = (5, 5),
    inArm: [ExperimentMetric: Int] = [:]
  ) -> ExperimentResult {
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
    return ExperimentResult(of: Self.first, numbers, before: day(20))
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
    #expect(verdict(players: 99, like: (40, 20)) == .goOn)
    let open = result(players: 2000, like: (20, 20))
    #expect(open.verdict == .goOn && (20...365).contains(open.nightsToGo ?? 0))
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
