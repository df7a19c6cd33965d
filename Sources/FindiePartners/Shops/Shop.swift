package import FindieDomain
package import Foundation

/// A partner that knows games. If several can fill a field, the first case here does. `<` is the
/// order of names, for files.
package enum Shop: String, Codable, CaseIterable, Comparable, Sendable {
  case steam, itch, igdb

  package static func < (left: Shop, right: Shop) -> Bool { left.rawValue < right.rawValue }
}

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
  /// True if the shop says so; nil if it does not.
  package var isMature: Bool?
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
  /// The price without a discount.
  package let regularPrice: Decimal?

  package init(country: String, currency: String?, price: Decimal?, regularPrice: Decimal?) {
    self.country = country
    self.currency = currency
    self.price = price
    self.regularPrice = regularPrice
  }
}

extension ShopPrice {
  package static func notForSale(in country: String) -> ShopPrice {
    ShopPrice(country: country, currency: nil, price: nil, regularPrice: nil)
  }

  /// The price of a game that costs nothing, in any currency.
  static func free(in country: String) -> ShopPrice {
    ShopPrice(country: country, currency: nil, price: 0, regularPrice: 0)
  }
}

/// The shop games that are the app's games.
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

/// What a shop answered about the wishes of one player.
package struct ShopWishlist: Sendable {
  /// Nil if nothing can be concluded; then the wishes of the last answer count.
  package let wishes: [ShopWish]?
  /// Whether parts of the list could not be read. Then no game of the last answer is removed.
  package let isPartial: Bool
  package let at: Timestamp

  package init(wishes: [ShopWish]?, isPartial: Bool = false, at: Timestamp) {
    self.wishes = wishes
    self.isPartial = isPartial
    self.at = at
  }

  /// All wishes after this answer, each game once.
  ///
  /// - Parameter before: the wishes after the last answer.
  package func entries(after before: [ShopWish]) -> [ShopWish] {
    guard let wishes else { return before }
    guard isPartial else { return wishes }
    let known = Set(wishes.map { ExactText($0.shopId) })
    return wishes + before.filter { !known.contains(ExactText($0.shopId)) }
  }
}

/// An entry of a player's wishlist in a shop.
package struct ShopWish: Codable, Hashable, Sendable {
  /// The game's id in the shop.
  package let shopId: String
  package let addedAt: Timestamp?
  /// The place in the player's order, from 1. Nil if the player did not order it.
  package let rank: Int?

  package init(shopId: String, addedAt: Timestamp?, rank: Int? = nil) {
    self.shopId = shopId
    self.addedAt = addedAt
    self.rank = rank
  }
}
