/// How lists are built from candidates.
package struct RecommendationParameters: Codable, Sendable, Equatable {
  /// The maximum length of a player's list.
  package var listLength = 50
  /// The number of best candidates among which a list is chosen.
  package var considered = 120
  /// The currency in which the players' price bounds are meant.
  package var currency = "USD"
  /// How far popularity is discounted: 0 not at all, 1 so far that scores do not increase with it.
  package var discovery = 0.0
  /// The games that lists may show.
  package var eligible = EligibleGames()
  package var variety = VarietyParameters()
  package var topPositions = TopPositionParameters()
  package var exploration = ExplorationParameters()

  package init() {}
}
