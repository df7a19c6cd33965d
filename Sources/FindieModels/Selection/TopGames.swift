/// Some players' best games, in columns.
///
/// Grain: one row per player and rank, best first.
package struct TopGames: Sendable, Equatable {
  /// The i-th player's games are at `offsets[i]..<offsets[i + 1]`.
  package private(set) var offsets = [0]
  package private(set) var games: [UInt32] = []
  package private(set) var scores: [Float] = []

  package init() {}

  /// - Precondition: offsets ascend from 0 to the number of games, and a game has a score.
  package init(offsets: [Int], games: [UInt32], scores: [Float]) {
    precondition(
      offsets.first == 0 && offsets.last == games.count && scores.count == games.count,
      "\(games.count) games and \(scores.count) scores")
    self.offsets = offsets
    self.games = games
    self.scores = scores
  }

  /// The number of players.
  package var count: Int { offsets.count - 1 }

  package func range(ofPlayer index: Int) -> Range<Int> { offsets[index]..<offsets[index + 1] }

  /// Reserves capacity for `games` more games of `players` more players.
  mutating func reserve(players: Int, games count: Int) {
    offsets.reserveCapacity(offsets.count + players)
    games.reserveCapacity(games.count + count)
    scores.reserveCapacity(scores.count + count)
  }

  mutating func append(game: UInt32, score: Float) {
    games.append(game)
    scores.append(score)
  }

  /// The next entries are the next player's.
  mutating func endPlayer() { offsets.append(games.count) }

  mutating func append(_ other: TopGames) {
    let start = games.count
    games += other.games
    scores += other.scores
    offsets += other.offsets.dropFirst().map { $0 + start }
  }
}
