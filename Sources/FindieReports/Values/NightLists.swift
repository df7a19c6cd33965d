/// How many lists the night made, by where they came from.
package struct NightLists: Hashable, Sendable {
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

  var players: Int { personal + genres + popular }
}
