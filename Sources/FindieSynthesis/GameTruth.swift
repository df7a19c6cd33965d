/// What is true of one game.
package struct GameTruth: Codable, Hashable, Sendable {
  package var gameId: String
  /// Cards shown: one gameView event each, where analytics are written.
  package var views: Int
  /// Cards that ended in like, superLike, dislike or skip.
  package var verdicts: Int
  /// Sound interactions by action, each once; all seven are there.
  package var actions: [String: Int]
  /// Players with at least one interaction on the game.
  package var players: Int
  package var steamClicks: Int
  package var itchioClicks: Int
  /// The mean true like probability of the cards with a verdict, where they stood; nil without any.
  package var likeRate: Double?
  /// The same, had every card stood first: what a position-adjusted like rate estimates.
  package var likeRateAtTop: Double?
  /// The mean true like probability of all players at the feed's first place, shown or not.
  package var audienceLikeRate: Double
}
