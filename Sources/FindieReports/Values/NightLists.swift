/// How many lists the night made, by where they came from.
package struct NightLists: Codable, Hashable, Sendable {
  /// Players whose list comes from what they did.
  package let personal: Int
  /// Players whose list comes from their favourite genres.
  package let genres: Int
  /// Players whose list is what is popular.
  package let popular: Int
  /// Games that have a list of similar games.
  package let similar: Int

  package init(personal: Int, genres: Int, popular: Int, similar: Int) {
    self.personal = personal
    self.genres = genres
    self.popular = popular
    self.similar = similar
  }

  package var players: Int { personal + genres + popular }

  /// The share of the lists that a number of them is; nil without lists.
  func share(_ count: Int) -> Double? { players > 0 ? Double(count) / Double(players) : nil }
}
