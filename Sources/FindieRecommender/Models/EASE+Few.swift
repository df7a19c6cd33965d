package import FindieLinearAlgebra
package import FindieWorkers

extension EASE {
  /// EASE of the games that enough players are for, with the weights of each game that say most: what a
  /// night keeps.
  ///
  /// Of each game the `keptWeights` largest weights by magnitude are kept of those that speak for or
  /// against it, ties by index. Games below `leastPlayers` have none.
  ///
  /// - Parameter availableBytes: how much memory may be taken; nil for any.
  /// - Throws: as `fit`.
  package func fitFew(
    _ observed: SparseRows, workers: Workers, availableBytes: Int? = nil
  ) throws(TrainingFailure) -> ItemItemModel {
    let games = fittedGames(observed.positives)
    let dense = try fit(
      observed.gatheringColumns(games), workers: workers, availableBytes: availableBytes
    ).weights
    let blocks = Workers.ranges(of: games.count, size: 16)
    let kept = parameters.keptWeights
    // A game's weights stand in a column of the dense matrix: by blocks, a line of the cache a row.
    let speaking = workers.map(blocks.count) { block in
      var best = blocks[block].map { _ in BestGames(count: kept) }
      for row in 0..<games.count {
        for (place, column) in blocks[block].enumerated() where column != row {
          let magnitude = abs(dense[row, column])
          if magnitude > 0, magnitude >= best[place].threshold {
            best[place].offer(game: UInt32(row), score: magnitude)
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
      "EASE", weights: SparseRows(rows, columns: observed.columns), weighsConfidence: false)
  }

  /// The games that are fitted, ascending.
  ///
  /// - Parameter positives: for each game the number of players that are for it.
  package func fittedGames(_ positives: [Int]) -> [Int] {
    positives.indices.filter { positives[$0] >= parameters.leastPlayers }
  }
}

extension SparseRows {
  /// The matrix of the columns that most rows have, at most `count`, in their order; of as many rows the
  /// first.
  func gatheringColumns(mostUsed count: Int) -> SparseRows {
    guard columns > count else { return self }
    let uses = columnCounts
    return gatheringColumns(
      (0..<columns).sorted { (uses[$1], $0) < (uses[$0], $1) }.prefix(count).sorted())
  }

  /// The matrix of some of the columns.
  ///
  /// - Parameter kept: ascending.
  func gatheringColumns(_ kept: [Int]) -> SparseRows {
    var place = [UInt32?](repeating: nil, count: columns)
    for (index, column) in kept.enumerated() { place[column] = UInt32(index) }
    var offsets = [0]
    var (indices, values): ([UInt32], [Float]) = ([], [])
    for row in 0..<rows {
      for element in range(ofRow: row) {
        guard let index = place[Int(columnIndices[element])] else { continue }
        indices.append(index)
        values.append(self.values[element])
      }
      offsets.append(indices.count)
    }
    return SparseRows(
      rows: rows, columns: kept.count, offsets: offsets, columnIndices: indices, values: values)
  }
}
