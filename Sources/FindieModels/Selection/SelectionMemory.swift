package import CFactorKernels

/// The kernel's memory for some players, and the only caller of the kernel.
///
/// A player has one slot throughout; groups hold the slots of the unfinished players. The last slot
/// belongs to no player and has a factor of zeros: it pads the last group.
@safe package struct SelectionMemory: ~Copyable {
  let slots: Int
  let panels: Int
  let rank: Int
  let words: Int
  let stride: Int
  private let variant: findie_select_variant
  /// [slots, rank]
  private let factors: OwnedMemory<Float>
  /// [groups, words, groupPlayers]
  private let coarse: OwnedMemory<UInt32>
  /// [groups, groupPlayers] each.
  private let inverseScales: OwnedMemory<Float>
  private let coarseLengths: OwnedMemory<Float>
  private let errors: OwnedMemory<Float>
  /// Slots by position in the groups: of all unfinished players, and of those selected for one
  /// panel.
  private let members: OwnedMemory<UInt32>
  private let reached: OwnedMemory<UInt32>
  private let thresholds: OwnedMemory<Float>
  private let excluded: OwnedMemory<UInt32>
  private let keys: OwnedMemory<UInt64>
  private let counts: OwnedMemory<UInt32>

  static let groupPlayers = Int(FINDIE_GROUP_PLAYERS)

  /// - Parameter players: a multiple of the group.
  package init(
    players: Int, panels: Int, rank: Int, words: Int, stride: Int,
    variant: findie_select_variant
  ) {
    precondition(players % Self.groupPlayers == 0, "\(players) players in groups")
    slots = players + 1
    self.panels = panels
    self.rank = rank
    self.words = words
    self.stride = stride
    self.variant = variant
    factors = OwnedMemory(repeating: 0, count: slots * rank)
    coarse = OwnedMemory(repeating: 0, count: players * words)
    inverseScales = OwnedMemory(repeating: 1, count: players)
    coarseLengths = OwnedMemory(repeating: 0, count: players)
    errors = OwnedMemory(repeating: 0, count: players)
    members = OwnedMemory(repeating: UInt32(players), count: players)
    reached = OwnedMemory(repeating: UInt32(players), count: players)
    thresholds = OwnedMemory(repeating: .infinity, count: slots)
    excluded = OwnedMemory(repeating: 0, count: slots * panels)
    keys = OwnedMemory(repeating: 0, count: slots * stride)
    counts = OwnedMemory(repeating: 0, count: slots)
  }

  /// Removes all keys and exclusions and sets all thresholds to infinity.
  package mutating func clear() {
    unsafe thresholds.start.update(repeating: .infinity, count: slots)
    unsafe excluded.start.update(repeating: 0, count: slots * panels)
    unsafe counts.start.update(repeating: 0, count: slots)
  }

  package subscript(threshold slot: Int) -> Float {
    get {
      checked(slot)
      return unsafe thresholds.start[slot]
    }
    set {
      checked(slot)
      unsafe thresholds.start[slot] = newValue
    }
  }

  func count(_ slot: Int) -> Int {
    checked(slot)
    return Int(unsafe counts.start[slot])
  }

  private func checked(_ slot: Int) {
    precondition(slot >= 0 && slot < slots, "slot \(slot) of \(slots)")
  }

  package mutating func exclude(index: Int, slot: Int) {
    checked(slot)
    let panel = index / FactorPanels.panelGames
    precondition(panel < panels, "panel \(panel) of \(panels)")
    unsafe excluded.start[panel * slots + slot] |= 1 << UInt32(index % FactorPanels.panelGames)
  }

  package mutating func setFactor(_ factor: Span<Float>, slot: Int) {
    checked(slot)
    precondition(factor.count == rank, "a factor of \(factor.count), not \(rank)")
    for element in 0..<rank { unsafe factors.start[slot * rank + element] = factor[element] }
  }

  /// Assigns a slot to a position in the groups; nil for padding.
  ///
  /// - Parameter words: [words], read together with `mark` if players are screened.
  package mutating func assign(
    _ slot: Int?, words own: Span<UInt32>, _ mark: CoarseFactor, at index: Int
  ) {
    precondition(index < slots - 1 && own.count == words, "index \(index) of \(slots - 1)")
    checked(slot ?? slots - 1)
    let width = Self.groupPlayers
    let start = index / width * words * width + index % width
    for word in 0..<words { unsafe coarse.start[start + word * width] = own[word] }
    unsafe inverseScales.start[index] = mark.inverseScale
    unsafe coarseLengths.start[index] = mark.coarseLength
    unsafe errors.start[index] = mark.error
    unsafe members.start[index] = UInt32(slot ?? slots - 1)
    unsafe reached.start[index] = members.start[index]
  }

  /// Finds the players in the first `groups` groups for whom a game of a panel may reach the
  /// threshold; returns their number of groups, which `select` then processes.
  package mutating func screen(
    groups: Int, panel: Int, elements: Span<Int8>, offsets: Span<Int32>, _ mark: CoarseFactor,
    present: UInt32
  ) -> Int {
    let (width, games) = (Self.groupPlayers, FactorPanels.panelGames)
    precondition(
      groups * width < slots && panel < panels && offsets.count == games
        && elements.count == words * games * CoarseFactor.wordElements, "bytes of another shape")
    var players = unsafe findie_coarse_players(
      words: words, group_count: groups, factors: coarse.start, inverse_scales: inverseScales.start,
      lengths: coarseLengths.start, errors: errors.start, slots: members.start,
      thresholds: thresholds.start,
      excluded: excluded.start + panel * slots)
    // All shapes are checked above or by `assign`.
    var found = unsafe elements.withUnsafeBufferPointer { elements in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        var panel = unsafe findie_coarse_panel(
          factors: elements.baseAddress, offsets: offsets.baseAddress,
          inverse_scale: mark.inverseScale, length: mark.length, error: mark.error,
          present: present)
        return unsafe findie_screen(variant, &players, &panel, reached.start)
      }
    }
    while found % width != 0 {
      unsafe reached.start[found] = UInt32(slots - 1)
      found += 1
    }
    return found / width
  }

  /// Makes `select` process all of the first `groups` groups again.
  mutating func selectAll(groups: Int) {
    precondition(groups * Self.groupPlayers < slots, "\(groups) groups")
    unsafe reached.start.update(from: members.start, count: groups * Self.groupPlayers)
  }

  /// Appends the keys of a panel's games that reach the thresholds, for the first `groups` groups
  /// as set by `assign` or reduced by `screen`.
  ///
  /// - Returns: whether a slot has more than `limit` keys and must be reduced before the next call.
  package mutating func select(
    groups: Int, panel: Int, factors panelFactors: Span<Float>, games: Span<UInt32>,
    present: UInt32, limit: Int
  ) -> Bool {
    let width = FactorPanels.panelGames
    precondition(
      groups * Self.groupPlayers < slots && panel < panels
        && panelFactors.count == rank * width && games.count == width
        && stride >= limit + width + Int(FINDIE_KEY_PADDING), "a panel of another shape")
    var players = unsafe findie_players(
      rank: rank, group_count: groups, factors: factors.start, slots: reached.start,
      thresholds: thresholds.start,
      excluded: excluded.start + panel * slots)
    var selection = unsafe findie_selection(
      keys: keys.start, stride: stride, counts: counts.start, limit: UInt32(limit))
    // All shapes are checked above, all slots by `assign`; the caller reduces full slots.
    return unsafe panelFactors.withUnsafeBufferPointer { factors in
      unsafe games.withUnsafeBufferPointer { games in
        var panel = unsafe findie_panel(
          factors: factors.baseAddress, games: games.baseAddress, present: present)
        return unsafe findie_select_above(variant, &players, &panel, &selection)
      }
    }
  }

  /// Drops the keys from index `start` on for which `isIncluded` is false.
  mutating func filter(_ slot: Int, from start: Int, _ isIncluded: (_ game: Int) -> Bool) {
    checked(slot)
    let own = unsafe keys.start + slot * stride
    var end = start
    for position in start..<count(slot) where isIncluded(Int(findie_key_game(unsafe own[position])))
    {
      unsafe own[end] = own[position]
      end += 1
    }
    unsafe counts.start[slot] = UInt32(end)
  }

  /// Reduces a slot to its best keys, and returns the score of the worst of them.
  package mutating func reduce(_ slot: Int, to best: Int) -> Float {
    checked(slot)
    precondition(best > 0 && count(slot) > 0, "\(best) of \(count(slot)) keys")
    let own = unsafe keys.start + slot * stride
    // The stride leaves room for the padding behind the last key.
    unsafe findie_keep_best(variant, own, Int(counts.start[slot]), best)
    unsafe counts.start[slot] = min(counts.start[slot], UInt32(best))
    return findie_key_score(unsafe own[0])
  }

  /// A slot's keys, in their current order.
  package func keys(_ slot: Int) -> [UInt64] {
    checked(slot)
    let own = unsafe keys.start + slot * stride
    return (0..<count(slot)).map { unsafe own[$0] }
  }

  /// Appends a slot's keys, the best first.
  mutating func write(_ slot: Int, to lists: inout TopGames) {
    checked(slot)
    let own = unsafe keys.start + slot * stride
    unsafe findie_sort_keys(variant, own, Int(counts.start[slot]))
    for position in 0..<count(slot) {
      let key = unsafe own[position]
      lists.append(game: findie_key_game(key), score: findie_key_score(key))
    }
  }
}

/// Memory of one element at least, freed with its owner.
@safe private struct OwnedMemory<Element: BitwiseCopyable>: ~Copyable {
  let start: UnsafeMutablePointer<Element>

  init(repeating element: Element, count: Int) {
    unsafe start = .allocate(capacity: max(1, count))
    unsafe start.initialize(repeating: element, count: max(1, count))
  }

  deinit { unsafe start.deallocate() }
}
