/// How lists are made of candidates.
package struct RecommendationParameters: Codable, Sendable, Equatable {
  /// How many games a player's list holds at most.
  package var listLength = 50
  /// Lists are chosen among so many of the best candidates.
  package var considered = 120
  /// The currency in which the players' price bounds are meant.
  package var currency = "USD"
  package var variety = VarietyParameters()
  package var firstPlaces = FirstPlaceParameters()
  package var exploration = ExplorationParameters()

  package init() {}
}
