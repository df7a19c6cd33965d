import FindieDomain

/// How many players and games have a price drop.
package struct PriceDropSummary: Hashable, Sendable {
  /// A game and the number of players with a drop of its price.
  package struct Game: Hashable, Sendable {
    package let gameId: String
    package let players: Int
  }

  package let players: Int
  package let games: Int
  /// The games with the most players, at most ten; of equal numbers by id.
  package let topGames: [Game]

  package init(_ drops: [PriceDrop]) {
    // A player may have a drop of a game in several currencies.
    var players: [ExactText: Set<ExactText>] = [:]
    for drop in drops {
      players[ExactText(drop.gameId), default: []].insert(ExactText(drop.userId))
    }
    self.players = Set(drops.lazy.map { ExactText($0.userId) }).count
    games = players.count
    let order = players.mapValues(\.count).sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
    }
    topGames = order.prefix(10).map { Game(gameId: $0.key.text, players: $0.value) }
  }
}
