import FindieRanking
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

struct EvaluationTests {
  private let matrix = InteractionMatrix(.random(rows: 150, columns: 30, seed: 91))
  private let isOut = (0..<30).map { $0 % 7 != 0 }

  private var split: Split {
    var parameters = EvaluationParameters()
    parameters.heldOutShare = 0.3
    parameters.seed = 1
    return .random(matrix, parameters: parameters, isOut: isOut)
  }

  private func evaluation(
    threads: Int = 2, players: Int = 20_000, ks: [Int] = [5], against: Evaluation.Reference = .last,
    features: SparseRows? = nil, of rankers: ((Split) -> [any Ranker])? = nil
  ) throws -> Evaluation {
    let split = split.limited(to: players, seed: 1)
    let model = try ImplicitALS(ALSParameters(rank: 4, iterations: 2))
      .fit(split.train, workers: Workers(threads: 1))
    return try Evaluation(
      of: rankers?(split)
        ?? [
          PopularityRanker(positives: split.train.positives),
          FactorRanker(model, workers: Workers(threads: 1)),
        ],
      split: split, ks: ks, features: features, against: against,
      workers: Workers(threads: threads))
  }

  @Test func `the number of threads changes nothing`() throws {
    let features = SparseRows.random(rows: 30, columns: 8, seed: 92)
    #expect(
      try evaluation(threads: 1, ks: [5, 20], features: features)
        == evaluation(threads: 2, ks: [5, 20], features: features))
  }

  @Test(arguments: [1, 5, 40]) func `popularity's metrics equal a brute-force computation`(k: Int)
    throws
  {
    let holdOut = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    let popularity = holdOut.train.positives
    var (sums, players) = ([Double](repeating: 0, count: 5), 0)
    var shown = Set<Int>()
    for player in 0..<150 where !holdOut.heldOut[player].isEmpty {
      let seen = Set(holdOut.train.seen.columns(ofRow: player).map { Int($0) })
      let ranked = (0..<30).filter { isOut[$0] && !seen.contains($0) }
        .sorted { (-popularity[$0], $0) < (-popularity[$1], $1) }.prefix(k)
      shown.formUnion(ranked)
      let held = Set(holdOut.heldOut[player].map { Int($0) })
      let isHit = ranked.map { held.contains($0) }
      let best = min(k, held.count)
      let gains = isHit.enumerated().map { $1 ? 1 / log2(Double($0 + 2)) : 0 }
      let ideal = (0..<best).map { 1 / log2(Double($0 + 2)) }.reduce(0, +)
      let precisions = isHit.indices.filter { isHit[$0] }
        .map { index in Double(isHit[...index].count { $0 }) / Double(index + 1) }
      let values: [Double] = [
        Double(isHit.count { $0 }) / Double(best), gains.reduce(0, +) / ideal,
        precisions.reduce(0, +) / Double(best),
        isHit.firstIndex(of: true).map { 1 / Double($0 + 1) } ?? 0,
        isHit.contains(true) ? 1.0 : 0,
      ]
      sums = zip(sums, values).map { $0 + $1 }
      players += 1
    }
    let cut = try evaluation(ks: [7, k]).rows[0].cuts[1]
    for (measure, sum) in zip(RankingMetrics.Metric.allCases, sums) {
      #expect(abs(cut.quality[measure].mean - sum / Double(players)) < 1e-12)
    }
    #expect(abs(cut.shape.coverage - Double(shown.count) / Double(isOut.count { $0 })) < 1e-12)
  }

  @Test func `the number of tested players is limited, and the same players are chosen again`()
    throws
  {
    #expect(try evaluation(players: 10).players == 10)
    #expect(try evaluation(players: 10) == evaluation(players: 10))
  }

  @Test func `a ranker with NaN scores lists nothing`() throws {
    struct Broken: Ranker {
      let name = "broken"
      func score(
        _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
      ) {
        for index in 0..<scores.count { scores[index] = .nan }
      }
    }
    let row = try evaluation { _ in [Broken()] }.rows[0]
    #expect([row.recall, row.nDCG, row.coverage] == [0, 0, 0])
  }

  @Test func `an evaluation without players says so`() throws {
    let lonely = InteractionMatrix(dense: [[1, 0], [0, 1]])
    let split = Split.random(
      lonely, parameters: EvaluationParameters(), isOut: [true, true])
    let evaluation = try Evaluation(
      of: [PopularityRanker(positives: split.train.positives)], split: split, ks: [20],
      workers: Workers(threads: 1))
    #expect(evaluation.players == 0)
    #expect(evaluation.rows.map(\.recall) == [0])
  }

  @Test func `the last model is compared with each of the others`() throws {
    struct Oracle: Ranker {
      let name: String
      let split: Split
      func score(
        _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
      ) {
        for index in 0..<scores.count { scores[index] = 0 }
        for (position, row) in rows.enumerated() {
          let profile = profiles.gathering([row])
          // Players are recognized by their profiles, which are distinct in this data.
          let player = (0..<split.players.count).first {
            split.profiles.gathering([$0]) == profile
          }
          for game in player.map({ split.heldOut[$0] }) ?? [] {
            scores[position * profiles.columns + Int(game)] = 1
          }
        }
      }
    }
    let evaluation = try evaluation { split in
      [
        PopularityRanker(positives: split.train.positives), Oracle(name: "twin", split: split),
        Oracle(name: "oracle", split: split),
      ]
    }
    #expect(evaluation.rows[2].recall == 1)
    #expect(evaluation.differences.map(\.other) == ["popularity", "twin"])
    #expect(evaluation.verdicts.map(\.isBetter) == [true, nil])
  }

  @Test func `the best model can be compared with the others`() throws {
    let best = try evaluation(ks: [5, 10], against: .best)
    let winner = try #require(best.rows.max { $0.nDCG < $1.nDCG }?.model)
    #expect(best.differences.map(\.model) == [winner, winner])
    #expect(best.differences.map(\.k) == [5, 10])
    let last = try evaluation(ks: [5, 10])
    #expect(last.rows == best.rows)
    // Reversing a difference only changes its sign.
    if winner == "popularity" {
      for (one, other) in zip(best.differences, last.differences) {
        #expect(abs(one.quality.nDCG.low + other.quality.nDCG.high) < 1e-12)
      }
    }
  }

  @Test func `a difference is that of the means, whatever other lengths are evaluated`()
    throws
  {
    let evaluation = try evaluation(ks: [5, 10])
    let (popularity, als) = (evaluation.rows[0].cuts[1], evaluation.rows[1].cuts[1])
    for measure in RankingMetrics.Metric.allCases {
      let difference = evaluation.differences[1].quality[measure]
      #expect(
        abs(difference.mean - (als.quality[measure].mean - popularity.quality[measure].mean))
          < 1e-12)
      #expect(difference.low <= difference.mean && difference.mean <= difference.high)
    }
    #expect(try self.evaluation(ks: [10]).rows[1].cuts[0] == als)
  }

  @Test func `games without a column count as misses`() throws {
    let split = split
    let harder = Split(
      split.design, train: split.train, players: split.players, profiles: split.profiles,
      heldOut: split.heldOut, unreachable: split.heldOut.map(\.count), seen: split.seen,
      candidates: split.candidates)
    func recall(_ split: Split) throws -> Double {
      try Evaluation(
        of: [PopularityRanker(positives: split.train.positives)], split: split, ks: [30],
        workers: Workers(threads: 1)
      ).rows[0].recall
    }
    // All held-out games are found except those without a column, which halve the recall.
    #expect(try recall(split) == 1)
    #expect(try abs(recall(harder) - 0.5) < 1e-12)
  }

  @Test func `an evaluation is encoded and decoded unchanged`() throws {
    let features = SparseRows.random(rows: 30, columns: 8, seed: 92)
    for features in [features, nil] {
      let evaluation = try evaluation(ks: [5, 20], features: features)
      let text = try JSONEncoder().encode(evaluation)
      #expect(try JSONDecoder().decode(Evaluation.self, from: text) == evaluation)
    }
  }

  @Test func `an error of the progress is rethrown`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try Evaluation(
        of: [PopularityRanker(positives: split.train.positives)], split: split, ks: [5],
        workers: Workers(threads: 2)
      ) { _ in throw Stop() }
    }
  }
}
