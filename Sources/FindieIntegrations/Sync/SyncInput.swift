package import FindieDomain

/// What the app's export says about games, players and their wishlists.
package struct SyncInput: Sendable {
  /// Games that are not deleted, the most wished first.
  package let games: [Game]
  /// The number of the app's players.
  package let players: Int
  /// By the player's id.
  package let accounts: [Account]
  /// Collections of itch.io that players exported, by the player's name there in lower case.
  package let collections: [String: ItchCollection]
  /// The games that a person matched: by shop, the ids there by the app's id of the game.
  private let accepted: [Shop: [String: String]]

  /// A player's names in shops.
  package struct Account: Sendable {
    package let userId: String
    package let steamId: SteamId?
    /// In lower case.
    package let itchioUsername: String?
  }

  package init(
    games: [Game], users: [User], wishlists: [Wishlist],
    decisions: MatchDecisions = MatchDecisions(), collections: [String: ItchCollection] = [:]
  ) {
    self.collections = collections
    players = users.count
    var wishes: [String: Int] = [:]
    for wishlist in wishlists {
      for item in wishlist.items where !(item.owned ?? false) {
        wishes[item.gameId, default: 0] += 1
      }
    }
    self.games = games.filter(\.isActive).sorted {
      let (left, right) = (wishes[$0.id] ?? 0, wishes[$1.id] ?? 0)
      return left == right ? $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) : left > right
    }
    accounts = users.filter { $0.steamId != nil || $0.itchioUsername != nil }.map {
      Account(
        userId: $0.id, steamId: $0.steamId.flatMap { SteamId($0) },
        itchioUsername: $0.itchioUsername?.lowercased())
    }.sorted { $0.userId.utf8.lexicographicallyPrecedes($1.userId.utf8) }
    accepted = decisions.all.reduce(into: [:]) { accepted, decision in
      guard decisions.verdicts(of: decision.shop, decision.shopId).accepted == decision.gameId
      else { return }
      accepted[decision.shop, default: [:]][decision.gameId] = decision.shopId
    }
  }

  /// A game's id in a shop, from a person's decision or from the address of its page.
  package func id(of game: Game, in shop: Shop) -> String? {
    accepted[shop]?[game.id] ?? (shop == .steam ? game.steamAppId : nil)
  }
}

extension Game {
  /// The app id in `steamURL`.
  package var steamAppId: String? {
    guard case .steam(let id)? = steamURL.flatMap({ ShopAddress(url: $0) }) else { return nil }
    return id
  }
}
