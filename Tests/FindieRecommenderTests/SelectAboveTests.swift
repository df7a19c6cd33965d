import CFactorKernels
import FindieLinearAlgebra
import FindieRecommender
import FindieTestSupport
import FindieWorkers
import Testing

/// The kernel's variants against each other and against Swift.
struct SelectAboveTests {
  static let variants = [FINDIE_SELECT_PORTABLE, FINDIE_SELECT_AVX2, FINDIE_SELECT_AVX512]
    .filter { findie_select_has($0) }

  @Test func `the best variant is one that the processor has`() {
    #expect(findie_select_has(findie_select_best()))
  }

  @Test(arguments: variants.flatMap { [($0, true), ($0, false)] }, [1, 2, 7, 64, 129])
  func `what reaches the threshold and is not excluded is kept, in the games' order`(
    _ way: (variant: findie_select_variant, isScreened: Bool), rank: Int
  ) {
    let (variant, isScreened) = way
    let width = FactorPanels.panelGames
    let players = Matrix.random(24, rank, seed: 71)
    let panel = Matrix.random(rank, width, seed: 72)
    let games = (0..<width).map { UInt32(1000 - $0 * 3) }
    var memory = SelectionMemory(
      players: 24, panels: 2, rank: rank, headColumns: rank, stride: 300, variant: variant)
    memory.clear()
    let thresholds = (0..<20).map { [-.infinity, 0, 0.3, .infinity][$0 % 4] as Float }
    // The second group has four places that are nobody's; slots are not in the groups' order.
    for index in 0..<24 {
      let slot = index < 20 ? 19 - index : nil
      memory.place(slot, head: players.row(slot ?? 0), at: index)
      if let slot {
        memory.setFactor(players.row(slot), slot: slot)
        memory[threshold: slot] = thresholds[slot]
      }
    }
    for slot in 0..<20 {
      for place in 0..<width where (place + slot) % 5 == 0 {
        memory.exclude(place: width + place, slot: slot)
      }
    }
    let present: UInt32 = 0xFFFF_FF0F
    // The heads are the factors: only those who get a key are left.
    let groups =
      isScreened
      ? memory.screen(groups: 2, panel: 1, heads: panel.elements.span, present: present) : 2
    let isFull = memory.select(
      groups: groups, panel: 1, factors: panel.elements.span, games: games.span, present: present,
      limit: 12)
    var (mostKept, withKeys) = (0, 0)
    for slot in 0..<20 {
      var expected: [UInt64] = []
      for place in 0..<width where (place + slot) % 5 != 0 && present >> UInt32(place) & 1 == 1 {
        var score: Float = 0
        for element in 0..<rank { score.addProduct(players[slot, element], panel[element, place]) }
        if score >= thresholds[slot] { expected.append(findie_ranked_key(score, games[place])) }
      }
      #expect(memory.keys(slot) == expected)
      mostKept = max(mostKept, expected.count)
      withKeys += expected.isEmpty ? 0 : 1
    }
    if isScreened { #expect(groups == (withKeys + 11) / 12) }
    #expect(isFull == (mostKept > 12))
  }

  @Test(arguments: variants)
  func `the best keys are kept, the smallest of them in front`(variant: findie_select_variant) {
    var generator = SeededGenerator(seed: 73)
    for count in [1, 2, 3, 7, 8, 9, 100, 264, 1024, 1025, 5000] {
      for best in [1, 2, 8, 99, 100, 263, 4000] {
        for order in 0..<3 {
          // Clustered, so that pivots are bad; ascending, descending and mixed.
          var keys = (0..<count).map { UInt64($0 / 3) << 40 | UInt64($0) }
          if order == 1 { keys.reverse() }
          if order == 2 { keys.shuffle(using: &generator) }
          let kept = Kernel.kept(keys, best: best, variant)
          let expected = keys.sorted(by: >).prefix(best)
          #expect(kept.sorted(by: >) == Array(expected))
          #expect(kept.first == expected.last)
        }
      }
    }
  }

  @Test(arguments: variants, [0, 1, 2, 8, 63, 64, 100, 128, 129, 500, 5000])
  func `keys are sorted, the largest first`(variant: findie_select_variant, count: Int) {
    var generator = SeededGenerator(seed: 74)
    let keys = (0..<count).map { UInt64($0) << 50 | UInt64($0 % 3) }.shuffled(using: &generator)
    #expect(Kernel.sorted(keys, variant) == keys.sorted(by: >))
    #expect(Kernel.sorted(keys.sorted(), variant) == keys.sorted(by: >))
  }

  @Test func `a key is larger for a larger score, then for a smaller game, and 0 is 0`() {
    let scores: [Float] = [
      -.infinity, -.greatestFiniteMagnitude, -1.5, -.leastNonzeroMagnitude, 0,
      .leastNonzeroMagnitude, 1, 1.0000001, .greatestFiniteMagnitude, .infinity,
    ]
    let keys = scores.flatMap { score in
      [UInt32.max, 7, 0].map { findie_ranked_key(score, $0) }
    }
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == keys.count)
    for (index, key) in keys.enumerated() {
      #expect(findie_key_score(key) == scores[index / 3])
      #expect(findie_key_game(key) == [UInt32.max, 7, 0][index % 3])
    }
    #expect(findie_ranked_key(-0.0, 5) == findie_ranked_key(0, 5))
  }

  @Test(arguments: variants, 0..<12)
  func `lists are the same with every variant`(variant: findie_select_variant, seed: Int) throws {
    let world = FactorWorld(seed: UInt64(seed))
    let top = try FactorTopGames(
      world.games, isListed: world.isListed, count: world.count, workers: Workers(threads: 1))
    var selection = FactorSelection(top, variant: variant)
    let lists = try selection.lists(
      ofRows: ArraySlice(0..<world.players.rows), of: world.players, excluded: world.excluded,
      isAllowed: world.isAllowed)
    #expect(lists == world.bruteForce())
  }
}

/// The kernel's calls that take keys only.
enum Kernel {
  static func kept(_ keys: [UInt64], best: Int, _ variant: findie_select_variant) -> [UInt64] {
    var memory = keys + [UInt64](repeating: .max, count: Int(FINDIE_KEY_PADDING))
    unsafe memory.withUnsafeMutableBufferPointer {
      unsafe findie_keep_best(variant, $0.baseAddress, keys.count, best)
    }
    return Array(memory.prefix(min(best, keys.count)))
  }

  static func sorted(_ keys: [UInt64], _ variant: findie_select_variant) -> [UInt64] {
    var memory = keys
    unsafe memory.withUnsafeMutableBufferPointer {
      unsafe findie_sort_keys(variant, $0.baseAddress, keys.count)
    }
    return memory
  }
}
