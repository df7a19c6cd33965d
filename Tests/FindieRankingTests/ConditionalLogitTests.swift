import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct ConditionalLogitTests {
  /// Players who each choose one of ten games with probability in proportion to exp(w·z), w = (2, -0.5,
  /// 0). Each player has a level that is added to the first feature of all candidates.
  private func drawn(
    _ players: Int, seed: UInt64
  ) -> (features: [Float], labels: [Bool], groups: [Range<Int>]) {
    var generator = SeededGenerator(seed: seed)
    var (features, labels, groups): ([Float], [Bool], [Range<Int>]) = ([], [], [])
    for player in 0..<players {
      let level = Float(player % 7)
      let rows = (0..<10).map { _ in
        (0..<3).map { Float.random(in: -1...1, using: &generator) * [1, 3, 10][$0] }
      }
      let masses = rows.map { exp(2 * Double($0[0]) - 0.5 * Double($0[1])) }
      var rest = Double.random(in: 0..<masses.reduce(0, +), using: &generator)
      let chosen = masses.firstIndex { mass in
        rest -= mass
        return rest < 0
      }
      groups.append(labels.count..<labels.count + 10)
      labels += (0..<10).map { $0 == chosen }
      features += rows.flatMap { [$0[0] + level, $0[1], $0[2]] }
    }
    return (features, labels, groups)
  }

  @Test func `planted weights are found, whatever the level of a player`() throws {
    let (features, labels, groups) = drawn(8000, seed: 2)
    let found = try ConditionalLogit(
      features: features, labels: labels, groups: groups, count: 3, regularization: 1,
      workers: Workers(threads: 2))
    for (weight, (error, planted)) in zip(found.weights, zip(found.uncertainties, [2, -0.5, 0])) {
      #expect(abs(weight - planted) < 4 * error)
      #expect(error < 0.1)
    }
  }

  @Test func `a feature that varies by rounding only has no weight`() throws {
    let (features, labels, groups) = drawn(500, seed: 3)
    // A fourth feature that determines the choice exactly, but is at most 10⁻⁹.
    let with = labels.indices.flatMap { row in
      features[3 * row..<3 * row + 3] + [labels[row] ? 1e-9 : 0]
    }
    let found = try ConditionalLogit(
      features: with, labels: labels, groups: groups, count: 4, regularization: 1,
      workers: Workers(threads: 2))
    let without = try ConditionalLogit(
      features: features, labels: labels, groups: groups, count: 3, regularization: 1,
      workers: Workers(threads: 2))
    #expect(found.weights[3] == 0)
    for (weight, other) in zip(found.weights, without.weights) {
      #expect(abs(weight - other) < 1e-6)
    }
  }

  @Test func `a choice between two games has a closed-form weight`() throws {
    // Of 100 players who choose between 0 and 1, 80 choose 1: w = ln 4.
    let features = (0..<200).map { Float($0 % 2) }
    let labels = (0..<100).flatMap { $0 < 80 ? [false, true] : [true, false] }
    let found = try ConditionalLogit(
      features: features, labels: labels, groups: (0..<100).map { 2 * $0..<2 * $0 + 2 }, count: 1,
      regularization: 1e-9, workers: Workers(threads: 1))
    #expect(abs(found.weights[0] - log(4)) < 1e-6)
    // 1 / (n p (1 - p)).
    #expect(abs(found.uncertainties[0] - (1 / 16.0).squareRoot()) < 1e-6)
  }

  @Test func `every player has the same weight, whatever the number of positives`() throws {
    // One player chose the game at 1 of two; another all nine at 0 of ten.
    let features: [Float] = [0, 1] + [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    let labels = [false, true] + (0..<10).map { $0 < 9 }
    let found = try ConditionalLogit(
      features: features, labels: labels, groups: [0..<2, 2..<12], count: 1, regularization: 1e-9,
      workers: Workers(threads: 1))
    // 1 - p₁ = p₂ with p₁ = e / (1 + e), p₂ = e / (9 + e), e = exp w: e² = 9.
    #expect(abs(exp(found.weights[0]) - 3) < 1e-5)
  }

  @Test func `players without a positive have no effect, and threads change no bit`() throws {
    let (features, labels, groups) = drawn(300, seed: 5)
    let found = try [1, 3].map { threads in
      try ConditionalLogit(
        features: features, labels: labels, groups: groups, count: 3, regularization: 1,
        workers: Workers(threads: threads)
      ).weights
    }
    #expect(found[0] == found[1])
    let silent = try ConditionalLogit(
      features: features, labels: [Bool](repeating: false, count: labels.count), groups: groups,
      count: 3, regularization: 1, workers: Workers(threads: 2))
    #expect(silent.weights == [0, 0, 0])
  }
}
