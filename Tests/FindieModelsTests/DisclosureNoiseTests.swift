import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// What lists of similar games and counts of players reveal of a player who is forgotten: an
/// attacker compares them before and after, and guesses the player's games.
struct DisclosureNoiseTests {
  private static let (players, games, forgotten) = (400, 150, 50)

  /// Players of four tastes with 4 to 40 positives. Games of a taste are more and less popular.
  private static func world(seed: UInt64) -> [Set<Int>] {
    var random = SeededGenerator(seed: seed)
    return (0..<players).map { player in
      let count = Int(4 * pow(10, Double.random(in: 0..<1, using: &random)))
      var own: Set<Int> = []
      while own.count < count {
        let rank = Int(38 * pow(Double.random(in: 0..<1, using: &random), 2))
        let taste =
          Double.random(in: 0..<1, using: &random) < 0.7
          ? player % 4 : Int.random(in: 0..<4, using: &random)
        if 4 * rank + taste < games { own.insert(4 * rank + taste) }
      }
      return own
    }
  }

  /// What is public: similarities by pair, and numbers of players by game.
  private struct Lists {
    var similar = [Float](repeating: 0, count: games * games)
    var popular: [Int]

    init(of world: [Set<Int>], k: Int) {
      let catalogue = (0..<games).map {
        game(numbered("g", $0), [Genre.allCases[$0 % 4]], tags: ["t\($0 % 7)"])
      }
      let observed = SparseRows(
        dense: world.map { own in (0..<games).map { own.contains($0) ? 1 : 0 } },
        columns: games)
      let lists = SimilarityModel(
        content: ContentModel(catalogue), observed: observed, minimumPlayers: k,
        editions: Editions(catalogue), parameters: SimilarityParameters()
      ).neighbors(isListed: catalogue.map { _ in true }, workers: Workers(threads: 1))
      for (game, list) in lists.enumerated() {
        for entry in list { similar[game * games + entry.game] = entry.score }
      }
      let noise = DisclosureNoise(hiding: observed, minimumPlayers: k)
      popular = observed.positives.enumerated().map { noise.rounded($0.element, of: $0.offset) }
    }
  }

  /// By game, what an attacker may take for a sign that the player had it.
  private static func signs(_ before: Lists, _ after: Lists) -> [[Double]] {
    var (falls, largest, signed) = (
      [Double](repeating: 0, count: games), [Double](repeating: 0, count: games),
      [Double](repeating: 0, count: games)
    )
    var moved = falls
    for game in 0..<games {
      for other in 0..<games {
        let (x, y) = (before.similar[game * games + other], after.similar[game * games + other])
        guard x > 0, y > 0 else {
          moved[game] += x == y ? 0 : 1
          moved[other] += x == y ? 0 : 1
          continue
        }
        let fall = Double((x - y) / x)
        for one in [game, other] {
          falls[one] += abs(fall)
          signed[one] += fall
          largest[one] = max(largest[one], fall)
        }
      }
    }
    let counts = zip(before.popular, after.popular).map { Double($0 - $1) }
    return [falls, signed, largest, moved, counts]
  }

  /// The probability that a sign is larger for one of a player's games than for another game.
  private static func area(_ sign: [Double], _ own: Set<Int>) -> Double {
    let (inside, outside) = (
      own.map { sign[$0] }, (0..<games).filter { !own.contains($0) }.map { sign[$0] }
    )
    let wins = inside.reduce(0.0) { sum, x in
      sum + outside.reduce(0.0) { $0 + (x > $1 ? 1 : x == $1 ? 0.5 : 0) }
    }
    return wins / Double(inside.count * outside.count)
  }

  /// For each sign, how much better it finds the games of the player who was forgotten than those
  /// of other players, and the standard error. Other players' games are the base rate: popular
  /// games are more often moved, and more often a guess that is right.
  private static func advantages(seed: UInt64, k: Int) -> [(mean: Double, error: Double)] {
    let world = world(seed: seed)
    let before = Lists(of: world, k: k)
    let step = players / forgotten
    let gone = (0..<forgotten).map { $0 * step }
    let found = gone.map { player in
      signs(before, Lists(of: Array(world[..<player]) + world[(player + 1)...], k: k))
    }
    return found[0].indices.map { sign in
      let gains = gone.indices.map { index in
        let own = world[gone[index]]
        let base = gone.indices.filter { $0 != index }.map { area(found[$0][sign], own) }
        return area(found[index][sign], own) - base.reduce(0, +) / Double(base.count)
      }
      let mean = gains.reduce(0, +) / Double(gains.count)
      let variance = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gains.count - 1)
      return (mean, (variance / Double(gains.count)).squareRoot())
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `lists do not show which games a forgotten player had`(seed: UInt64) {
    for (sign, advantage) in Self.advantages(seed: seed, k: 10).enumerated() {
      // A guess at random wins half of the time; 0.05 more would be hard to use.
      #expect(advantage.mean < max(0.05, 3 * advantage.error), "sign \(sign): \(advantage)")
    }
  }

  @Test func `without a bound, the attack finds the games`() {
    let advantages = Self.advantages(seed: 1, k: 1)
    #expect(advantages[0].mean > 0.2, "\(advantages)")
    #expect(advantages[4].mean > 0.4, "\(advantages)")
  }

  @Test func `a number of players is rounded down, and never shows fewer than k`() {
    let observed = SparseRows(dense: [[Float]](repeating: [1, 1, 0], count: 40), columns: 3)
    let noise = DisclosureNoise(hiding: observed, minimumPlayers: 10)
    var sums = [Int](repeating: 0, count: 60)
    for players in 0..<60 {
      for game in 0..<1000 {
        let rounded = noise.rounded(players, of: game)
        #expect(rounded % 10 == 0 && rounded <= players && rounded > players - 20)
        sums[players] += rounded
      }
    }
    #expect(sums[..<10].allSatisfy { $0 == 0 } && sums[10] > 0)
    // On average, a number loses 4.5 by the draw and 4.5 by rounding down.
    for players in 20..<60 {
      #expect(abs(Double(sums[players]) / 1000 - Double(players - 9)) < 1, "\(players)")
    }
  }

  @Test func `the noise is that of the positives alone`() {
    let dense = (0..<30).map { player in (0..<4).map { Float(($0 + player) % 3) } }
    func noise(_ rows: [[Float]]) -> [Int] {
      let noise = DisclosureNoise(
        hiding: SparseRows(dense: rows, columns: 4), minimumPlayers: 5)
      return (0..<100).map { noise.rounded(27, of: $0) }
    }
    // Other confidences of the same positives.
    #expect(noise(dense) == noise(dense.map { row in row.map { 2 * $0 } }))
    #expect(noise(dense) != noise(Array(dense.dropLast())))
  }
}
