/// The players most likely to like a game, the most likely first.
package struct GameAudience: Hashable, Codable, Sendable {
  /// One player.
  package struct Player: Hashable, Codable, Sendable {
    package let userId: String
    /// From 1.
    package let rank: Int
    /// The ranker's log-odds that the player likes the game.
    package let score: Double

    package init(userId: String, rank: Int, score: Double) {
      (self.userId, self.rank, self.score) = (userId, rank, score)
    }
  }

  package let gameId: String
  package let players: [Player]

  package init(gameId: String, players: [Player]) {
    (self.gameId, self.players) = (gameId, players)
  }
}
