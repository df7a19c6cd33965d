import CFactorKernels
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

/// The kernel's variants compared with each other and with Swift.
struct SelectAboveTests {
  static let variants = [FINDIE_SELECT_PORTABLE, FINDIE_SELECT_AVX2, FINDIE_SELECT_AVX512]
    .filter { findie_select_has($0) }

  @Test func `the best variant is supported by the processor`() {
    #expect(findie_select_has(findie_select_best()))
  }

  @Test(arguments: variants, [1, 2, 7, 64, 129])
  func `games that reach the threshold and are not excluded are selected, in order`(
    variant: findie_select_variant, rank: Int
  ) {
    let world = PanelWorld(rank: rank, variant: variant)
    var memory = world.memory()
    let isFull = memory.select(
      groups: 2, panel: 1, factors: world.panel.elements.span, games: world.games.span,
      present: world.present, limit: 12)
    for slot in 0..<20 { #expect(memory.keys(slot) == world.keys(slot)) }
    #expect(isFull == (0..<20).contains { world.keys($0).count > 12 })
  }

  @Test(arguments: variants, [1, 2, 7, 64, 129])
  func `screening removes no player who gets a key, and most of the others`(
    variant: findie_select_variant, rank: Int
  ) {
    for threshold: Float in [0, 0.02, 0.1, 0.4] {
      var world = PanelWorld(rank: rank, variant: variant)
      // The longest inner products of such factors grow with the rank's root.
      let least = threshold * Float(rank).squareRoot() * 4
      world.thresholds = world.thresholds.map { $0.isFinite ? least : $0 }
      var memory = world.memory()
      let groups = world.screen(&memory)
      _ = memory.select(
        groups: groups, panel: 1, factors: world.panel.elements.span, games: world.games.span,
        present: world.present, limit: 12)
      for slot in 0..<20 { #expect(memory.keys(slot) == world.keys(slot)) }
      // With a threshold that is lower by three hundredths of the lengths they would remain, too.
      let near = (0..<20).count { world.reaches($0, within: 0.03) }
      #expect(groups <= (near + 11) / 12)
    }
  }

  @Test(arguments: variants, [3, 7, 64, 129, 500])
  func `screening does not lose a game exactly at the threshold`(
    variant: findie_select_variant, rank: Int
  ) {
    // Quantization errors have both signs: without the error term of the bound, half of these would
    // be lost.
    var world = PanelWorld(rank: rank, variant: variant)
    world.thresholds = (0..<20).map { world.best($0) }
    var memory = world.memory()
    let groups = world.screen(&memory)
    _ = memory.select(
      groups: groups, panel: 1, factors: world.panel.elements.span, games: world.games.span,
      present: world.present, limit: 12)
    for slot in 0..<20 {
      #expect(memory.keys(slot) == world.keys(slot))
      #expect(!memory.keys(slot).isEmpty)
    }
  }

  @Test(arguments: variants)
  func `the best keys are selected, the smallest of them first`(variant: findie_select_variant) {
    var generator = SeededGenerator(seed: 73)
    for count in [1, 2, 3, 7, 8, 9, 100, 264, 1024, 1025, 5000] {
      for best in [1, 2, 8, 99, 100, 263, 4000] {
        for order in 0..<3 {
          // Clustered, so that pivots are bad; ascending, descending and mixed.
          var keys = (0..<count).map { UInt64($0 / 3) << 40 | UInt64($0) }
          if order == 1 { keys.reverse() }
          if order == 2 { keys.shuffle(using: &generator) }
          let selected = Kernel.selected(keys, best: best, variant)
          let expected = keys.sorted(by: >).prefix(best)
          #expect(selected.sorted(by: >) == Array(expected))
          #expect(selected.first == expected.last)
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
  func `lists are the same with every variant, screened or not`(
    variant: findie_select_variant, seed: Int
  ) throws {
    // The last are large enough to be screened for long.
    let world =
      seed < 9
      ? FactorWorld(seed: UInt64(seed))
      : FactorWorld(seed: UInt64(seed), players: 40, games: 2000, rank: 9 * seed, count: 5)
    for isScreened in [true, false] {
      let top = try FactorTopGames(
        world.games, isListed: world.isListed, count: world.count, workers: Workers(threads: 1),
        isScreened: isScreened)
      var selection = FactorSelection(top, variant: variant)
      let lists = try selection.lists(
        ofRows: ArraySlice(0..<world.players.rows), of: world.players, excluded: world.excluded,
        isAllowed: world.isAllowed)
      #expect(lists == world.bruteForce())
    }
  }
}

/// The kernel's calls that take keys only.
enum Kernel {
  static func selected(_ keys: [UInt64], best: Int, _ variant: findie_select_variant) -> [UInt64] {
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
