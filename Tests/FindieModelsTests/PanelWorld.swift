import CFactorKernels
import FindieModels
import FindieModelsTestSupport

/// Twenty players in two groups and the second of two panels, with all inputs of the kernel.
struct PanelWorld {
  let rank: Int
  let variant: findie_select_variant
  let players: Matrix
  let panel: Matrix
  let games: [UInt32]
  let present: UInt32 = 0xFFFF_FF0F
  var thresholds: [Float]

  init(rank: Int, variant: findie_select_variant) {
    self.rank = rank
    self.variant = variant
    players = .random(24, rank, seed: 71)
    panel = .random(rank, FactorPanels.panelGames, seed: 72)
    games = (0..<FactorPanels.panelGames).map { UInt32(1000 - $0 * 3) }
    thresholds = (0..<20).map { [-.infinity, 0, 0.3, .infinity][$0 % 4] }
  }

  /// The last four positions of the second group are padding; slots are not in the groups' order.
  func memory() -> SelectionMemory {
    let words = CoarseFactor.words(rank: rank)
    var memory = SelectionMemory(
      players: 24, panels: 2, rank: rank, words: words, stride: 300, variant: variant)
    memory.clear()
    for index in 0..<24 {
      let slot = index < 20 ? 19 - index : nil
      let factor = players.row(slot ?? 0)
      var own = [UInt32](repeating: 0, count: words)
      var span = own.mutableSpan
      let mark = CoarseFactor.player(factor, norm: length(factor), into: &span, at: 0)
      memory.assign(slot, words: own.span, mark, at: index)
      if let slot {
        memory.setFactor(factor, slot: slot)
        memory[threshold: slot] = thresholds[slot]
        for position in games.indices where isExcluded(slot, position) {
          memory.exclude(index: games.count + position, slot: slot)
        }
      }
    }
    return memory
  }

  func screen(_ memory: inout SelectionMemory) -> Int {
    var columns = Matrix(rows: games.count, columns: rank)
    for position in games.indices {
      for element in 0..<rank { columns[position, element] = panel[element, position] }
    }
    let coarse = CoarsePanels(
      columns, order: games.indices.map { UInt32($0) }, listed: games.count)
    return memory.screen(
      groups: 2, panel: 1, elements: coarse.elements(0), offsets: coarse.offsets(0),
      coarse.mark(0), present: present)
  }

  func isExcluded(_ slot: Int, _ position: Int) -> Bool { (position + slot) % 5 == 0 }

  private func isWanted(_ slot: Int, _ position: Int) -> Bool {
    !isExcluded(slot, position) && present >> UInt32(position) & 1 == 1
  }

  private func score(_ slot: Int, _ position: Int) -> Float {
    var score: Float = 0
    for element in 0..<rank { score.addProduct(players[slot, element], panel[element, position]) }
    return score
  }

  private func length(_ factor: Span<Float>) -> Double {
    var sum = 0.0
    for index in 0..<factor.count { sum += Double(factor[index]) * Double(factor[index]) }
    return sum.squareRoot()
  }

  /// The keys that the panel adds to a slot.
  func keys(_ slot: Int) -> [UInt64] {
    games.indices.filter { isWanted(slot, $0) }.compactMap { position in
      let score = score(slot, position)
      return score >= thresholds[slot] ? findie_ranked_key(score, games[position]) : nil
    }
  }

  /// The best score of a slot.
  func best(_ slot: Int) -> Float {
    games.indices.filter { isWanted(slot, $0) }.map { score(slot, $0) }.max() ?? 0
  }

  /// Whether a score is near the threshold: within a fraction of the rank, which bounds the product
  /// of the lengths.
  func reaches(_ slot: Int, within part: Float) -> Bool {
    games.indices.contains { position in
      isWanted(slot, position) && score(slot, position) + part * Float(rank) >= thresholds[slot]
    }
  }
}
