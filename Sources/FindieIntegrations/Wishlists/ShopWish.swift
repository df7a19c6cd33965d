package import FindieDomain

/// An entry of a player's wishlist or library in a shop.
package struct ShopWish: Codable, Hashable, Sendable {
  /// The game's id in the shop.
  package let shopId: String
  package let addedAt: Timestamp?
  /// The place in the player's order, from 1. Nil if the player did not order it.
  package let rank: Int?
  /// Whether the player owns the game. Nil counts as false.
  package let owned: Bool?

  package init(shopId: String, addedAt: Timestamp?, rank: Int? = nil, owned: Bool? = nil) {
    self.shopId = shopId
    self.addedAt = addedAt
    self.rank = rank
    self.owned = owned
  }
}
