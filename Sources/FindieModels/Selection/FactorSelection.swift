package import CFactorKernels

/// The search for the best games of some players, on one thread.
package struct FactorSelection: ~Copyable {
  private let panels: FactorPanels
  private let best: Int
  private let limit: Int
  private var memory: SelectionMemory
  /// For panels that are not packed.
  private var scratch: [Float]
  /// By slot: ‖u‖, raised by the rounding error of a score.
  private var bounds: [Double]
  /// By slot: the number of keys that the filter has checked.
  private var filtered: [Int]
  /// The slots of the players that are not done.
  private var active: [Int]
  private var screening = ScreenPause()
  /// By slot: the player's quantized factor, [slots, words], and its bounds.
  private var words: [UInt32]
  private var marks: [CoarseFactor]

  package init(
    _ top: borrowing FactorTopGames, variant: findie_select_variant = findie_select_best()
  ) {
    panels = top.panels
    best = top.count
    limit = FactorTiles.limit(best: best)
    let players = top.tiles.players
    memory = SelectionMemory(
      players: players, panels: panels.count, rank: panels.rank,
      words: panels.coarse?.words ?? 0, stride: FactorTiles.keys(best: best),
      variant: variant)
    scratch = [Float](repeating: 0, count: panels.isPacked ? 0 : panels.panelElements)
    bounds = [Double](repeating: 0, count: players)
    filtered = [Int](repeating: 0, count: players)
    words = [UInt32](repeating: 0, count: players * (panels.coarse?.words ?? 0))
    marks = [CoarseFactor](repeating: CoarseFactor(), count: players)
    active = []
    active.reserveCapacity(players)
  }

  /// The number of panels between two checks for finished players.
  private static let panelsBetween = 8
  /// The number of keys beyond the best that justify raising the threshold.
  private static let worthReducing = 16

  /// The lists of the players of one part.
  package mutating func lists(
    ofRows rows: ArraySlice<Int>, of players: Matrix, excluded: SparseRows,
    isAllowed: FactorTopGames.Filter?
  ) throws(ModelFailure) -> TopGames {
    try begin(rows, of: players, excluded: excluded)
    if best > 0 { search(rows, isAllowed) }
    var lists = TopGames()
    lists.reserve(players: rows.count, games: rows.count * best)
    for slot in 0..<rows.count {
      if best > 0 { reduce(slot, rows, isAllowed) }
      memory.write(slot, to: &lists)
      lists.endPlayer()
    }
    return lists
  }

  private mutating func begin(
    _ rows: ArraySlice<Int>, of players: Matrix, excluded: SparseRows
  ) throws(ModelFailure) {
    precondition(
      players.columns == panels.rank && excluded.rows == players.rows
        && excluded.columns == panels.positions.count && rows.count < memory.slots,
      "players of another shape than the games")
    memory.clear()
    active.removeAll(keepingCapacity: true)
    let longest = panels.norms.first ?? 0
    for (slot, row) in rows.enumerated() {
      let norm = players.row(row).norm
      guard norm.isFinite else { throw .notFinite(.player, row: row) }
      guard norm * longest < Double(Float.greatestFiniteMagnitude) / 2 else {
        throw .rankedTooLarge(.player, row: row)
      }
      bounds[slot] = norm
      filtered[slot] = 0
      memory[threshold: slot] = -.infinity
      for game in excluded.columns(ofRow: row) {
        let position = panels.positions[Int(game)]
        if position != FactorPanels.notListed { memory.exclude(index: Int(position), slot: slot) }
      }
      memory.setFactor(players.row(row), slot: slot)
      if let coarse = panels.coarse {
        var span = words.mutableSpan
        marks[slot] = CoarseFactor.player(
          players.row(row), norm: norm, into: &span, at: slot * coarse.words)
      }
      active.append(slot)
    }
  }

  private mutating func search(_ rows: ArraySlice<Int>, _ isAllowed: FactorTopGames.Filter?) {
    var groups = gather()
    screening = ScreenPause()
    for panel in 0..<panels.count {
      if panel > 0, panel % Self.panelsBetween == 0 {
        leaveDone(before: panel, rows, isAllowed)
        if active.isEmpty { return }
        let needed = Self.groups(of: active.count)
        if needed < groups { groups = gather() }
      }
      guard select(panel, groups: groups) else { continue }
      let slots = active
      for slot in slots {
        if memory.count(slot) > limit { reduce(slot, rows, isAllowed) }
      }
    }
  }

  private mutating func select(_ panel: Int, groups all: Int) -> Bool {
    let panels = panels
    let (games, present) = (panels.games(panel), panels.present(panel))
    var groups = all
    if let coarse = panels.coarse {
      if screening.isOn(panel) {
        groups = memory.screen(
          groups: groups, panel: panel, elements: coarse.elements(panel),
          offsets: coarse.offsets(panel), coarse.mark(panel), present: present)
        screening.note(panel, left: groups, of: all)
        if groups == 0 { return false }
      } else {
        memory.selectAll(groups: groups)
      }
    }
    if panels.isPacked {
      return memory.select(
        groups: groups, panel: panel, factors: panels.packed(panel), games: games,
        present: present, limit: limit)
    }
    panels.make(panel, into: &scratch)
    let made = scratch
    return memory.select(
      groups: groups, panel: panel, factors: made.span, games: games, present: present,
      limit: limit)
  }

  private static func groups(of players: Int) -> Int {
    (players + SelectionMemory.groupPlayers - 1) / SelectionMemory.groupPlayers
  }

  /// Gathers the unfinished players in adjacent slots; returns their number of groups.
  private mutating func gather() -> Int {
    let groups = Self.groups(of: active.count)
    let (words, count) = (words, panels.coarse?.words ?? 0)
    for index in 0..<groups * SelectionMemory.groupPlayers {
      let slot = index < active.count ? active[index] : nil
      let start = (slot ?? 0) * count
      memory.assign(
        slot, words: words.span.extracting(start..<start + count), marks[slot ?? 0], at: index)
    }
    return groups
  }

  /// Removes the players whose threshold no game from this panel on can reach.
  private mutating func leaveDone(
    before panel: Int, _ rows: ArraySlice<Int>, _ isAllowed: FactorTopGames.Filter?
  ) {
    var staying = 0
    let slots = active
    for slot in slots {
      if memory.count(slot) >= best + Self.worthReducing {
        reduce(slot, rows, isAllowed)
      }
      let most = ScoreBound.maximum(bounds[slot], panels.norms[panel], rank: panels.rank)
      if most < Double(memory[threshold: slot]) {
        memory[threshold: slot] = .infinity
      } else {
        active[staying] = slot
        staying += 1
      }
    }
    active.removeLast(active.count - staying)
  }

  /// Reduces a slot to the best keys that pass the filter, and raises its threshold.
  private mutating func reduce(
    _ slot: Int, _ rows: ArraySlice<Int>, _ isAllowed: FactorTopGames.Filter?
  ) {
    if let isAllowed {
      let row = rows[rows.startIndex + slot]
      memory.filter(slot, from: filtered[slot]) { isAllowed(row, $0) }
    }
    let isDone = memory[threshold: slot] == .infinity
    if memory.count(slot) >= best {
      let worst = memory.reduce(slot, to: best)
      if !isDone { memory[threshold: slot] = worst }
    }
    filtered[slot] = memory.count(slot)
  }
}

