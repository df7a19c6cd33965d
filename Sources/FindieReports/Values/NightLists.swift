/// The number of lists that a run published, by source.
package struct NightLists: Codable, Hashable, Sendable {
  /// Players with a list from their own history.
  package let personal: Int
  /// Players with a list from their favourite genres.
  package let genres: Int
  /// Players with a list of popular games.
  package let popular: Int
  /// Games with a list of similar games.
  package let similar: Int
  /// The number of lists of similar games that have the most frequent game among the first five; nil in
  /// records from before it was counted.
  package let mostTopFives: Int?
  /// The skewness of that number over all games; nil too if it is the same for all games.
  package let topFiveSkewness: Double?

  package init(
    personal: Int, genres: Int, popular: Int, similar: Int, mostTopFives: Int? = nil,
    topFiveSkewness: Double? = nil
  ) {
    self.personal = personal
    self.genres = genres
    self.popular = popular
    self.similar = similar
    self.mostTopFives = mostTopFives
    self.topFiveSkewness = topFiveSkewness
  }

  package var players: Int { personal + genres + popular }

  /// `count` as a share of all players' lists; nil without lists.
  func share(_ count: Int) -> Double? { players > 0 ? Double(count) / Double(players) : nil }
}
