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
  private let factors: UnsafeMutablePointer<Float>
  /// [groups, words, groupPlayers]
  private let coarse: UnsafeMutablePointer<UInt32>
  /// [groups, groupPlayers] each.
  private let inverseScales: UnsafeMutablePointer<Float>
  private let coarseLengths: UnsafeMutablePointer<Float>
  private let errors: UnsafeMutablePointer<Float>
  /// Slots by position in the groups: of all unfinished players, and of those selected for one
  /// panel.
  private let members: UnsafeMutablePointer<UInt32>
  private let reached: UnsafeMutablePointer<UInt32>
  private let thresholds: UnsafeMutablePointer<Float>
  private let excluded: UnsafeMutablePointer<UInt32>
  private let keys: UnsafeMutablePointer<UInt64>
  private let counts: UnsafeMutablePointer<UInt32>

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
    unsafe factors = .allocate(capacity: max(1, slots * rank))
    unsafe coarse = .allocate(capacity: max(1, players * words))
    unsafe inverseScales = .allocate(capacity: players)
    unsafe coarseLengths = .allocate(capacity: players)
    unsafe errors = .allocate(capacity: players)
    unsafe members = .allocate(capacity: players)
    unsafe reached = .allocate(capacity: players)
    unsafe thresholds = .allocate(capacity: slots)
    unsafe excluded = .allocate(capacity: max(1, slots * panels))
    unsafe keys = .allocate(capacity: slots * stride)
    unsafe counts = .allocate(capacity: slots)
    unsafe factors.initialize(repeating: 0, count: max(1, slots * rank))
    unsafe coarse.initialize(repeating: 0, count: max(1, players * words))
    unsafe inverseScales.initialize(repeating: 1, count: players)
    unsafe coarseLengths.initialize(repeating: 0, count: players)
    unsafe errors.initialize(repeating: 0, count: players)
    unsafe members.initialize(repeating: UInt32(players), count: players)
    unsafe reached.initialize(repeating: UInt32(players), count: players)
    unsafe keys.initialize(repeating: 0, count: slots * stride)
    unsafe thresholds.initialize(repeating: .infinity, count: slots)
    unsafe excluded.initialize(repeating: 0, count: max(1, slots * panels))
    unsafe counts.initialize(repeating: 0, count: slots)
  }

  deinit {
    unsafe factors.deallocate()
    unsafe coarse.deallocate()
    unsafe inverseScales.deallocate()
    unsafe coarseLengths.deallocate()
    unsafe errors.deallocate()
    unsafe members.deallocate()
    unsafe reached.deallocate()
    unsafe thresholds.deallocate()
    unsafe excluded.deallocate()
    unsafe keys.deallocate()
    unsafe counts.deallocate()
  }

  /// Removes all keys and exclusions and sets all thresholds to infinity.
  package mutating func clear() {
    unsafe thresholds.update(repeating: .infinity, count: slots)
    unsafe excluded.update(repeating: 0, count: slots * panels)
    unsafe counts.update(repeating: 0, count: slots)
  }

  package subscript(threshold slot: Int) -> Float {
    get {
      checked(slot)
      return unsafe thresholds[slot]
    }
    set {
      checked(slot)
      unsafe thresholds[slot] = newValue
    }
  }

  func count(_ slot: Int) -> Int {
    checked(slot)
    return Int(unsafe counts[slot])
  }

  private func checked(_ slot: Int) {
    precondition(slot >= 0 && slot < slots, "slot \(slot) of \(slots)")
  }

  package mutating func exclude(index: Int, slot: Int) {
    checked(slot)
    let panel = index / FactorPanels.panelGames
    precondition(panel < panels, "panel \(panel) of \(panels)")
    unsafe excluded[panel * slots + slot] |= 1 << UInt32(index % FactorPanels.panelGames)
  }

  package mutating func setFactor(_ factor: Span<Float>, slot: Int) {
    checked(slot)
    precondition(factor.count == rank, "a factor of \(factor.count), not \(rank)")
    for element in 0..<rank { unsafe factors[slot * rank + element] = factor[element] }
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
    for word in 0..<words { unsafe coarse[start + word * width] = own[word] }
    unsafe inverseScales[index] = mark.inverseScale
    unsafe coarseLengths[index] = mark.coarseLength
    unsafe errors[index] = mark.error
    unsafe members[index] = UInt32(slot ?? slots - 1)
    unsafe reached[index] = members[index]
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
      words: words, group_count: groups, factors: coarse, inverse_scales: inverseScales,
      lengths: coarseLengths, errors: errors, slots: members, thresholds: thresholds,
      excluded: excluded + panel * slots)
    // All shapes are checked above or by `assign`.
    var found = unsafe elements.withUnsafeBufferPointer { elements in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        var panel = unsafe findie_coarse_panel(
          factors: elements.baseAddress, offsets: offsets.baseAddress,
          inverse_scale: mark.inverseScale, length: mark.length, error: mark.error,
          present: present)
        return unsafe findie_screen(variant, &players, &panel, reached)
      }
    }
    while found % width != 0 {
      unsafe reached[found] = UInt32(slots - 1)
      found += 1
    }
    return found / width
  }

  /// Makes `select` process all of the first `groups` groups again.
  mutating func selectAll(groups: Int) {
    precondition(groups * Self.groupPlayers < slots, "\(groups) groups")
    unsafe reached.update(from: members, count: groups * Self.groupPlayers)
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
      rank: rank, group_count: groups, factors: factors, slots: reached, thresholds: thresholds,
      excluded: excluded + panel * slots)
    var selection = unsafe findie_selection(
      keys: keys, stride: stride, counts: counts, limit: UInt32(limit))
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
    let own = unsafe keys + slot * stride
    var end = start
    for position in start..<count(slot) where isIncluded(Int(findie_key_game(unsafe own[position])))
    {
      unsafe own[end] = own[position]
      end += 1
    }
    unsafe counts[slot] = UInt32(end)
  }

  /// Reduces a slot to its best keys, and returns the score of the worst of them.
  package mutating func reduce(_ slot: Int, to best: Int) -> Float {
    checked(slot)
    precondition(best > 0 && count(slot) > 0, "\(best) of \(count(slot)) keys")
    let own = unsafe keys + slot * stride
    // The stride leaves room for the padding behind the last key.
    unsafe findie_keep_best(variant, own, Int(counts[slot]), best)
    unsafe counts[slot] = min(counts[slot], UInt32(best))
    return findie_key_score(unsafe own[0])
  }

  /// A slot's keys, in their current order.
  package func keys(_ slot: Int) -> [UInt64] {
    checked(slot)
    let own = unsafe keys + slot * stride
    return (0..<count(slot)).map { unsafe own[$0] }
  }

  /// Appends a slot's keys, the best first.
  mutating func write(_ slot: Int, to lists: inout TopGames) {
    checked(slot)
    let own = unsafe keys + slot * stride
    unsafe findie_sort_keys(variant, own, Int(counts[slot]))
    for position in 0..<count(slot) {
      let key = unsafe own[position]
      lists.append(game: findie_key_game(key), score: findie_key_score(key))
    }
  }
}
