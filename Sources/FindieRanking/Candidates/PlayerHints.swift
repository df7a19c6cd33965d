package import FindieModels

/// What the operator's own model says about the players of an audience, by row.
package struct PlayerHints: Sendable, Equatable {
  /// The values of `RankerFeature.candidates` [players, games].
  package let candidates: SparseRows
  /// The directions of the players' own vectors [players, dimensions]: zeros for a player without
  /// one; no columns if there are none.
  package let directions: Matrix

  package init(candidates: SparseRows, directions: Matrix) {
    precondition(candidates.rows == directions.rows, "hints of \(candidates.rows) players")
    self.candidates = candidates
    self.directions = directions
  }

  /// Nil if the player has no vector.
  func direction(ofPlayer player: Int) -> [Float]? {
    let own = directions.elements[player * directions.columns..<(player + 1) * directions.columns]
    return own.contains { $0 != 0 } ? Array(own) : nil
  }

  /// - Parameter players: rows, or nil for a player of whom the model says nothing.
  package func gathering(_ players: [Int?]) -> PlayerHints {
    let nothing = PlayerHints(
      candidates: SparseRows(emptyRows: 1, columns: candidates.columns),
      directions: Matrix(rows: 1, columns: directions.columns))
    let rows = players.map { $0.map { gathering([$0]) } ?? nothing }
    return PlayerHints(
      candidates: SparseRows(joining: rows.map(\.candidates)),
      directions: Matrix(
        rows: rows.count, columns: directions.columns,
        elements: rows.flatMap(\.directions.elements)))
  }

  package func gathering(_ players: [Int]) -> PlayerHints {
    PlayerHints(
      candidates: candidates.gathering(players), directions: directions.gathering(players))
  }

  /// These hints without candidates or without vectors; nil if nothing remains.
  package func limited(candidates hasCandidates: Bool, vectors hasVectors: Bool) -> PlayerHints? {
    guard hasCandidates || hasVectors else { return nil }
    return PlayerHints(
      candidates: hasCandidates
        ? candidates : SparseRows(emptyRows: candidates.rows, columns: candidates.columns),
      directions: hasVectors ? directions : Matrix(rows: directions.rows, columns: 0))
  }
}
