package import FindieLinearAlgebra
package import FindieWorkers

extension EASE {
  /// EASE of the games with enough positives, with the largest weights of each game: the form that
  /// a run stores.
  ///
  /// Of each game the `maximumWeights` largest weights by magnitude are stored, ties by index. Games
  /// with fewer positives than `minimumPlayers` have none.
  ///
  /// - Parameter availableBytes: the maximum memory; nil for no limit.
  /// - Throws: as `fit`.
  package func fitSparse(
    _ observed: SparseRows, workers: Workers, availableBytes: Int? = nil
  ) throws(TrainingFailure) -> ItemItemModel {
    let games = fittedGames(observed.positives)
    let dense = try fit(
      observed.gatheringColumns(games), workers: workers, availableBytes: availableBytes
    ).weights
    let blocks = Workers.ranges(of: games.count, size: 16)
    let limit = parameters.maximumWeights
    // A game's weights are a column of the dense matrix: in blocks of columns, each row reads whole
    // cache lines.
    let speaking = workers.map(blocks.count) { block in
      var best = blocks[block].map { _ in BestGames(count: limit) }
      for row in 0..<games.count {
        for (position, column) in blocks[block].enumerated() where column != row {
          let magnitude = abs(dense[row, column])
          if magnitude > 0, magnitude >= best[position].threshold {
            best[position].offer(game: UInt32(row), score: magnitude)
          }
        }
      }
      return zip(blocks[block], best).map { column, best in
        best.ranked.map { (from: games[Int($0.game)], weight: dense[Int($0.game), column]) }
      }
    }.flatMap(\.self)
    var rows = [[BestGames.Entry]](repeating: [], count: observed.columns)
    for (column, speakers) in speaking.enumerated() {
      for speaker in speakers {
        rows[speaker.from].append(
          BestGames.Entry(game: UInt32(games[column]), score: speaker.weight))
      }
    }
    return ItemItemModel(
      "EASE", weights: SparseRows(rows, columns: observed.columns), usesConfidence: false)
  }

  /// The games that are fitted, ascending.
  ///
  /// - Parameter positives: for each game, its number of positives.
  package func fittedGames(_ positives: [Int]) -> [Int] {
    positives.indices.filter { positives[$0] >= parameters.minimumPlayers }
  }
}
