import FindieDomain
package import FindieLinearAlgebra

/// The confidence of every player in every game: players × games.
///
/// Grain: one element per player and game with evidence.
package struct InteractionMatrix: Sendable, Equatable {
  package let players: Identifiers
  package let games: Identifiers

  /// Confidence [players, games]: above zero for a positive (preference 1), below zero for a
  /// negative (an observed zero whose confidence is the absolute value).
  package let observed: SparseRows
  /// For each element of `observed`, the code of the action with the largest weight.
  package let strongestActions: [UInt8]

  /// Every game that a player has seen [players, games]: the day (days since 1970) it was last
  /// seen, infinity for a wishlist or library item without a date.
  package let seen: SparseRows

  /// Interactions with games that are missing from the catalogue: in the history, not used here.
  package let interactionsWithUnknownGames: Int

  package init(
    players: Identifiers, games: Identifiers, observed: SparseRows, strongestActions: [UInt8],
    seen: SparseRows, interactionsWithUnknownGames: Int
  ) {
    precondition(
      observed.rows == players.count && observed.columns == games.count
        && seen.rows == players.count && seen.columns == games.count
        && strongestActions.count == observed.count, "a matrix of other shapes than its ids")
    self.players = players
    self.games = games
    self.observed = observed
    self.strongestActions = strongestActions
    self.seen = seen
    self.interactionsWithUnknownGames = interactionsWithUnknownGames
  }

  package func strongestAction(_ position: Int) -> EvidenceKind {
    EvidenceKind.allCases[Int(strongestActions[position])]
  }

  /// For each game, its number of positives.
  package var positives: [Int] {
    var counts = [Int](repeating: 0, count: games.count)
    for (column, value) in zip(observed.columnIndices, observed.values) where value > 0 {
      counts[Int(column)] += 1
    }
    return counts
  }

  /// For each game, its number of positives if they are `minimum` or more, otherwise 0: of several editions
  /// the lists show the one with most. Few players decide nothing.
  package func positives(atLeast minimum: Int) -> [Int] {
    positives.map { $0 < minimum ? 0 : $0 }
  }

  /// For each game, the number of players whose strongest evidence is a like or a superLike.
  package var likes: [Int] {
    var counts = [Int](repeating: 0, count: games.count)
    for (column, kind) in zip(observed.columnIndices, strongestActions)
    where kind == EvidenceKind.like.rawValue || kind == EvidenceKind.superLike.rawValue {
      counts[Int(column)] += 1
    }
    return counts
  }
}
