import FindieRanking
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct BootstrapTests {
  private let workers = Workers(threads: 2)

  private func interval(
    _ values: [Double], resamples: Int = 1000, seed: UInt64 = 7
  ) -> Interval {
    let means = Bootstrap(resamples: resamples, seed: seed)
      .means(of: values, columns: 1, workers: workers)
    return Interval(
      mean: values.reduce(0, +) / Double(values.count), resampled: means[0])
  }

  @Test(arguments: [1, 2, 3])
  func `with many players the interval is the normal one`(seed: UInt64) {
    // 4000 draws of a skewed variable: u², of mean 1/3. The mean's error is s / √n, and 95 % of a
    // normal variable lie within 1.96 of them. A quantile of 4000 resamples has an error of about 4
    // %.
    var generator = SeededGenerator(seed: seed)
    let values = (0..<4000).map { _ in
      let u = Double.random(in: 0..<1, using: &generator)
      return u * u
    }
    let mean = values.reduce(0, +) / 4000
    let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3999).squareRoot()
    let error = deviation / 4000.squareRoot()
    let found = interval(values, resamples: 4000, seed: seed)
    #expect(found.mean == mean)
    #expect(abs(found.low - (mean - 1.96 * error)) < 0.12 * error)
    #expect(abs(found.high - (mean + 1.96 * error)) < 0.12 * error)
  }

  @Test func `the interval contains the true mean about 95 times in a hundred`() {
    // 400 experiments of 60 players each with a hit rate of 0.3: binomial(400, 0.95) has deviation
    // 4.4, and percentile intervals of so few players are too short by a few per cent.
    var generator = SeededGenerator(seed: 5)
    let covered = (0..<400).count { experiment in
      let hits = (0..<60).map { _ in Double.random(in: 0..<1, using: &generator) < 0.3 ? 1.0 : 0 }
      let found = interval(hits, resamples: 400, seed: UInt64(experiment))
      return found.low <= 0.3 && 0.3 <= found.high
    }
    #expect((360...395).contains(covered))
  }

  @Test func `the same seed draws the same players on any number of threads`() {
    let values = (0..<300).map { Double($0 % 7) }
    let bootstrap = Bootstrap(resamples: 100, seed: 3)
    let means = bootstrap.means(of: values, columns: 3, workers: Workers(threads: 1))
    #expect(means == bootstrap.means(of: values, columns: 3, workers: Workers(threads: 4)))
    #expect(
      means
        != Bootstrap(resamples: 100, seed: 4)
        .means(of: values, columns: 3, workers: Workers(threads: 1)))
    // More resamples begin with the same ones.
    #expect(
      Bootstrap(resamples: 130, seed: 3).means(of: values, columns: 3, workers: workers)
        .map { Array($0.prefix(100)) } == means)
  }

  @Test func `resampled means equal those of brute-force draws`() {
    let values = [0.5, 2, 8, 32, 128]
    let means = Bootstrap(resamples: 20, seed: 9).means(of: values, columns: 1, workers: workers)
    for resample in 0..<20 {
      var generator = SplitMix64(seed: 9 &+ UInt64(resample) &* 0xD1B5_4A32_D192_ED03)
      let drawn = (0..<5).map { _ in
        values[Int(generator.next().multipliedFullWidth(by: 5).high)]
      }
      #expect(means[0][resample] == drawn.reduce(0, +) / 5)
    }
  }

  @Test func `all columns of a resample have the same players`() {
    // The second column is the first one negated plus a constant, so the means of each resample
    // have a constant sum.
    var generator = SeededGenerator(seed: 6)
    let first = (0..<50).map { _ in Double.random(in: 0..<1, using: &generator) }
    let means = Bootstrap(resamples: 64, seed: 1)
      .means(of: first.flatMap { [$0, 1 - $0] }, columns: 2, workers: workers)
    #expect(zip(means[0], means[1]).allSatisfy { abs($0 + $1 - 1) < 1e-12 })
    #expect(Set(means[0]).count > 60)
  }

  @Test func `the interval of a constant has no width`() {
    let found = interval([Double](repeating: 0.25, count: 40))
    #expect(found == Interval(mean: 0.25, low: 0.25, high: 0.25))
  }

  @Test func `the ends are the percentiles with NumPy's interpolation`() {
    // numpy.percentile([0, 1, 2, 3, 10], [2.5, 97.5]) is [0.1, 9.3].
    let found = Interval(mean: 3, resampled: [10, 0, 3, 1, 2])
    #expect(abs(found.low - 0.1) < 1e-12)
    #expect(abs(found.high - 9.3) < 1e-12)
    #expect(Interval(mean: 3, resampled: [3]) == Interval(mean: 3, low: 3, high: 3))
  }

  @Test func `without players there are no means`() {
    #expect(
      Bootstrap(resamples: 5, seed: 1).means(of: [], columns: 2, workers: workers) == [[], []])
  }
}
