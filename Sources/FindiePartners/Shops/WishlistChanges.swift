/// The differences between a player's wishlists, for the app to show or apply.
package struct WishlistChanges: Codable, Hashable, Sendable {
  package struct Entry: Codable, Hashable, Sendable {
    package let shop: Shop
    package let shopId: String
    /// Nil if the app does not know the game.
    package let gameId: String?
    /// The page on which the player can add or remove the game. Nil if it is unknown.
    package let url: String?

    package init(shop: Shop, shopId: String, gameId: String? = nil) {
      self.shop = shop
      self.shopId = shopId
      self.gameId = gameId
      url = shop.fields?.pageOfId(shopId)
    }
  }

  package let userId: String
  /// Wished in a shop, and added to the merged list.
  package var added: [Entry] = []
  /// No longer wished in a shop.
  package var removed: [Entry] = []
  /// Wished in the app, but not in the shop. Only the player can change a shop's list.
  package var toAdd: [Entry] = []
  /// Removed in the app, but still wished in the shop.
  package var toRemove: [Entry] = []
  /// Wished in a shop, and unknown to the app.
  package var unknownGames: [Entry] = []

  package init(userId: String) {
    self.userId = userId
  }

  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && toAdd.isEmpty && toRemove.isEmpty && unknownGames.isEmpty
  }
}
