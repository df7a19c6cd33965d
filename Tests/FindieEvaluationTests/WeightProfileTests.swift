import FindieEvaluation
import FindieModels
import FindieTestSupport
import FindieWorkers
import Testing

/// The interval of a learned weight, on players whose best weight is known.
struct WeightProfileTests {
  private static let weights = [0, 0.25, 0.5, 1, 2, 4]

  /// In the mean over all players the fourth weight is best: −curvature · (index − 3)². Each player has
  /// a random preference for one side.
  private func profile(
    players: Int, seed: UInt64, curvature: Double = 0.004
  ) -> WeightProfile {
    var generator = SplitMix64(seed: seed)
    let leanings = (0..<players).map { _ in (generator.nextNormal(), generator.nextNormal()) }
    let values = WeightProfileTests.weights.indices.map { index in
      leanings.map { level, slope in
        let distance = Double(index) - 3
        return 0.3 + 0.2 * level + 0.05 * slope * distance - curvature * distance * distance
      }
    }
    return WeightProfile(
      weights: WeightProfileTests.weights, values: values, current: 0,
      bootstrap: Bootstrap(resamples: 200, seed: seed), workers: Workers(threads: 1))
  }

  @Test func `the interval contains the best weight in at least 95 of 100 cases`() {
    let worlds = (0..<200).map { profile(players: 150, seed: UInt64($0) &* 7919) }
    #expect(worlds.count { $0.low <= 3 && 3 <= $0.high } >= 186)
    // The best weight in the sample is often another one.
    #expect(worlds.count { $0.best != 3 } > 10)
    #expect(worlds.allSatisfy { $0.low <= $0.best && $0.best <= $0.high })
  }

  @Test func `more players make the interval narrower`() {
    func width(_ players: Int) -> Int {
      (0..<40).reduce(0) { sum, seed in
        let profile = profile(players: players, seed: UInt64(seed) + 1)
        return sum + profile.high - profile.low
      }
    }
    #expect(width(2000) * 2 < width(100))
    let many = profile(players: 20_000, seed: 3)
    #expect([many.low, many.best, many.high] == [3, 3, 3])
  }

  @Test func `a weight without effect stays, and its interval has all weights`() {
    let values = [[Double]](repeating: [0.1, 0.5, 0.9], count: 6)
    let profile = WeightProfile(
      weights: WeightProfileTests.weights, values: values, current: 2,
      bootstrap: Bootstrap(resamples: 100, seed: 1), workers: Workers(threads: 1))
    #expect([profile.low, profile.best, profile.high] == [0, 2, 5])
  }

  @Test func `with one player the interval has all weights`() {
    let profile = WeightProfile(
      weights: [0, 1], values: [[0.1], [0.9]], current: 0,
      bootstrap: Bootstrap(resamples: 100, seed: 1), workers: Workers(threads: 1))
    #expect([profile.low, profile.best, profile.high] == [0, 1, 1])
    #expect(profile.means == [0.1, 0.9])
  }
}
