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

  package init(personal: Int, genres: Int, popular: Int, similar: Int) {
    self.personal = personal
    self.genres = genres
    self.popular = popular
    self.similar = similar
  }

  package var players: Int { personal + genres + popular }

  /// `count` as a share of all players' lists; nil without lists.
  func share(_ count: Int) -> Double? { players > 0 ? Double(count) / Double(players) : nil }
}
