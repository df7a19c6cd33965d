package import FindieDomain
package import FindieLinearAlgebra

/// One player's row of a matrix.
package struct PlayerRow: Sendable, Equatable {
  /// Confidences [1, games], as `InteractionMatrix.observed`.
  package let observed: SparseRows
  /// For each element of `observed`, the code of the `EvidenceKind` with the largest weight.
  package let strongestActions: [UInt8]
  /// The last day on which the player saw each game [1, games].
  package let seen: SparseRows
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
  ) -> PlayerRow {
    let old = row(of: player)
    let new = interactions.filter {
      ExactText($0.userId) == ExactText(id) && $0.timestamp.day >= day
    }.sorted { ($0.timestamp, ExactText($0.id)) < ($1.timestamp, ExactText($1.id)) }
    let items = new.compactMap { interaction in
      games.index(of: interaction.gameId).map {
        EvidenceItem(
          game: UInt32($0), kind: interaction.action.code,
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
        $0.kind == SwipeAction.like.code || $0.kind == SwipeAction.superLike.code
      }.map(\.game))
    return old.joined(with: PlayerRow(builder, games: games.count), liked: liked)
  }

  private func row(of player: Int?) -> PlayerRow {
    guard let player else { return PlayerRow(RowBuilder(empty: 1), games: games.count) }
    return PlayerRow(
      observed: observed.gathering([player]),
      strongestActions: Array(strongestActions[observed.range(ofRow: player)]),
      seen: seen.gathering([player]))
  }
}

extension PlayerRow {
  fileprivate init(_ builder: RowBuilder, games: Int) {
    observed = SparseRows(
      rows: 1, columns: games, offsets: builder.observedOffsets,
      columnIndices: builder.observedGames, values: builder.confidences)
    strongestActions = builder.strongestActions
    seen = SparseRows(
      rows: 1, columns: games, offsets: builder.seenOffsets, columnIndices: builder.seenGames,
      values: builder.seenDays)
  }

  /// This row merged with a newer one.
  ///
  /// - Parameter liked: the games with a like in the newer row.
  fileprivate func joined(with newer: PlayerRow, liked: Set<UInt32>) -> PlayerRow {
    var elements: [UInt32: (confidence: Float, kind: UInt8)] = [:]
    for (position, game) in observed.columnIndices.enumerated() {
      elements[game] = (observed.values[position], strongestActions[position])
    }
    for (position, game) in newer.observed.columnIndices.enumerated() {
      let element = (
        confidence: newer.observed.values[position], kind: newer.strongestActions[position]
      )
      if let known = elements[game] {
        let replaces =
          element.confidence < 0 || (known.confidence < 0 && liked.contains(game))
          || (known.confidence > 0 && element.confidence > known.confidence)
        if !replaces { continue }
      }
      elements[game] = element
    }
    var days: [UInt32: Float] = [:]
    for row in [seen, newer.seen] {
      for (game, day) in zip(row.columnIndices, row.values) {
        days[game] = max(days[game] ?? -.infinity, day)
      }
    }
    let games = elements.keys.sorted()
    let seenGames = days.keys.sorted()
    return PlayerRow(
      observed: SparseRows(
        rows: 1, columns: observed.columns, offsets: [0, games.count], columnIndices: games,
        values: games.compactMap { elements[$0]?.confidence }),
      strongestActions: games.compactMap { elements[$0]?.kind },
      seen: SparseRows(
        rows: 1, columns: seen.columns, offsets: [0, seenGames.count], columnIndices: seenGames,
        values: seenGames.compactMap { days[$0] }))
  }
}

extension RowBuilder {
  /// Of rows without elements.
  fileprivate init(empty rows: Int) {
    self.init()
    observedOffsets += [Int](repeating: 0, count: rows)
    seenOffsets += [Int](repeating: 0, count: rows)
  }
}
