import FindieRanking
import FindieModels
import FindieDomain
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Tonight's models compared with the champion.
struct ComparisonTests {
  /// `players` players with game 0 held out; each ranker ranks it at another position.
  private func comparison(
    players: Int, champion: (Int) -> Int, challenger: (Int) -> Int,
    reference: ((Int) -> Int)? = nil, _ parameters: GateParameters = GateParameters()
  ) throws -> Comparison {
    let empty = SparseRows(dense: [[Float]](repeating: [0, 0, 0, 0, 0, 0], count: players))
    let split = Split(
      SplitDesign(.random(seed: 0, share: 0.2)), train: empty,
      players: (0..<players).map { "p\($0)" },
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
    return Comparison(
      try Evaluation(
        of: [ranker("before", champion)] + (reference.map { [ranker("older", $0)] } ?? [])
          + [ranker("tonight", challenger)],
        split: split, ks: [5], workers: Workers(threads: 1)),
      championOf: Day(daysSinceEpoch: 9),
      reference: reference.map { _ in Day(daysSinceEpoch: 0) }, parameters)
  }

  @Test func `models that rank the game second instead of first are worse`() throws {
    let found = try comparison(players: 200, champion: { _ in 0 }, challenger: { _ in 1 })
    #expect(found.verdict == .worse)
    // nDCG 1 against 1 / log₂ 3 = .6309, for every player: the interval is a point.
    #expect(abs(try #require(found.relative).high + 0.369_07) < 1e-4)
    #expect(found.championDay == Day(daysSinceEpoch: 9))
    // The champion is the reference if there is no older one.
    #expect(found.reference?.name == "1970-01-10" && found.reference?.isBetter == false)
  }

  @Test func `better and equal models are not worse`() throws {
    let better = try comparison(players: 200, champion: { _ in 1 }, challenger: { _ in 0 })
    let equal = try comparison(players: 200, champion: { _ in 1 }, challenger: { _ in 1 })
    #expect([better.verdict, equal.verdict] == [.notWorse, .notWorse])
  }

  @Test func `too few players to say, and a loss within the bound, do not count`() throws {
    // Worse for 51 and better for 49 of 100.
    let chance = try comparison(
      players: 100, champion: { $0 < 51 ? 0 : 1 }, challenger: { $0 < 51 ? 1 : 0 })
    #expect(chance.verdict == .inconclusive)
    #expect(try #require(chance.relative).mean < 0)
    var parameters = GateParameters()
    parameters.maximumLoss = 0.4
    let small = try comparison(
      players: 200, champion: { _ in 0 }, challenger: { _ in 1 }, parameters)
    #expect(small.verdict == .notWorse)
  }

  @Test func `a small loss against the champion is a large one against the reference`() throws {
    let sixth = { $0 % 8 == 0 ? 5 : 0 }
    let found = try comparison(
      players: 2000, champion: { $0 % 9 == 0 ? 5 : 0 }, challenger: sixth, reference: { _ in 0 })
    #expect(found.verdict == .worse && found.reference?.name == "1970-01-01")
    // The champion is worse still: it must not serve instead.
    let better = try comparison(
      players: 2000, champion: { $0 % 7 == 0 ? 5 : 0 }, challenger: sixth, reference: { _ in 0 })
    #expect(better.verdict != .worse)
  }

  @Test func `too few players give no comparison`() throws {
    let few = try comparison(players: 99, champion: { _ in 0 }, challenger: { _ in 1 })
    #expect(few.verdict == .notEvaluated)
    #expect(few.relative == nil)
    #expect(few.reason == .tooFewPlayers(99, needed: 100))
  }

  /// Positions of the held-out game in lists of models whose nDCG is a share of the first one's.
  /// Players differ, and a fifth of the lists differs between any two models.
  private struct World {
    private let chances: [Double]
    private let usual: [Int]
    private var generator: SeededGenerator

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      let chances = (0..<2000).map { _ in
        min(0.95, -0.2 * log(Double.random(in: 0.0001..<1, using: &generator)))
      }
      usual = chances.map { Self.position($0, &generator) }
      (self.chances, self.generator) = (chances, generator)
    }

    private static func position(_ chance: Double, _ generator: inout SeededGenerator) -> Int {
      let isHit = Double.random(in: 0..<1, using: &generator) < chance
      return isHit ? .random(in: 0..<5, using: &generator) : 5
    }

    mutating func lists(quality: Double) -> (Int) -> Int {
      let lists = usual.indices.map { player in
        let isSame = Double.random(in: 0..<1, using: &generator) < 0.9
        let position = isSame ? usual[player] : Self.position(chances[player], &generator)
        return Double.random(in: 0..<1, using: &generator) < quality ? position : 5
      }
      return { lists[$0] }
    }
  }

  @Test func `of 200 gates on equal models few hold lists back, with a tenth lost most do`() {
    let bound = GateParameters().maximumLoss
    var (held, found) = (0, 0)
    for seed in 0..<200 as Range<UInt64> {
      var world = World(seed: seed)
      func nDCG(quality: Double) -> [Double] {
        let lists = world.lists(quality: quality)
        return (0..<2000).map { lists($0) < 5 ? 1 / log2(Double(lists($0) + 2)) : 0 }
      }
      let champion = nDCG(quality: 1)
      func verdict(quality: Double) -> Comparison.Verdict {
        Comparison.Verdict(
          Interval(of: nDCG(quality: quality), relativeTo: champion), bound: bound)
      }
      if verdict(quality: 1) == .worse { held += 1 }
      if verdict(quality: 0.9) == .worse { found += 1 }
    }
    // One side of a 95 % interval: 5 are expected.
    #expect(held <= 12, "\(held) of 200")
    #expect(found >= 150, "\(found) of 200")
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a drift of 2% a night for 10 nights stops at the reference`(seed: UInt64) throws {
    var world = World(seed: seed)
    let best = world.lists(quality: 1)
    var (champion, served) = (best, 1.0)
    for night in 1...10 {
      let quality = pow(0.98, Double(night))
      let tonight = world.lists(quality: quality)
      let verdict = try comparison(
        players: 2000, champion: champion, challenger: tonight, reference: best
      ).verdict
      if verdict != .worse { (champion, served) = (tonight, quality) }
    }
    #expect(served > 0.85, "\(served)")
  }

  @Test func `a comparison of an earlier version is still decoded`() throws {
    let text = """
      {"verdict":"notWorse","championDay":"2016-07-17","players":200,"k":20,"challenger":0.12,
      "champion":0.12,"difference":{"mean":0,"low":-0.01,"high":0.01},"bound":0.01,
      "bestModel":{"name":"ALS","nDCG":0.1,"difference":{"mean":0,"low":-0.01,"high":0.01}}}
      """
    let old = try JSONDecoder().decode(Comparison.self, from: Data(text.utf8))
    #expect(old.verdict == .notWorse && old.relative == nil && old.reference == nil)
    #expect(old.bestModel?.certainLoss == 0)
  }
}
