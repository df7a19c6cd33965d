package import FindieModels

/// How many players did something with each game. Arrays are by game.
package struct GameCounts: Sendable, Equatable {
  /// The number of positives.
  package let positives: [Int]
  /// The number of players who like it.
  package let likes: [Int]
  /// The number of players who have seen it.
  package let shown: [Int]
  package let recent: RecentPositives

  package init(positives: [Int], likes: [Int], shown: [Int], recent: RecentPositives) {
    self.positives = positives
    self.likes = likes
    self.shown = shown
    self.recent = recent
  }

  /// The players of a matrix.
  package init(_ matrix: InteractionMatrix) {
    self.init(
      positives: matrix.positives, likes: matrix.likes, shown: matrix.seen.columnCounts,
      recent: matrix.recent)
  }

  /// These counts with the recent positives of another day.
  package func with(_ recent: RecentPositives) -> GameCounts {
    GameCounts(positives: positives, likes: likes, shown: shown, recent: recent)
  }
}
