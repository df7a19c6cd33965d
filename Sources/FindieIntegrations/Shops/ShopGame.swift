package import FindieDomain
package import Foundation

/// What a shop knows about a game.
package struct ShopGame: Hashable, Sendable {
  package let shop: Shop
  /// The game's id in the shop, such as a Steam app id.
  package let id: String
  package let title: String
  package var url: String?
  package var developers: [String] = []
  package var publishers: [String] = []
  package var genres: [Genre] = []
  package var tags: [String] = []
  package var shortDescription: String?
  package var coverImageURL: String?
  package var screenshotURLs: [String] = []
  package var trailerURL: String?
  package var websiteURL: String?
  package var platforms: [Platform] = []
  /// Nil if the shop names no day.
  package var releaseDate: Timestamp?
  package var releaseYear: Int?
  package var releaseStatus: ReleaseStatus?
  package var isFree: Bool?
  package var prices: [ShopPrice] = []
  /// The game's ids in other shops.
  package var otherIds: [Shop: String] = [:]
  /// Whether this is a game, and not an expansion, a demo or a soundtrack.
  package var isGame = true
  /// When the shop answered.
  package let checkedAt: Timestamp

  package init(shop: Shop, id: String, title: String, checkedAt: Timestamp) {
    self.shop = shop
    self.id = id
    self.title = title
    self.checkedAt = checkedAt
  }
}

/// The price of a game in one shop and country.
package struct ShopPrice: Hashable, Sendable {
  /// ISO 3166-1.
  package let country: String
  /// ISO 4217. Nil if the game is not for sale, or costs nothing.
  package let currency: String?
  /// In units of the currency, not cents. Nil if the game is not for sale there.
  package let price: Decimal?
  /// Without a discount.
  package let regularPrice: Decimal?

  package init(country: String, currency: String?, price: Decimal?, regularPrice: Decimal?) {
    self.country = country
    self.currency = currency
    self.price = price
    self.regularPrice = regularPrice
  }
}
