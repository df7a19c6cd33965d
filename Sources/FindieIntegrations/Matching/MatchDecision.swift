package import FindieDomain

/// A person's decision whether a shop's record is about a game.
package struct MatchDecision: Hashable, Codable, Sendable {
  package let shop: Shop
  /// The record's id in the shop.
  package let shopId: String
  /// The id of Findie's game.
  package let gameId: String
  package let isAccepted: Bool
  package let decidedAt: Timestamp

  package init(
    shop: Shop, shopId: String, gameId: String, isAccepted: Bool, decidedAt: Timestamp
  ) {
    self.shop = shop
    self.shopId = shopId
    self.gameId = gameId
    self.isAccepted = isAccepted
    self.decidedAt = decidedAt
  }
}
