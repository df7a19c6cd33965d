package import FindieWorkers

/// All players' best games by the inner product of X[players, rank] and Y[games, rank], without
/// ever storing all scores.
///
/// ```swift
/// let top = try FactorTopGames(model.games, isListed: isOut, count: 100, workers: workers)
/// let lists = try top.lists(of: model.players, excluded: matrix.seen)
/// ```
///
/// Games are processed by descending length of their factors, a panel at a time; a player is
/// finished when no later game can reach the worst of the list, since u · y ≤ ‖u‖ ‖y‖. A score is
/// summed from the first to the last element, each by one fused multiply-add; so lists are
/// identical for any number of threads, any memory, any parts and any processor.
///
/// Best first; ties by index, so by id.
///
/// Source: the bound is that of Teflioudi, Gemulla and Mykytiuk, *LEMP: Fast Retrieval of Large
/// Entries in a Matrix Product* (2015), DOI 10.1145/2723372.2747647.
///
/// - Complexity: players · games · rank without pruning.
package struct FactorTopGames: Sendable {
  /// Whether a game is allowed on a player's list, both by their rows; called only for games that
  /// would enter the list.
  package typealias Filter = @Sendable (_ player: Int, _ game: Int) -> Bool

  package static let defaultMemoryInBytes = 64 << 20

  let count: Int
  let panels: FactorPanels
  let tiles: FactorTiles
  private let workers: Workers

  /// - Parameters:
  ///   - games: Y[games, rank].
  ///   - isListed: by game, whether it may be on any list.
  ///   - count: the maximum length of a list.
  ///   - memoryInBytes: for the work of all threads; the lists themselves are not counted.
  ///   - isScreened: whether quantized factors are used first; nil chooses by processor.
  /// - Throws: if a game's factor is not finite, or there is too little memory.
  package init(
    _ games: Matrix, isListed: [Bool], count: Int, workers: Workers,
    memoryInBytes: Int = Self.defaultMemoryInBytes, isScreened: Bool? = nil
  ) throws(ModelFailure) {
    precondition(count >= 0, "lists of \(count) games")
    var panels = try FactorPanels(games, isListed: isListed, isScreened: isScreened)
    self.count = min(count, panels.listed)
    self.workers = workers
    tiles = try FactorTiles(
      panels: panels, best: self.count, threads: workers.threads, memoryInBytes: memoryInBytes)
    if tiles.packsGames { panels.pack() }
    self.panels = panels
  }

  /// Players in parts for `FactorSelection`: as large as memory allows, but several per thread, so
  /// that all threads end together.
  package func parts(ofPlayers players: Int) -> [Range<Int>] {
    let group = SelectionMemory.groupPlayers
    let share = players / (8 * workers.threads) / group * group
    return Workers.ranges(of: players, size: min(tiles.players, max(group, share)))
  }

  /// The lists of the players in `rows`, in that order.
  ///
  /// - Parameters:
  ///   - rows: rows of `players`; nil for all.
  ///   - players: X[players, rank].
  ///   - excluded: [players, games]; a stored element, whatever its value, excludes the game.
  ///   - progress: called with the number of players done; throws to stop.
  package func lists(
    of players: Matrix, rows: [Int]? = nil, excluded: SparseRows, isAllowed: Filter? = nil,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> TopGames {
    let rows = rows ?? Array(0..<players.rows)
    let parts = parts(ofPlayers: rows.count)
    var lists = TopGames()
    // In waves, so that the lists are not in memory twice when they are put together.
    for wave in Workers.ranges(of: parts.count, size: 64 * workers.threads) {
      let found = try workers.map(wave.count, scratch: { FactorSelection(self) }) {
        index, selection in
        let part = parts[wave.lowerBound + index]
        try progress(part.count)
        return try selection.lists(
          ofRows: rows[part], of: players, excluded: excluded, isAllowed: isAllowed)
      }
      for part in found { lists.append(part) }
      if wave.lowerBound == 0, wave.upperBound < parts.count {
        let expected = lists.games.count / lists.count * rows.count
        lists.reserve(players: rows.count, games: expected + expected / 64)
      }
    }
    return lists
  }
}
