package import FindieLinearAlgebra
package import FindieWorkers

extension EASE {
  /// EASE of the games with enough positives, with its most important weights: the form that a run
  /// stores.
  ///
  /// The games with the most positives have the dense weights of each other, all other weights are
  /// those of `LocalFit`. Of the dense weights the `maximumWeights` per game with the largest
  /// |Bᵢⱼ| √Gᵢᵢ are stored, over all games together: the deviation that a weight adds to a score,
  /// since game i is in √Gᵢᵢ's share of the profiles. Games with fewer positives than
  /// `minimumPlayers` have no weights.
  ///
  /// - Parameters:
  ///   - denseGames: the maximum number of games with dense weights.
  ///   - availableBytes: the maximum memory of the dense weights; nil for no limit.
  /// - Throws: as `fit`.
  package func fitSparse(
    _ observed: SparseRows, denseGames: Int = .max, workers: Workers, availableBytes: Int? = nil
  ) throws(ModelFailure) -> ItemItemModel {
    let games = fittedGames(observed.positives)
    let head = EASE.mostPopular(denseGames, of: games, observed.positives)
    var rows = try denseRows(
      of: head, observed, workers: workers, availableBytes: availableBytes)
    if head.count < games.count {
      try addLocalWeights(
        of: games, except: head, observed, to: &rows, workers: workers)
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

  /// At most `count` of the games with the most positives, ties by index, ascending.
  private static func mostPopular(_ count: Int, of games: [Int], _ positives: [Int]) -> [Int] {
    guard games.count > count else { return games }
    return games.sorted { (-positives[$0], $0) < (-positives[$1], $1) }.prefix(count).sorted()
  }

  /// The most important dense weights, by row.
  private func denseRows(
    of games: [Int], _ observed: SparseRows, workers: Workers, availableBytes: Int?
  ) throws(ModelFailure) -> [[BestGames.Entry]] {
    var rows = [[BestGames.Entry]](repeating: [], count: observed.columns)
    guard !games.isEmpty else { return rows }
    let own = observed.gatheringColumns(games)
    let dense = try fit(own, workers: workers, availableBytes: availableBytes).weights
    let roots = own.positives.map { Float($0).squareRoot() }
    let parts = Workers.ranges(of: games.count, size: 64)
    // By the upper bits of the importance, which order numbers above 0.
    let counts = workers.map(parts.count) { part in
      var counts = [Int](repeating: 0, count: 1 << 16)
      for row in parts[part] {
        let weights = dense.row(row)
        for column in 0..<weights.count {
          counts[EASE.bucket(abs(weights[column]) * roots[row])] += 1
        }
      }
      return counts
    }.reduce(into: [Int](repeating: 0, count: 1 << 16)) { sums, counts in
      for bucket in counts.indices { sums[bucket] += counts[bucket] }
    }
    let first = EASE.firstBucket(counts, limit: parameters.maximumWeights * games.count)
    let found = workers.map(parts.count) { part in
      parts[part].map { row -> [BestGames.Entry] in
        let weights = dense.row(row)
        var entries: [BestGames.Entry] = []
        for column in 0..<weights.count
        where EASE.bucket(abs(weights[column]) * roots[row]) >= first {
          entries.append(BestGames.Entry(game: UInt32(games[column]), score: weights[column]))
        }
        return entries
      }
    }
    for (game, entries) in zip(games, found.joined()) { rows[game] = entries }
    return rows
  }

  private static func bucket(_ importance: Float) -> Int { Int(importance.bitPattern >> 15) }

  /// The smallest bucket from which on there are at most `limit` weights; weights of 0 are not
  /// stored.
  private static func firstBucket(_ counts: [Int], limit: Int) -> Int {
    var (sum, first) = (0, counts.count)
    while first > 1, sum + counts[first - 1] <= limit {
      first -= 1
      sum += counts[first]
    }
    return first
  }

  /// Adds the local weights of all pairs of games but those of two games of the head.
  private func addLocalWeights(
    of games: [Int], except head: [Int], _ observed: SparseRows,
    to rows: inout [[BestGames.Entry]], workers: Workers
  ) throws(ModelFailure) {
    if let element = observed.values.firstIndex(where: { !$0.isFinite }) {
      throw .confidenceNotFinite(row: observed.row(ofElement: element))
    }
    var isHead = [Bool](repeating: false, count: observed.columns)
    for game in head { isHead[game] = true }
    let gramian = SparseGramian(observed.gatheringColumns(games), self, workers: workers)
    let parts = Workers.ranges(of: games.count, size: 64)
    let columns = workers.map(parts.count) { part in
      var fit = LocalFit(games: games.count)
      return parts[part].map { fit.weights(of: $0, gramian, self) }
    }.joined()
    for (game, column) in zip(games, columns) {
      for entry in column {
        let source = games[Int(entry.game)]
        guard !isHead[source] || !isHead[game] else { continue }
        rows[source].append(BestGames.Entry(game: UInt32(game), score: entry.score))
      }
    }
    for game in head { rows[game].sort { $0.game < $1.game } }
  }
}
