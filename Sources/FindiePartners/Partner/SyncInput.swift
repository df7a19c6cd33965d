package import FindieDomain

/// What the app's export says about games, players and their wishlists.
package struct SyncInput: Sendable {
  /// Games that are not deleted, the most wished-for first.
  package let games: [Game]
  /// The number of the app's players.
  package let players: Int
  /// By the player's id.
  package let accounts: [Account]
  /// The games that each shop knew in the last synchronization.
  private let known: [Shop: Set<ExactText>]
  /// The games that a person matched: by shop, shop ids by app game id.
  private let accepted: [Shop: [ExactText: String]]

  /// A player's ids and names in shops.
  package struct Account: Sendable {
    package let userId: String
    /// The player's id or name in each shop; not empty.
    package let ids: [Shop: String]
  }

  package init(
    games: [Game], users: [User], wishlists: [Wishlist],
    decisions: MatchDecisions = MatchDecisions(), known: [Shop: Set<ExactText>] = [:]
  ) {
    self.known = known
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
    let lists = wishlists.byPlayer
    accounts = users.map { user in
      let own = lists[ExactText(user.id)] ?? []
      var ids: [Shop: String] = [:]
      for shop in Shop.allCases {
        guard let fields = shop.fields, own.allSatisfy({ $0[keyPath: fields.isSyncEnabled] })
        else { continue }
        ids[shop] = fields.account(user)
      }
      return Account(userId: user.id, ids: ids)
    }.filter { !$0.ids.isEmpty }.sorted { ExactText($0.userId) < ExactText($1.userId) }
    accepted = decisions.all.reduce(into: [:]) { accepted, decision in
      let game = ExactText(decision.gameId)
      guard decisions.verdicts(of: decision.shop, decision.shopId).accepted == game else { return }
      accepted[decision.shop, default: [:]][game] = decision.shopId
    }
  }

  /// Whether a shop filled a field of a game in the last synchronization.
  package func isKnown(_ gameId: String, to shop: Shop) -> Bool {
    known[shop]?.contains(ExactText(gameId)) ?? false
  }

  /// A game's id in a shop, from a person's decision or from the address of its page.
  package func id(of game: Game, in shop: Shop) -> String? {
    if let id = accepted[shop]?[ExactText(game.id)] { return id }
    guard let fields = shop.fields, let page = game[keyPath: fields.page],
      let address = ShopAddress(url: page), address.shop == shop
    else { return nil }
    return address.gameId
  }
}
