import FindieEvaluation
import FindieLinearAlgebra
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

struct BlendWeightsTests {
  private let workers = Workers(threads: 2)

  private func parameters(k: Int = 3, parts: Int = 10, candidates: Int = 60) -> BlendParameters {
    var parameters = BlendParameters()
    parameters.k = k
    parameters.parts = parts
    parameters.candidates = candidates
    return parameters
  }

  /// Rows of scores: noise, plus `knowledge` for the held-out games of player p if `knows(p)`.
  private func ranker(
    _ name: String, _ heldOut: [[UInt32]], games: Int, knowledge: Float, seed: UInt64,
    knows: (Int) -> Bool
  ) -> GivenRanker {
    var generator = SeededGenerator(seed: seed)
    var scores = (0..<games).map { _ in
      (0..<games).map { _ in Float.random(in: 0...1, using: &generator) }
    }
    for (player, hidden) in heldOut.enumerated() where knows(player) {
      for game in hidden { scores[player][Int(game)] += knowledge }
    }
    return GivenRanker(name: name, scores: scores)
  }

  /// Player p has seen game p only, and two other games are held out.
  private func validation(games: Int = 60) -> ValidationSet {
    var generator = SeededGenerator(seed: 5)
    let profiles = SparseRows(
      dense: (0..<games).map { player in (0..<games).map { $0 == player ? 1 : 0 } })
    let hidden = (0..<games).map { player in
      Array((0..<games).filter { $0 != player }.shuffled(using: &generator).prefix(2)).sorted()
        .map { UInt32($0) }
    }
    return ValidationSet(
      profiles: profiles, heldOut: hidden, seen: profiles, isListed: (0..<games).map { $0 != 7 })
  }

  private func choose(
    _ components: [any Ranker], _ set: ValidationSet, _ parameters: BlendParameters,
    threads: Int = 2
  ) throws -> BlendWeights {
    try BlendWeights.choose(
      components, on: set, parameters: parameters, workers: Workers(threads: threads))
  }

  @Test func `a perfect model gets all the weight`() throws {
    let set = validation()
    let oracle = ranker("oracle", set.heldOut, games: 60, knowledge: 5, seed: 1) { _ in true }
    let noise = ranker("noise", set.heldOut, games: 60, knowledge: 0, seed: 2) { _ in true }
    let weights = try choose([noise, oracle], set, parameters())
    #expect(weights.models == ["noise", "oracle"])
    #expect(weights.weights == [0, 1])
    #expect(weights.nDCG == weights.nDCGAlone[1])
  }

  @Test func `a blend of two complementary models is better than each`() throws {
    let set = validation()
    let even = ranker("even", set.heldOut, games: 60, knowledge: 1, seed: 3) { $0 % 2 == 0 }
    let odd = ranker("odd", set.heldOut, games: 60, knowledge: 1, seed: 4) { $0 % 2 == 1 }
    let noise = ranker("noise", set.heldOut, games: 60, knowledge: 0, seed: 5) { _ in true }
    let weights = try choose([even, noise, odd], set, parameters())
    #expect(weights.weights[0] > 0.2 && weights.weights[2] > 0.2)
    #expect(weights.nDCG > 1.2 * (try #require(weights.nDCGAlone.max())))
    #expect(abs(weights.weights.reduce(0, +) - 1) < 1e-12)
  }

  @Test func `with two models the search finds the best of all weights`() throws {
    let set = validation()
    for seed in UInt64(10)..<16 {
      let left = ranker("left", set.heldOut, games: 60, knowledge: 0.5, seed: seed) { $0 % 3 > 0 }
      let right = ranker("right", set.heldOut, games: 60, knowledge: 0.6, seed: ~seed) {
        $0 % 3 < 2
      }
      let found = try choose([left, right], set, parameters(parts: 4))
      let all = try (0...4).map { part in
        try set.nDCG(
          of: Blend(
            components: [left, right], weights: [Double(part) / 4, 1 - Double(part) / 4]), k: 3,
          workers: workers)
      }
      #expect(abs(found.nDCG - (try #require(all.max()))) < 1e-12)
    }
  }

  @Test(arguments: [3, 5, 60])
  func `the nDCG is that over all games, and never below the best single model's`(
    candidates: Int
  ) throws {
    let set = validation()
    for seed in UInt64(20)..<30 {
      let components = (0..<3).map { index in
        ranker(
          "m\(index)", set.heldOut, games: 60, knowledge: 0.2, seed: seed + 100 * UInt64(index)
        ) { $0 % 3 == index }
      }
      let found = try choose(components, set, parameters(candidates: candidates))
      let seen = try set.nDCG(
        of: Blend(components: components, weights: found.weights), k: 3, workers: workers)
      let alone = try components.map { try set.nDCG(of: $0, k: 3, workers: workers) }
      #expect(abs(found.nDCG - seen) < 1e-12)
      #expect(zip(found.nDCGAlone, alone).allSatisfy { abs($0 - $1) < 1e-12 })
      #expect(try seen >= #require(alone.max()) - 1e-12)
    }
  }

