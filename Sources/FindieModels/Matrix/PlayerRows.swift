package import FindieDomain

/// Rows of a matrix, without the players' ids.
package struct PlayerRows: Sendable, Equatable {
  /// Confidences [players, games], as `InteractionMatrix.observed`.
  package let observed: SparseRows
  /// For each element of `observed`, the code of the `EvidenceKind` with the largest weight; empty
  /// if unknown.
  package let strongestActions: [UInt8]
  /// The last day on which the players saw each game [players, games].
  package let seen: SparseRows
  /// How often the players skipped each game that they only skipped [players, games].
  package let skips: SparseRows

  package init(
    observed: SparseRows, strongestActions: [UInt8], seen: SparseRows, skips: SparseRows
  ) {
    self.observed = observed
    self.strongestActions = strongestActions
    self.seen = seen
    self.skips = skips
  }

  /// The rows of several players.
  ///
  /// - Precondition: there is at least one part.
  package init(joining parts: [PlayerRows]) {
    self.init(
      observed: SparseRows(joining: parts.map(\.observed)),
      strongestActions: parts.flatMap(\.strongestActions),
      seen: SparseRows(joining: parts.map(\.seen)), skips: SparseRows(joining: parts.map(\.skips)))
  }

  /// Some of the rows, in this order.
  package func gathering(_ rows: [Int]) -> PlayerRows {
    PlayerRows(
      observed: observed.gathering(rows),
      strongestActions: strongestActions.isEmpty
        ? [] : rows.flatMap { strongestActions[observed.range(ofRow: $0)] },
      seen: seen.gathering(rows), skips: skips.gathering(rows))
  }
}

extension InteractionMatrix {
  /// A player's row including what the player did since the run.
  ///
  /// New actions have the run's weights, without decay. Where the row already has an element for
  /// the game, it holds one number and not the actions behind it, so the two are merged by verdict:
  /// a new dislike makes an observed zero; a new like replaces an earlier dislike; any other action
  /// leaves a dislike unchanged; of two positive confidences the larger remains. The next run,
  /// which has all actions, sums them.
  ///
  /// - Parameters:
  ///   - player: nil for a player that the run does not know.
  ///   - interactions: in any order; those of other players, of unknown games and of days before
  ///     `day`, which the run has included, are left out.
  ///   - day: the run's.
  package func row(
    of player: Int?, id: String, with interactions: [SwipeInteraction], since day: Day,
    parameters: MatrixParameters
  ) -> PlayerRows {
    let old = player.map { rows.gathering([$0]) } ?? PlayerRows(empty: 1, games: games.count)
    let new = interactions.filter {
      ExactText($0.userId) == ExactText(id) && $0.timestamp.day >= day
    }.sorted { ($0.timestamp, ExactText($0.id)) < ($1.timestamp, ExactText($1.id)) }
    let items = new.compactMap { interaction in
      games.index(of: interaction.gameId).map {
        EvidenceItem(
          game: UInt32($0), kind: interaction.action.evidence.rawValue,
          day: Float(interaction.timestamp.day.daysSinceEpoch))
      }
    }
    guard !items.isEmpty else { return old }
    let byGame = items.indices.sorted { (items[$0].game, $0) < (items[$1].game, $1) }
      .map { items[$0] }
    var builder = RowBuilder()
    builder.appendRow(of: byGame, weighting: ActionWeighting(parameters: parameters, day: day))
    let liked = Set(
      byGame.filter {
        $0.kind == EvidenceKind.like.rawValue || $0.kind == EvidenceKind.superLike.rawValue
      }.map(\.game))
    return old.joined(with: builder.rows(games: games.count), liked: liked)
  }
}

extension PlayerRows {
  /// Players of whom nothing is known.
  package init(empty rows: Int, games: Int) {
    let empty = SparseRows(emptyRows: rows, columns: games)
    self.init(observed: empty, strongestActions: [], seen: empty, skips: empty)
  }

  /// This single row merged with a newer one.
  ///
  /// - Parameter liked: the games with a like in the newer row.
  fileprivate func joined(with newer: PlayerRows, liked: Set<UInt32>) -> PlayerRows {
    var confidences: [UInt32: Float] = [:]
    var kinds: [UInt32: UInt8] = [:]
    for row in [self, newer] {
      for (position, game) in row.observed.columnIndices.enumerated() {
        let new = row.observed.values[position]
        if let known = confidences[game] {
          let replaces =
            new < 0 || (known < 0 && liked.contains(game)) || (known > 0 && new > known)
          if !replaces { continue }
        }
        (confidences[game], kinds[game]) = (new, row.strongestActions[position])
      }
    }
    var days: [UInt32: Float] = [:]
    for row in [seen, newer.seen] {
      for (game, day) in zip(row.columnIndices, row.values) {
        days[game] = max(days[game] ?? -.infinity, day)
      }
    }
    var counts: [UInt32: Float] = [:]
    for (row, other) in [(self, newer), (newer, self)] {
      for (game, count) in zip(row.skips.columnIndices, row.skips.values)
      where !other.seen.contains(row: 0, column: game)
        || other.skips.contains(row: 0, column: game)
      {
        counts[game, default: 0] += count
      }
    }
    let games = observed.columns
    return PlayerRows(
      observed: SparseRows(row: confidences, columns: games),
      strongestActions: kinds.sorted { $0.key < $1.key }.map(\.value),
      seen: SparseRows(row: days, columns: games), skips: SparseRows(row: counts, columns: games))
  }
}
