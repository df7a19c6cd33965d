import FindieRanking
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

/// The metrics of an evaluation, computed by hand.
///
/// Games a, b, c, d are available, e is not. Players with one like are never tested, so their likes
/// determine the popularity: a 3, b 2, c 1, d 0, e 4. Two players are tested; with a share of 1 all
/// their likes of available games are held out:
///
///     x likes b and d                          held out b, d
///     y likes b, c and d, and has seen a       held out b, c, d
///
/// Popularity's lists of two: x gets a, b; y, who has seen a, gets b, c.
///
///     x   hit at rank 2       recall 1 / min(2, 2) = 1/2   nDCG (1/log₂3) / (1 + 1/log₂3) = .38685
///     y   hits at 1 and 2     recall 2 / min(2, 3) = 1     nDCG 1
///     mean                    recall 0.75                  nDCG 0.69343
///
/// Of the four available games, a, b and c are listed: coverage 0.75.
struct PopularityByHandTests {
  /// Scores the games in reverse order: d, c, b, a. Its lists are d, c for both players: x has a
  /// hit at rank 1, y at both.
  ///
  ///     x   recall 1/2   nDCG 1 / (1 + 1/log₂3) = 0.61315
  ///     y   recall 1     nDCG 1
  private struct Reversed: Ranker {
    let name = "reversed"

    func score(
      _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
    ) {
      for index in 0..<rows.count * 5 { scores[index] = Float(index % 5) }
    }
  }

  private let split: Split
  private let isOut = [true, true, true, true, false]

  init() {
    let like: (Int) -> [Float] = { game in (0..<5).map { $0 == game ? 1 : 0 } }
    let dense =
      [[0, 1, 0, 1, 0], [0, 1, 1, 1, 0]] + [0, 0, 0, 1, 1, 2, 4, 4, 4, 4].map { like($0) }
    var seen = dense
    seen[1][0] = 1
    let matrix = InteractionMatrix(dense: dense)
    var parameters = EvaluationParameters()
    parameters.heldOutShare = 1
    split = .random(
      InteractionMatrix(
        players: matrix.players, games: matrix.games, observed: matrix.observed,
        strongestActions: matrix.strongestActions, seen: SparseRows(dense: seen),
        interactionsWithUnknownGames: 0), parameters: parameters, isOut: isOut)
  }

  private func evaluation() throws -> Evaluation {
    try Evaluation(
      of: [PopularityRanker(positives: split.train.positives), Reversed()], split: split,
      ks: [2, 1],
      workers: Workers(threads: 2))
  }

  @Test func `popularity's recall, nDCG and coverage equal hand-computed ones`() throws {
    let row = try evaluation().rows[0]
    #expect(row.model == "popularity")
    #expect(row.recall == 0.75)
    #expect(abs(row.nDCG - ((1 / log2(3.0)) / (1 + 1 / log2(3.0)) + 1) / 2) < 1e-12)
    #expect(abs(row.nDCG - 0.69343) < 1e-5)
    #expect(row.coverage == 0.75)
  }

  @Test func `players and held-out games are counted`() throws {
    let evaluation = try evaluation()
    #expect(evaluation.players == 2)
    #expect(evaluation.heldOutGames == 2 + 3)
    #expect(evaluation.ks == [2, 1])
    #expect(evaluation.candidates == 4)
  }

  /// The first game of x's list is a, of y's b, which is a hit.
  ///
  ///     x   nothing
  ///     y   recall 1 / min(1, 3) = 1, average precision 1, reciprocal rank 1, a hit
  @Test func `metrics of the first game come from the same list`() throws {
    let cut = try evaluation().rows[0].cuts[1]
    #expect(cut.k == 1)
    #expect(
      RankingMetrics.Metric.allCases.map { cut.quality[$0].mean } == [0.5, 0.5, 0.5, 0.5, 0.5])
    // a and b are listed.
    #expect(cut.shape.coverage == 0.5)
  }

  /// Average precision: x (1/2) / 2 = 1/4, y (1 + 1) / 2 = 1. Reciprocal ranks: 1/2 and 1.
  @Test func `popularity's other metrics equal hand-computed ones`() throws {
    let quality = try evaluation().rows[0].cuts[0].quality
    #expect(quality.map.mean == (0.25 + 1) / 2)
    #expect(quality.mrr.mean == (0.5 + 1) / 2)
    #expect(quality.hitRate.mean == 1)
  }

  /// Exposures: a 1, b 2, c 1, d 0. Sorted 0, 1, 1, 2 with weights −3, −1, 1, 3: 6 / (4 · 4) =
  /// 0.375.
  ///
  /// Ten players have training positives, since x and y have none left: a 3/10, b 2/10, c 1/10. The
  /// list a, b has −(log₂ 0.3 + log₂ 0.2) / 2 bits, the list b, c −(log₂ 0.2 + log₂ 0.1) / 2.
  @Test func `the statistics of popularity's lists equal hand-computed ones`() throws {
    let shape = try evaluation().rows[0].cuts[0].shape
    #expect(shape.gini == 0.375)
    let bits = [[0.3, 0.2], [0.2, 0.1]].map { -($0.map { log2($0) }.reduce(0, +)) / 2 }
    #expect(abs(shape.novelty - (bits[0] + bits[1]) / 2) < 1e-12)
    #expect(shape.intraListDistance == nil)
    // No profile has a positive.
    #expect(shape.popularityShift == 0)
  }

  @Test func `the last model is compared with the others, player by player`() throws {
    let differences = try evaluation().differences
    #expect(differences.map(\.k) == [2, 1])
    let difference = try #require(differences.first)
    #expect(difference.model == "reversed")
    #expect(difference.other == "popularity")
    // Recalls are the same for both players.
    #expect(difference.quality.recall == Interval(mean: 0, low: 0, high: 0))
    // nDCG: x gains d = 0.61315 - 0.38685, y nothing. The standard error is d / 2.
    let d = (1 - 1 / log2(3.0)) / (1 + 1 / log2(3.0))
    #expect(abs(difference.quality.nDCG.mean - d / 2) < 1e-12)
    #expect(abs(difference.quality.nDCG.low - d * (1 - 1.959964) / 2) < 1e-6)
    #expect(abs(difference.quality.nDCG.high - d * (1 + 1.959964) / 2) < 1e-6)
    #expect(try evaluation().verdicts.map(\.isBetter) == [nil])
  }
}
