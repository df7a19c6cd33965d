import FindieRanking
import FindieTestSupport
import Testing

/// The decision whether models of an earlier night are used.
struct ModelAgeLossTests {
  /// nDCG of some players by both kinds of lists. Both have the same hits, except that older models
  /// lose a share of the hits.
  private func loss(
    of share: Double, players: Int, using generator: inout SeededGenerator
  ) -> ModelAgeLoss {
    var loss = ModelAgeLoss()
    for _ in 0..<players {
      let isHit = Double.random(in: 0..<1, using: &generator) < 0.4
      let trained = isHit ? Double.random(in: 0.2..<0.8, using: &generator) : 0
      // The order of a list moves a little, and some hits are lost.
      let isLost = Double.random(in: 0..<1, using: &generator) < share
      let moved = Double.random(in: -0.05..<0.05, using: &generator)
      loss.add([isHit ? (isLost ? -trained : moved) : 0], of: [trained])
    }
    return loss
  }

  @Test func `models are used where they lose nothing, and not where they lose 3%: 20 seeds`() {
    var right = 0
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let harmless = ModelAgeLoss(
        of: (0..<4).map { _ in loss(of: 0, players: 4_000, using: &generator) })
      let harmful = ModelAgeLoss(
        of: (0..<4).map { _ in loss(of: 0.03, players: 4_000, using: &generator) })
      if harmless.isSmall, !harmless.isLarge, !harmful.isSmall { right += 1 }
    }
    #expect(right == 20)
  }

  @Test func `a loss of 1% is seldom called small`() {
    var small = 0
    for seed in 0..<400 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let weeks = (0..<4).map { _ in
        // Weeks differ: a mean of 1% is above the bound in half of them.
        let own = max(0, 0.0105 + Double.random(in: -0.01..<0.01, using: &generator))
        return loss(of: own, players: 1_000, using: &generator)
      }
      if ModelAgeLoss(of: weeks).isSmall { small += 1 }
    }
    // One side of a 95% interval.
    #expect(small <= 20, "\(small) of 400")
  }

  @Test func `the share and its interval are those of all players of all nights`() throws {
    var nights = [ModelAgeLoss(), ModelAgeLoss()]
    nights[0].add([0.1, -0.3], of: [0.5, 0.3])
    nights[1].add([0], of: [0.4])
    let all = ModelAgeLoss(of: nights)
    let share = try #require(all.share)
    // Two nights that differ have a wider interval: t with one degree of freedom is 12.706.
    let means = [-0.2 + 0.2 / 1.2 * 0.8, 0.2 / 1.2 * 0.4]
    let error = (means.reduce(0) { $0 + $1 * $1 } * 2).squareRoot() / 1.2
    let interval = Interval(ofDifferences: [0.1, -0.3, 0])
    #expect(all.players == 3)
    #expect(abs(share.mean - interval.mean / 0.4) < 1e-12)
    #expect(abs(share.low - (share.mean - 12.7062 * error)) < 1e-4)
    let alone = try #require(ModelAgeLoss(of: [nights[0]]).share)
    let own = Interval(ofDifferences: [0.1, -0.3])
    #expect(abs(alone.low - own.low / 0.4) < 1e-12 && abs(alone.high - own.high / 0.4) < 1e-12)
  }

  @Test func `nothing is shown by few players or without hits`() {
    var few = ModelAgeLoss()
    few.add([Double](repeating: 0, count: 999), of: [Double](repeating: 1, count: 999))
    #expect(!few.isSmall && !few.isLarge)
    few.add([0], of: [1])
    #expect(!few.isSmall, "one night")
    #expect(ModelAgeLoss(of: [few, few]).isSmall)
    var none = ModelAgeLoss()
    none.add([Double](repeating: 0, count: 2000), of: [Double](repeating: 0, count: 2000))
    #expect(none.share == nil && !none.isSmall)
    #expect(ModelAgeLoss().share == nil)
  }
}
