public import Foundation

/// The prices of a game in one shop, country and currency, over time.
public struct PriceSeries: Identifiable, Hashable, Codable, Sendable {
  /// ``id(gameId:shop:country:currency:)``.
  public let id: String
  /// The id of the game.
  public var gameId: String
  /// The shop, such as `steam`.
  public var shop: String
  /// The country, as an ISO 3166-1 code of two letters.
  public var country: String
  /// The currency, as an ISO 4217 code.
  public var currency: String
  /// When the shop was last asked.
  public var updatedAt: Timestamp?
  /// The changes of the price, in the order of time.
  public var items: [PricePoint]

  /// Creates a series.
  public init(
    gameId: String, shop: String, country: String, currency: String, updatedAt: Timestamp? = nil,
    items: [PricePoint] = []
  ) {
    id = PriceSeries.id(gameId: gameId, shop: shop, country: country, currency: currency)
    self.gameId = gameId
    self.shop = shop
    self.country = country
    self.currency = currency
    self.updatedAt = updatedAt
    self.items = items
  }

  /// The id of a series: its parts, joined by bars.
  public static func id(gameId: String, shop: String, country: String, currency: String) -> String {
    [gameId, shop, country, currency].joined(separator: "|")
  }

  /// Creates the series of an id with empty fields.
  package init(defaultsOf id: String) {
    self.id = id
    (gameId, shop, country, currency, items) = ("", "", "", "", [])
  }
}

/// A price, from an instant on.
public struct PricePoint: Hashable, Codable, Sendable {
  /// When the price was first seen.
  public var at: Timestamp?
  /// In units of the currency. Nil if the game was not for sale.
  public var price: Decimal?
  /// The price without a discount.
  public var regularPrice: Decimal?

  /// Creates a price.
  public init(at: Timestamp? = nil, price: Decimal? = nil, regularPrice: Decimal? = nil) {
    self.at = at
    self.price = price
    self.regularPrice = regularPrice
  }
}
