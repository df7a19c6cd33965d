import FindieEvaluation
import FindieModels
import FindieModelsTestSupport
import Foundation
import Testing

/// A planted bandit: two kinds of players, three games, known like probabilities and policies.
private struct Bandit {
  /// [kinds of players, games]
  static let likes = [[0.6, 0.3, 0.1], [0.1, 0.2, 0.7]]
  static let logging = [[0.1, 0.3, 0.6], [0.6, 0.3, 0.1]]
  static let other = [[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]]

  /// Both kinds of players are equally likely: ½ Σ_x Σ_a π(a|x) p(x, a).
  static func value(of policy: [[Double]]) -> Double {
    zip(policy, likes).reduce(0.0) { $0 + zip($1.0, $1.1).reduce(0.0) { $0 + $1.0 * $1.1 } } / 2
  }

  /// - Parameter model: the predicted reward of a game for a kind of player.
  static func log(
    _ count: Int, seed: UInt64, model: (Int, Int) -> Double = { _, _ in 0 }
  ) -> [LoggedChoice] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let kind = random.nextUniform() < 0.5 ? 0 : 1
      let draw = random.nextUniform()
      let game = draw < logging[kind][0] ? 0 : draw < logging[kind][0] + logging[kind][1] ? 1 : 2
      return LoggedChoice(
        reward: random.nextUniform() < likes[kind][game] ? 1 : 0,
        probability: logging[kind][game], newProbability: other[kind][game],
        predicted: model(kind, game),
        expected: (0..<3).reduce(0.0) { $0 + other[kind][$1] * model(kind, $1) })
    }
  }
}

/// Estimates of the reward of another policy from logged choices.
struct PolicyEstimateTests {
  @Test func `the interval contains the true value, and the plain like rate is biased`() throws {
    // ½ (.7·.6 + .2·.3 + .1·.1 + .1·.1 + .2·.2 + .7·.7) = .515, and for the logging policy
    // ½ (.1·.6 + .3·.3 + .6·.1 + .6·.1 + .3·.2 + .1·.7) = .2.
    let truth = Bandit.value(of: Bandit.other)
    #expect(abs(truth - 0.515) < 1e-12)
    #expect(abs(Bandit.value(of: Bandit.logging) - 0.2) < 1e-12)
    let choices = Bandit.log(20_000, seed: 3)
    for estimate in [
      try PolicyEstimate.snips(choices), try PolicyEstimate.doublyRobust(choices),
    ] {
      #expect(estimate.reward.low < truth && truth < estimate.reward.high)
      #expect(estimate.reward.high - estimate.reward.low < 0.1)
    }
    let plain = choices.reduce(0.0) { $0 + $1.reward } / Double(choices.count)
    #expect(abs(plain - 0.2) < 0.02)
  }

  @Test(arguments: [false, true])
  func `about 95 of 100 intervals contain the true value`(isDoublyRobust: Bool) throws {
    let truth = Bandit.value(of: Bandit.other)
    let held = try (0..<400).count { seed in
      let choices = Bandit.log(1000, seed: UInt64(seed) &* 7919) { _, game in [0.5, 0.2, 0.3][game]
      }
      let interval =
        try isDoublyRobust
        ? PolicyEstimate.doublyRobust(choices).reward : PolicyEstimate.snips(choices).reward
      return interval.low <= truth && truth <= interval.high
    }
    // 380 expected with a deviation of √(400 · .95 · .05) = 4.4: four of them either way.
    #expect((362...398).contains(held), "\(held) of 400")
  }

  @Test func `a good model narrows the doubly robust interval, a bad one does not mislead it`()
    throws
  {
    let truth = Bandit.value(of: Bandit.other)
    let choices = Bandit.log(20_000, seed: 11) { Bandit.likes[$0][$1] }
    let (plain, good) = (
      try PolicyEstimate.snips(choices).reward, try PolicyEstimate.doublyRobust(choices).reward
    )
    #expect(good.high - good.low < 0.95 * (plain.high - plain.low))
    let bad = try PolicyEstimate.doublyRobust(Bandit.log(20_000, seed: 12) { _, _ in 3 }).reward
    #expect(bad.low < truth && truth < bad.high)
  }

  @Test func `estimates equal hand-computed ones`() throws {
    // Weights 2 and ½, rewards 1 and 0: SNIPS 2 / 2.5 = .8.
    let choices = [
      LoggedChoice(
        reward: 1, probability: 0.25, newProbability: 0.5, predicted: 0.5, expected: 0.25),
      LoggedChoice(
        reward: 0, probability: 0.5, newProbability: 0.25, predicted: 0.5, expected: 0.25),
    ]
    let snips = try PolicyEstimate.snips(choices)
    #expect(abs(snips.reward.mean - 0.8) < 1e-12)
    #expect(snips.largestWeight == 2)
    // 2.5² / (4 + ¼)
    #expect(abs(snips.effectiveChoices - 6.25 / 4.25) < 1e-12)
    // Terms .25 + 2 · .5 = 1.25 and .25 − ½ · .5 = 0.
    #expect(abs(try PolicyEstimate.doublyRobust(choices).reward.mean - 0.625) < 1e-12)
  }

  @Test func `a value that is not identifiable is refused with the reason`() throws {
    let shown = LoggedChoice(reward: 1, probability: 0.5, newProbability: 0.5)
    let never = LoggedChoice(reward: 1, probability: 0.5, newProbability: 0)
    let unknown = LoggedChoice(reward: 1, probability: 0, newProbability: 0.5)
    for choices in [[], [shown], [never, never], [shown, unknown]] {
      let failure = #expect(throws: PolicyEstimate.NotIdentifiable.self) {
        try PolicyEstimate.snips(choices)
      }
      #expect(failure?.description.hasPrefix("not identifiable: ") == true)
      #expect(throws: PolicyEstimate.NotIdentifiable.self) {
        try PolicyEstimate.doublyRobust(choices)
      }
    }
  }
}