  @Test func `the number of threads changes nothing`() throws {
    let set = validation()
    let components = (0..<4).map { index in
      ranker("m\(index)", set.heldOut, games: 60, knowledge: 0.4, seed: UInt64(index)) {
        $0 % 4 == index
      }
    }
    let one = try choose(components, set, parameters(), threads: 1)
    #expect(try choose(components, set, parameters(), threads: 2) == one)
    #expect(try choose(components, set, parameters(), threads: 3) == one)
  }

  @Test func `a single model gets all the weight, and without players the first model does`()
    throws
  {
    let set = validation()
    let noise = ranker("noise", set.heldOut, games: 60, knowledge: 0, seed: 2) { _ in true }
    #expect(try choose([noise], set, parameters()).weights == [1])
    let nobody = ValidationSet(
      profiles: SparseRows(dense: [], columns: 60), heldOut: [],
      seen: SparseRows(dense: [], columns: 60), isListed: [Bool](repeating: true, count: 60))
    let weights = try choose([noise, noise], nobody, parameters())
    #expect(weights.weights == [1, 0])
    #expect(weights.nDCG == 0)
    #expect(weights.players == 0)
  }

  @Test func `nDCG equals a brute-force computation`() throws {
    let set = validation()
    let given = ranker("given", set.heldOut, games: 60, knowledge: 0.5, seed: 8) { $0 % 2 == 0 }
    let expected = (0..<60).map { player in
      let ranked = (0..<60).filter { $0 != player && $0 != 7 }
        .sorted { (-given.scores[player][$0], $0) < (-given.scores[player][$1], $1) }
      return RankingMetrics(
        ranked: ranked.map { UInt32($0) }, relevant: Set(set.heldOut[player]), k: 4
      ).nDCG
    }
    let found = try set.nDCG(of: given, k: 4, workers: workers)
    #expect(abs(found - expected.reduce(0, +) / 60) < 1e-12)
  }
}

struct ValidationSetTests {
  private let matrix = InteractionMatrix(.random(rows: 120, columns: 40, seed: 31))
  private let isOut = (0..<40).map { $0 % 6 != 0 }

  @Test func `the validation set contains none of the test's held-out games`() {
    let test = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    let (training, set) = ValidationSet.splitting(
      test.train, isOut: isOut, parameters: BlendParameters())
    #expect(set.players > 50)
    for player in 0..<120 {
      let hidden = Set(test.heldOut[player])
      #expect(hidden.isDisjoint(with: training.observed.columns(ofRow: player)))
    }
    // The profile and the held-out games of a validation player are together a row of the test's
    // training.
    for player in 0..<set.players {
      let known = Set(set.profiles.columns(ofRow: player)).union(set.heldOut[player])
      #expect(
        (0..<120).contains { known == Set(test.train.observed.columns(ofRow: $0)) })
    }
  }

  @Test func `held-out games are neither in the profile nor in the training`() {
    let (training, set) = ValidationSet.splitting(
      matrix, isOut: isOut, parameters: BlendParameters())
    #expect(training.observed.count < matrix.observed.count)
    for player in 0..<set.players {
      let hidden = Set(set.heldOut[player])
      #expect(!hidden.isEmpty)
      #expect(hidden.isDisjoint(with: set.profiles.columns(ofRow: player)))
      #expect(hidden.isDisjoint(with: set.seen.columns(ofRow: player)))
    }
  }

  @Test func `the number of players is limited, and the same players are chosen again`() {
    var parameters = BlendParameters()
    parameters.players = 9
    let (_, first) = ValidationSet.splitting(matrix, isOut: isOut, parameters: parameters)
    let (_, second) = ValidationSet.splitting(matrix, isOut: isOut, parameters: parameters)
    #expect(first.players == 9)
    #expect(first.profiles == second.profiles && first.heldOut == second.heldOut)
  }

  @Test func `players without held-out games are left out`() {
    let profiles = SparseRows(dense: [[1, 0], [0, 1], [1, 1]])
    let set = ValidationSet(
      profiles: profiles, heldOut: [[1], [], []], seen: profiles, isListed: [true, true])
    #expect(set.players == 1)
    #expect(set.profiles == SparseRows(dense: [[1, 0]]))
  }
}
