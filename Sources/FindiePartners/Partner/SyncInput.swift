package import FindieDomain

/// What the app's export says about games, players and their wishlists.
package struct SyncInput: Sendable {
  /// Games that are not deleted, the most wished-for first.
  package let games: [Game]
  /// The number of the app's players.
  package let players: Int
  /// By the player's id.
  package let accounts: [Account]
  /// The games that a person matched: by shop, shop ids by app game id.
  private let accepted: [Shop: [ExactText: String]]

  /// A player's ids and names in shops.
  package struct Account: Sendable {
    package let userId: String
    package let steamId: SteamId?
    /// In lower case.
    package let itchioUsername: String?

    /// The player's id or name in each shop.
    package var byShop: [Shop: String] {
      var accounts: [Shop: String] = [:]
      accounts[.steam] = steamId?.text
      accounts[.itch] = itchioUsername
      return accounts
    }
  }

  package init(
    games: [Game], users: [User], wishlists: [Wishlist],
    decisions: MatchDecisions = MatchDecisions()
  ) {
    players = users.count
    var wishes: [ExactText: Int] = [:]
    for wishlist in wishlists {
      for item in wishlist.items where !(item.owned ?? false) {
        wishes[ExactText(item.gameId), default: 0] += 1
      }
    }
    self.games = games.filter(\.isActive).sorted {
      let (first, second) = (ExactText($0.id), ExactText($1.id))
      let (left, right) = (wishes[first] ?? 0, wishes[second] ?? 0)
      return left == right ? first < second : left > right
    }
    // A player may have switched synchronization off.
    let isOff = wishlists.byPlayer.mapValues { lists in
      (
        steam: lists.contains { !$0.steamSyncEnabled },
        itch: lists.contains { !$0.itchioSyncEnabled }
      )
    }
    accounts = users.map { user in
      let isOff = isOff[ExactText(user.id)] ?? (steam: false, itch: false)
      return Account(
        userId: user.id, steamId: isOff.steam ? nil : user.steamId.flatMap { SteamId($0) },
        itchioUsername: isOff.itch ? nil : user.itchioUsername?.lowercased())
    }.filter { $0.steamId != nil || $0.itchioUsername != nil }.sorted {
      ExactText($0.userId) < ExactText($1.userId)
    }
    accepted = decisions.all.reduce(into: [:]) { accepted, decision in
      let game = ExactText(decision.gameId)
      guard decisions.verdicts(of: decision.shop, decision.shopId).accepted == game else { return }
      accepted[decision.shop, default: [:]][game] = decision.shopId
    }
  }

  /// A game's id in a shop, from a person's decision or from the address of its page.
  package func id(of game: Game, in shop: Shop) -> String? {
    accepted[shop]?[ExactText(game.id)] ?? (shop == .steam ? game.steamAppId : nil)
  }
}

extension Game {
  /// The app id in `steamURL`.
  package var steamAppId: String? {
    guard case .steam(let id)? = steamURL.flatMap({ ShopAddress(url: $0) }) else { return nil }
    return id
  }
}
