import CFactorKernels

/// The games that may be listed, longest factors first, in panels of the size that the kernel
/// multiplies at once.
package struct FactorPanels: Sendable {
  /// [count, panelGames]: the games' indices; the last panel is padded with zeros.
  let order: [UInt32]
  /// By game: its index in `order`, `notListed` if it may not be listed.
  let positions: [UInt32]
  /// By panel: the length of its first, longest factor.
  let norms: [Double]
  let rank: Int
  /// The number of games, without padding.
  let listed: Int
  private let games: Matrix
  /// [count, rank, panelGames]; empty if panels are built on demand.
  private var packed: [Float]
  /// Nil if players are not screened.
  let coarse: CoarsePanels?

  package static let panelGames = Int(FINDIE_PANEL_GAMES)
  static let notListed = UInt32.max

  /// - Throws: if a factor is not finite.
  init(
    _ games: Matrix, isListed: [Bool], isScreened: Bool? = nil
  ) throws(ModelFailure) {
    precondition(isListed.count == games.rows, "\(isListed.count) flags for \(games.rows) games")
    var lengths: [(norm: Double, game: UInt32)] = []
    for game in 0..<games.rows {
      let norm = games.row(game).norm
      guard norm.isFinite else { throw .notFinite(.game, row: game) }
      if isListed[game] { lengths.append((norm, UInt32(game))) }
    }
    lengths.sort { ($1.norm, $0.game) < ($0.norm, $1.game) }
    let width = Self.panelGames
    let panels = (lengths.count + width - 1) / width
    var order = lengths.map(\.game)
    var positions = [UInt32](repeating: Self.notListed, count: games.rows)
    for (position, game) in order.enumerated() { positions[Int(game)] = UInt32(position) }
    order += [UInt32](repeating: 0, count: panels * width - order.count)
    self.order = order
    self.positions = positions
    norms = (0..<panels).map { lengths[$0 * width].norm }
    rank = games.columns
    listed = lengths.count
    self.games = games
    packed = []
    // Few games are multiplied at once, and the bytes of very long factors may not fit a sum.
    let pays = isScreened ?? findie_screen_pays(findie_select_best())
    coarse =
      pays && 8...16384 ~= rank ? CoarsePanels(games, order: order, listed: listed) : nil
  }

  var count: Int { norms.count }

  /// The elements of one panel.
  var panelElements: Int { rank * Self.panelGames }

  /// The size of the packed panels in bytes.
  var packedBytes: Int { count * panelElements * MemoryLayout<Float>.stride }

  /// The size of the order and of the quantized factors in bytes.
  var orderBytes: Int {
    (order.count + positions.count) * MemoryLayout<UInt32>.stride
      + count * MemoryLayout<Double>.stride + (coarse?.bytes ?? 0)
  }

  var isPacked: Bool { !packed.isEmpty }

  /// Builds all panels once, instead of for each part of the players.
  mutating func pack() {
    var elements = [Float](repeating: 0, count: count * panelElements)
    var span = elements.mutableSpan
    for panel in 0..<count { write(panel, into: &span, at: panel * panelElements) }
    packed = elements
  }

  /// Which of a panel's games are not padding; the lowest bit is the first game.
  func present(_ panel: Int) -> UInt32 {
    let games = min(Self.panelGames, listed - panel * Self.panelGames)
    return games == Self.panelGames ? .max : 1 << UInt32(games) - 1
  }

  /// The indices of a panel's games, [panelGames].
  @_lifetime(borrow self)
  func games(_ panel: Int) -> Span<UInt32> {
    let width = Self.panelGames
    return order.span.extracting(panel * width..<(panel + 1) * width)
  }

  /// One packed panel's factors, [rank, panelGames].
  @_lifetime(borrow self)
  func packed(_ panel: Int) -> Span<Float> {
    packed.span.extracting(panel * panelElements..<(panel + 1) * panelElements)
  }

  /// Builds one panel, `panelElements` numbers.
  func make(_ panel: Int, into elements: inout [Float]) {
    var span = elements.mutableSpan
    write(panel, into: &span, at: 0)
  }

  private func write(_ panel: Int, into span: inout MutableSpan<Float>, at start: Int) {
    let width = Self.panelGames
    for position in 0..<width {
      let isThere = panel * width + position < listed
      let factor = games.row(Int(order[panel * width + position]))
      for element in 0..<rank {
        span[start + element * width + position] = isThere ? factor[element] : 0
      }
    }
  }
}

/// The number of players that a thread processes at once, and whether the games' panels are built
/// once for all of them, as far as memory allows. Lists do not depend on it.
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

  /// More players would not improve the reuse of a panel in the cache.
  private static let maximumPlayers = 240

  /// - Throws: if not even one group of players per thread fits.
  init(
    panels: FactorPanels, best count: Int, threads: Int, memoryInBytes: Int
  ) throws(ModelFailure) {
    let group = Int(FINDIE_GROUP_PLAYERS)
    func bytes(_ players: Int, isPacked: Bool) -> Int {
      let own = Self.bytes(
        players: players, panels: panels, best: count, isPacked: isPacked)
      return panels.orderBytes + (isPacked ? panels.packedBytes : 0) + threads * own
    }
    for isPacked in [true, false] {
      let fitting = stride(from: Self.maximumPlayers, through: group, by: -group)
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
