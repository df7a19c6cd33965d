package import FindieDomain

/// Two games that the same players like, whatever their genres and tags say.
package struct TwinTruth: Codable, Hashable, Sendable {
  package var firstGameId: String
  package var secondGameId: String
  /// The share of players who are fans of both.
  package var fanShare: Double
  /// The like probability of fans and of others, at the feed's first place.
  package var fanLikeProbability: Double
  package var otherLikeProbability: Double
}

/// A game that many players see and like on the last days.
package struct TrendTruth: Codable, Hashable, Sendable {
  package var gameId: String
  package var firstDay: Day
  package var lastDay: Day
  /// The share of all cards that it takes on those days, unless the player saw it before.
  package var shareOfCards: Double
}

/// A game that few fresh accounts push on one day.
package struct BurstTruth: Codable, Hashable, Sendable {
  package var gameId: String
  package var day: Day
  /// The accounts; all joined on that day and never act on anything else.
  package var userIds: [String]
  /// Cards that they swiped, all of this game.
  package var cards: Int
}
