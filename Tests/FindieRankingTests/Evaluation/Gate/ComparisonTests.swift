import FindieRanking
import FindieModels
import FindieDomain
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// Tonight's models compared with the champion.
struct ComparisonTests {
  /// `players` players with game 0 held out; each ranker ranks it at another position.
  private func comparison(
    players: Int, champion: (Int) -> Int, challenger: (Int) -> Int,
    _ parameters: GateParameters = GateParameters()
  ) throws -> Comparison {
    let empty = SparseRows(dense: [[Float]](repeating: [0, 0, 0, 0, 0, 0], count: players))
    let split = Split(
      SplitDesign(.lastOut(seed: 0)), train: empty, players: (0..<players).map { "p\($0)" },
      profiles: empty,
      heldOut: [[UInt32]](repeating: [0], count: players), seen: empty,
      candidates: [Bool](repeating: true, count: 6))
    func ranker(_ name: String, _ index: (Int) -> Int) -> ListedRanker {
      ListedRanker(
        name,
        lists: (0..<players).map { player in
          var list: [UInt32] = [1, 2, 3, 4, 5]
          list.insert(0, at: index(player))
          return list
        })
    }
    var evaluation = EvaluationParameters()
    evaluation.resamples = 200
    return Comparison(
      try Evaluation(
        of: [ranker("before", champion), ranker("tonight", challenger)], split: split, ks: [5],
        parameters: evaluation, workers: Workers(threads: 1)),
      championOf: Day(daysSinceEpoch: 0), parameters)
  }

  @Test func `models that rank the game second instead of first are worse`() throws {
    let found = try comparison(players: 200, champion: { _ in 0 }, challenger: { _ in 1 })
    #expect(found.verdict == .worse)
    // nDCG 1 against 1 / log₂ 3 = .6309, for every player: the interval is a point.
    #expect(abs(try #require(found.difference).high + 0.369_07) < 1e-4)
    #expect(found.championDay == Day(daysSinceEpoch: 0))
  }

  @Test func `better and equal models are not worse`() throws {
    let better = try comparison(players: 200, champion: { _ in 1 }, challenger: { _ in 0 })
    let equal = try comparison(players: 200, champion: { _ in 1 }, challenger: { _ in 1 })
    #expect([better.verdict, equal.verdict] == [.notWorse, .notWorse])
  }

  @Test func `an insignificant or small difference does not count`()
    throws
  {
    // Worse for 51 and better for 49 of 100.
    let chance = try comparison(
      players: 100, champion: { $0 < 51 ? 0 : 1 }, challenger: { $0 < 51 ? 1 : 0 })
    #expect(chance.verdict == .notWorse)
    #expect(try #require(chance.difference).mean < 0)
    var parameters = GateParameters()
    parameters.maximumLoss = 0.4
    let small = try comparison(
      players: 200, champion: { _ in 0 }, challenger: { _ in 1 }, parameters)
    #expect(small.verdict == .notWorse)
  }

  @Test func `too few players give no comparison`() throws {
    let few = try comparison(players: 99, champion: { _ in 0 }, challenger: { _ in 1 })
    #expect(few.verdict == .notEvaluated)
    #expect(few.difference == nil)
    #expect(few.reason == .tooFewPlayers(99, needed: 100))
  }
}
