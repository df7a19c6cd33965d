package import FindieWorkers

extension ItemItemModels {
  /// The models for newer evidence: the weights of games that have clearly more positives than when
  /// the models were trained are computed again. These are the similarities with them, and EASE's
  /// weights that lead to them (`LocalFit`). All other weights stay.
  ///
  /// - Parameters:
  ///   - observed: of the models' games, confidences [players, games].
  ///   - days: as for the training.
  /// - Complexity: as training, for the changed games alone.
  package func updated(
    for observed: SparseRows, days: @autoclosure () -> [Float] = [],
    parameters: ModelParameters, workers: Workers
  ) -> ItemItemModels {
    let changed = changedGames(observed.positives)
    guard !changed.isEmpty else { return self }
    return ItemItemModels(
      neighborhood: neighborhood.replacing(
        ItemNeighborhood(parameters.neighborhood)
          .rows(of: changed, updating: neighborhood.weights, observed, workers: workers)),
      ease: ease.map {
        $0.replacing(
          EASE(parameters.ease).rows(
            withColumnsOf: changed, updating: $0.weights, observed, days: days(),
            workers: workers))
      },
      easeUse: easeUse, positives: positives)
  }

  /// With fewer positives, a game's weights are mostly noise.
  private static let enough = 10

  /// The games with at least half as many positives again as when the models were trained,
  /// ascending.
  private func changedGames(_ now: [Int]) -> [Int] {
    guard positives.count == now.count else { return [] }
    return now.indices.filter {
      now[$0] >= Self.enough && 2 * now[$0] >= 3 * Int(positives[$0])
    }
  }
}

extension ItemItemModel {
  fileprivate func replacing(_ rows: [[BestGames.Entry]]) -> ItemItemModel {
    ItemItemModel(
      name, weights: SparseRows(rows, columns: weights.columns), usesConfidence: usesConfidence)
  }
}

extension SparseRows {
  fileprivate func marks(ofColumns changed: [Int]) -> [Bool] {
    changed.reduce(into: [Bool](repeating: false, count: columns)) { $0[$1] = true }
  }

  /// By row, the elements that are in none of the columns.
  fileprivate func entries(except isColumn: [Bool]) -> [[BestGames.Entry]] {
    (0..<rows).map { row in
      range(ofRow: row).compactMap { element in
        isColumn[Int(columnIndices[element])]
          ? nil : BestGames.Entry(game: columnIndices[element], score: values[element])
      }
    }
  }
}

extension ItemNeighborhood {
  /// All rows, where the pairs with some games are computed again.
  fileprivate func rows(
    of changed: [Int], updating weights: SparseRows, _ observed: SparseRows, workers: Workers
  ) -> [[BestGames.Entry]] {
    let isChanged = weights.marks(ofColumns: changed)
    var rows = weights.entries(except: isChanged)
    let coLikes = CoLikes(observed)
    let parts = Workers.ranges(of: changed.count, size: 16)
    let pairs = workers.map(parts.count) { part in
      var common = CommonPlayers(games: weights.rows)
      return changed[parts[part]].map { similarities(of: $0, &common, coLikes) }
    }.joined()
    for (game, similar) in zip(changed, pairs) {
      rows[game] = similar
      for entry in similar where !isChanged[Int(entry.game)] {
        rows[Int(entry.game)].append(BestGames.Entry(game: UInt32(game), score: entry.score))
      }
    }
    return rows.map { row in
      guard row.count > parameters.neighbors else { return row.sorted { $0.game < $1.game } }
      var best = BestGames(count: parameters.neighbors)
      for entry in row { best.offer(game: entry.game, score: entry.score) }
      return best.ranked.sorted { $0.game < $1.game }
    }
  }
}

extension EASE {
  /// All rows, where the weights that lead to some games are local ones.
  fileprivate func rows(
    withColumnsOf changed: [Int], updating weights: SparseRows, _ observed: SparseRows,
    days: @autoclosure () -> [Float], workers: Workers
  ) -> [[BestGames.Entry]] {
    var rows = weights.entries(except: weights.marks(ofColumns: changed))
    let gramian = LocalGramian(observed, self)
    let parts = Workers.ranges(of: changed.count, size: 16)
    let columns = workers.map(parts.count) { part in
      var scratch = LocalGramian.Scratch(gramian)
      return changed[parts[part]].map { gramian.weights(of: $0, self, &scratch) }
    }.joined()
    let youth = youth(observed, days: days())
    for (game, column) in zip(changed, columns) {
      for entry in column {
        let score = entry.score * (youth?[game] ?? 1)
        rows[Int(entry.game)].append(BestGames.Entry(game: UInt32(game), score: score))
      }
    }
    return rows.map { $0.sorted { $0.game < $1.game } }
  }
}
