import FindieLinearAlgebra

extension InteractionMatrix {
  /// The matrix without some elements of each row.
  package func without(_ removed: [[UInt32]]) -> InteractionMatrix {
    let (keptObserved, observed) = observed.without(removed)
    return InteractionMatrix(
      players: players, games: games, observed: observed,
      strongestActions: strongestActions.elements(in: keptObserved),
      seen: seen.without(removed).rows,
      interactionsWithUnknownGames: interactionsWithUnknownGames)
  }

  /// The matrix of some of the players.
  ///
  /// - Parameter rows: ascending.
  package func gathering(_ rows: [Int]) -> InteractionMatrix {
    InteractionMatrix(
      players: Identifiers(rows.map { players[$0] }), games: games,
      observed: observed.gathering(rows),
      strongestActions: rows.flatMap { strongestActions[observed.range(ofRow: $0)] },
      seen: seen.gathering(rows), interactionsWithUnknownGames: interactionsWithUnknownGames)
  }
}
