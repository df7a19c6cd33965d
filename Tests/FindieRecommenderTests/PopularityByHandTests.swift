import FindieLinearAlgebra
import FindieRecommender
import FindieWorkers
import Foundation
import Testing

/// The numbers of an evaluation, worked out with a pencil.
///
/// Games a, b, c, d are out, e is not. Players with one like are never tested, so what they like
/// makes the popularity: a 3, b 2, c 1, d 0, e 4. Two players are tested; with a share of 1 all their
/// likes of games that are out are held out:
///
///     x likes b and d                          held out b, d
///     y likes b, c and d, and has skipped a    held out b, c, d
///
/// Popularity's lists of two: x gets a, b; y, who has seen a, gets b, c.
///
///     x   hit at rank 2       recall 1 / min(2, 2) = 1/2   nDCG (1/log₂3) / (1 + 1/log₂3) = 0.38685
///     y   hits at 1 and 2     recall 2 / min(2, 3) = 1     nDCG 1
///     mean                    recall 0.75                  nDCG 0.69343
///
/// Shown were a, b and c of the four that are out: coverage 0.75.
struct PopularityByHandTests {
  /// Scores the games the other way round: d, c, b, a. Its lists are d, c for both players: x hits at
  /// rank 1, y at both.
  ///
  ///     x   recall 1/2   nDCG 1 / (1 + 1/log₂3) = 0.61315
  ///     y   recall 1     nDCG 1
  private struct Reversed: Ranker {
    let name = "reversed"

    func score(
      _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
    ) {
      for place in 0..<rows.count * 5 { scores[place] = Float(place % 5) }
    }
  }

  private let split: HoldOut
  private let isOut = [true, true, true, true, false]

  init() {
    let like: (Int) -> [Float] = { game in (0..<5).map { $0 == game ? 1 : 0 } }
    let dense =
      [[0, 1, 0, 1, 0], [0, 1, 1, 1, 0]] + [0, 0, 0, 1, 1, 2, 4, 4, 4, 4].map { like($0) }
    var seen = dense
    seen[1][0] = 1
    let matrix = InteractionMatrix(dense: dense)
    split = HoldOut(
      InteractionMatrix(
        players: matrix.players, games: matrix.games, observed: matrix.observed,
        strongestActions: matrix.strongestActions, seen: SparseRows(dense: seen),
        interactionsWithUnknownGames: 0), share: 1, seed: 1, isOut: isOut)
  }

  private func evaluation() throws -> Evaluation {
    var parameters = EvaluationParameters()
    parameters.heldOutShare = 1
    parameters.k = 2
    return try Evaluation(
      of: [PopularityRanker(positives: split.train.positives), Reversed()], split: split,
      isOut: isOut, parameters: parameters, workers: Workers(threads: 2))
  }

  @Test func `popularity's recall, nDCG and coverage are as by hand`() throws {
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
    #expect(evaluation.k == 2)
    #expect(evaluation.heldOutShare == 1)
  }

  @Test func `the last model is compared with the others, player by player`() throws {
    let difference = try #require(try evaluation().differences.first)
    #expect(try evaluation().differences.count == 1)
    #expect(difference.model == "reversed")
    #expect(difference.other == "popularity")
    // Recalls are the same for both players.
    #expect(difference.recall == Evaluation.Interval(ofPaired: [0, 0]))
    // nDCG: x gains d = 0.61315 - 0.38685, y nothing. The mean is d / 2, the deviation d / √2, the
    // mean's error d / 2.
    let d = (1 - 1 / log2(3.0)) / (1 + 1 / log2(3.0))
    #expect(abs(difference.nDCG.mean - d / 2) < 1e-12)
    #expect(abs(difference.nDCG.low - (d / 2 - 1.96 * d / 2)) < 1e-12)
    #expect(abs(difference.nDCG.high - (d / 2 + 1.96 * d / 2)) < 1e-12)
    #expect(!difference.isBetter)
  }
}