/// Decides when players are screened: not if screening recently removed few of them.
private struct ScreenPause {
  private var resumes = 8
  private var pause = 8
  private var left = 0
  private var all = 0

  func isOn(_ panel: Int) -> Bool { panel >= resumes }

  /// Pauses, each time for longer, if screening removed less than a third.
  mutating func note(_ panel: Int, left groups: Int, of all: Int) {
    left += groups
    self.all += all
    guard panel % 4 == 3 else { return }
    if 3 * left > 2 * self.all {
      resumes = panel + 1 + pause
      pause *= 2
    }
    (left, self.all) = (0, 0)
  }
}

/// An upper bound of scores by the lengths of the factors, including rounding errors.
package enum ScoreBound {
  /// With n fused steps in Float32 the error is at most γ ‖u‖ ‖y‖ with γ = n ε / (1 - n ε), plus
  /// the loss in subnormal numbers. ε is twice the necessary value, which covers the rounding of
  /// the lengths.
  ///
  /// Source: Higham, *Accuracy and Stability of Numerical Algorithms* (2002), section 3.1,
  /// DOI 10.1137/1.9780898718027.
  package static func maximum(_ player: Double, _ game: Double, rank: Int) -> Double {
    player * game * (1 + rounding(rank: rank)) + Double(rank) * 0x1p-149
  }

  /// γ.
  static func rounding(rank: Int) -> Double {
    let steps = Double(rank + 2) * 0x1p-23
    precondition(steps < 0.5, "a rank of \(rank)")
    return steps / (1 - steps)
  }
}
