import FindieDomain

/// Which games of shops are games of the app.
package struct ShopIds: Sendable {
  private var games: [Shop: [ExactText: String]] = [:]
  private var ids: [Shop: [ExactText: String]] = [:]

  package init() {}

  package mutating func add(_ gameId: String, _ shop: Shop, _ shopId: String) {
    games[shop, default: [:]][ExactText(shopId)] = gameId
    ids[shop, default: [:]][ExactText(gameId)] = shopId
  }

  /// The app's id of a game; nil if the app does not know it.
  package func gameId(of shopId: String, in shop: Shop) -> String? {
    games[shop]?[ExactText(shopId)]
  }

  /// The id of a game in a shop; nil if it is unknown there.
  package func shopId(of gameId: String, in shop: Shop) -> String? {
    ids[shop]?[ExactText(gameId)]
  }
}
