package import FindieLinearAlgebra
package import FindieWorkers

/// All players' best games by the inner product of X[players, rank] and Y[games, rank], without the
/// scores of all ever being held.
///
/// ```swift
/// let top = try FactorTopGames(model.games, isListed: isOut, count: 100, workers: workers)
/// let lists = try top.lists(of: model.players, excluded: matrix.seen)
/// ```
///
/// Games are met in the order of their factors' lengths, a panel at a time; a player is done when no
/// later game can reach the worst of the list, since u · y ≤ ‖u‖ ‖y‖. A score is the sum from the
/// first to the last element, each added by one fused multiplication and addition; so the lists are
/// the same bytes on any number of threads, with any memory, in any parts, on any processor.
///
/// Best first; of equal scores the game with the smaller index, so the smaller id.
///
/// Source: the bound is that of Teflioudi, Gemulla and Mykytiuk, *LEMP: Fast Retrieval of Large
/// Entries in a Matrix Product* (2015), DOI 10.1145/2723372.2747647.
///
/// - Complexity: players · games · rank where nothing is pruned.
package struct FactorTopGames: Sendable {
  /// Whether a game may stand on a player's list, both by their rows; asked only for games that
  /// would come in.
  package typealias Filter = @Sendable (_ player: Int, _ game: Int) -> Bool

  package static let defaultMemoryInBytes = 64 << 20

  let count: Int
  let panels: FactorPanels
  let tiles: FactorTiles
  private let workers: Workers

  /// - Parameters:
  ///   - games: Y[games, rank].
  ///   - isListed: by game, whether it may stand on any list.
  ///   - count: the length of a list at most.
  ///   - memoryInBytes: for the work of all threads; the lists themselves are not counted.
  ///   - isScreened: whether factors in bytes go first; where it is nil, as the processor likes it.
  /// - Throws: where a game's factor is not finite, or the memory is too little.
  package init(
    _ games: Matrix, isListed: [Bool], count: Int, workers: Workers,
    memoryInBytes: Int = FactorTopGames.defaultMemoryInBytes, isScreened: Bool? = nil
  ) throws(RankingFailure) {
    precondition(count >= 0, "lists of \(count) games")
    var panels = try FactorPanels(games, isListed: isListed, isScreened: isScreened)
    self.count = min(count, panels.listed)
    self.workers = workers
    tiles = try FactorTiles(
      panels: panels, best: self.count, threads: workers.threads, memoryInBytes: memoryInBytes)
    if tiles.packsGames { panels.pack() }
    self.panels = panels
  }

  /// Players cut into the parts that `FactorSelection` takes: as large as the memory allows, but
  /// several a thread, so that all end together.
  func parts(ofPlayers players: Int) -> [Range<Int>] {
    let group = SelectionMemory.groupPlayers
    let share = players / (8 * workers.threads) / group * group
    return Workers.ranges(of: players, size: min(tiles.players, max(group, share)))
  }

  /// The lists of the players in `rows`, in that order.
  ///
  /// - Parameters:
  ///   - rows: which rows of `players`; all where it is nil.
  ///   - players: X[players, rank].
  ///   - excluded: [players, games]; a stored element, whatever its value, keeps a game off a list.
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
      } finish: { _ in
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
