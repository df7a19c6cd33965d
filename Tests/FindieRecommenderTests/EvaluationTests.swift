import FindieLinearAlgebra
import FindieRecommender
import FindieWorkers
import Foundation
import Testing

struct EvaluationTests {
  private let matrix = InteractionMatrix(.random(rows: 150, columns: 30, seed: 91))
  private let isOut = (0..<30).map { $0 % 7 != 0 }

  private func evaluation(
    threads: Int = 2, players: Int = 20_000, of rankers: ((HoldOut) -> [any Ranker])? = nil
  ) throws -> Evaluation {
    var parameters = EvaluationParameters()
    parameters.k = 5
    parameters.players = players
    let split = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    let model = try ImplicitALS(ALSParameters(rank: 4, iterations: 2))
      .fit(split.train.observed, workers: Workers(threads: 1))
    return try Evaluation(
      of: rankers?(split) ?? [
        PopularityRanker(positives: split.train.positives), FactorRanker(model),
      ], split: split,
      isOut: isOut, parameters: parameters, workers: Workers(threads: threads))
  }

  @Test func `the number of threads changes nothing`() throws {
    #expect(try evaluation(threads: 1) == evaluation(threads: 2))
  }

  @Test func `popularity is judged as by brute force`() throws {
    let split = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    let popularity = split.train.positives
    var (recalls, nDCGs, shown): ([Double], [Double], Set<Int>) = ([], [], [])
    for player in 0..<150 where !split.heldOut[player].isEmpty {
      let seen = Set(split.train.seen.columns(ofRow: player).map { Int($0) })
      let ranked = (0..<30).filter { isOut[$0] && !seen.contains($0) }
        .sorted { (-popularity[$0], $0) < (-popularity[$1], $1) }.prefix(5)
      shown.formUnion(ranked)
      let held = Set(split.heldOut[player].map { Int($0) })
      let gains = ranked.enumerated().map { held.contains($1) ? 1 / log2(Double($0 + 2)) : 0 }
      let ideal = (0..<min(5, held.count)).map { 1 / log2(Double($0 + 2)) }.reduce(0, +)
      recalls.append(Double(gains.count { $0 > 0 }) / Double(min(5, held.count)))
      nDCGs.append(gains.reduce(0, +) / ideal)
    }
    let row = try evaluation().rows[0]
    #expect(abs(row.recall - recalls.reduce(0, +) / Double(recalls.count)) < 1e-12)
    #expect(abs(row.nDCG - nDCGs.reduce(0, +) / Double(nDCGs.count)) < 1e-12)
    #expect(abs(row.coverage - Double(shown.count) / Double(isOut.count { $0 })) < 1e-12)
  }

  @Test func `at most so many players are tested, the same ones again`() throws {
    #expect(try evaluation(players: 10).players == 10)
    #expect(try evaluation(players: 10) == evaluation(players: 10))
  }

  @Test func `a ranker whose scores are no numbers shows nothing`() throws {
    struct Broken: Ranker {
      let name = "broken"
      func score(
        _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
      ) {
        for place in 0..<scores.count { scores[place] = .nan }
      }
    }
    let row = try evaluation { _ in [Broken()] }.rows[0]
    #expect([row.recall, row.nDCG, row.coverage] == [0, 0, 0])
  }

  @Test func `nobody to test is said in a sentence`() throws {
    let lonely = InteractionMatrix(dense: [[1, 0], [0, 1]])
    let split = HoldOut(lonely, share: 0.2, seed: 1, isOut: [true, true])
    let evaluation = try Evaluation(
      of: [PopularityRanker(positives: split.train.positives)], split: split, isOut: [true, true],
      parameters: EvaluationParameters(), workers: Workers(threads: 1))
    #expect(evaluation.players == 0)
    #expect(evaluation.rows.map(\.recall) == [0])
    #expect(evaluation.verdict == "No player has enough history for an evaluation yet.")
  }

  @Test func `a verdict names whom the last model beats and whom it does not`() throws {
    struct Oracle: Ranker {
      let name: String
      let split: HoldOut
      func score(
        _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
      ) {
        for place in 0..<scores.count { scores[place] = 0 }
        for (position, row) in rows.enumerated() {
          let profile = profiles.gathering([row])
          // A player is known by the profile alone; no two of this world have the same.
          let player = split.heldOut.indices.first {
            split.train.observed.gathering([$0]) == profile
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
    #expect(
      evaluation.verdict
        == "oracle beats popularity on recall@5 and nDCG@5 (95 % paired intervals above zero, "
        + "\(evaluation.players) players). oracle does not beat twin on both measures "
        + "(95 % paired intervals, \(evaluation.players) players).")
  }
}

struct IntervalTests {
  @Test func `an interval is the mean and 1 point 96 errors to both sides`() {
    // The mean of 1, 2, 3 is 2, their variance (1 + 0 + 1) / 2 = 1, the mean's error √(1 / 3).
    let interval = Evaluation.Interval(ofPaired: [1, 2, 3])
    #expect(interval.mean == 2)
    #expect(abs(interval.low - (2 - 1.96 * (1 / 3.0).squareRoot())) < 1e-12)
    #expect(abs(interval.high - (2 + 1.96 * (1 / 3.0).squareRoot())) < 1e-12)
  }

  @Test func `equal differences have no width`() {
    let interval = Evaluation.Interval(ofPaired: [0.5, 0.5, 0.5])
    #expect([interval.mean, interval.low, interval.high] == [0.5, 0.5, 0.5])
  }

  @Test(arguments: [[], [0.5]]) func `of fewer than two pairs nothing is known`(pairs: [Double]) {
    let interval = Evaluation.Interval(ofPaired: pairs)
    #expect([interval.mean, interval.low, interval.high] == [pairs.first ?? 0, -1, 1])
  }
}
