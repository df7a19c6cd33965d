import CFactorKernels

/// The number of players that a thread processes at once, and whether the games' panels are built once for
/// all of them, as far as memory allows. Lists do not depend on it.
struct FactorTiles: Sendable, Equatable {
  /// A multiple of the kernel's group.
  let players: Int
  let packsGames: Bool

  /// The number of keys reserved per player: twice the list, and a panel more.
  static func keys(best count: Int) -> Int {
    limit(best: count) + FactorPanels.panelGames + Int(FINDIE_KEY_PADDING)
  }

  /// A slot with more keys than this is emptied.
  static func limit(best count: Int) -> Int { count + max(64, min(count, 4096)) }

  /// With more players, a panel of games in the cache is not reused any better.
  private static let maximumPlayers = 240

  /// - Throws: if not even one group of players per thread fits.
  init(
    panels: FactorPanels, best count: Int, threads: Int, memoryInBytes: Int
  ) throws(ModelFailure) {
    let group = Int(FINDIE_GROUP_PLAYERS)
    func bytes(_ players: Int, isPacked: Bool) -> Int {
      let own = FactorTiles.bytes(
        players: players, panels: panels, best: count, isPacked: isPacked)
      return panels.orderBytes + (isPacked ? panels.packedBytes : 0) + threads * own
    }
    for isPacked in [true, false] {
      let fitting = stride(from: FactorTiles.maximumPlayers, through: group, by: -group)
        .first { bytes($0, isPacked: isPacked) <= memoryInBytes }
      // Packing is faster even for few players, but not for a single group.
      if let players = fitting, players >= 4 * group || !isPacked {
        self.players = players
        packsGames = isPacked
        return
      }
    }
    throw .rankingMemory(neededBytes: bytes(group, isPacked: false), allowedBytes: memoryInBytes)
  }

  /// The memory of one thread.
  private static func bytes(
    players: Int, panels: FactorPanels, best count: Int, isPacked: Bool
  ) -> Int {
    let slots = players + 1
    return (slots + players) * panels.rank * MemoryLayout<Float>.stride
      + 2 * players * (panels.coarse?.words ?? 0) * MemoryLayout<UInt32>.stride
      + (isPacked ? 0 : panels.panelElements * MemoryLayout<Float>.stride)
      + slots * panels.count * MemoryLayout<UInt32>.stride
      + slots * keys(best: count) * MemoryLayout<UInt64>.stride
      + slots * 96
  }
}
