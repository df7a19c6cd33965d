public import Foundation

/// The prices of a game in one shop, country and currency, over time.
public struct PriceSeries: Identifiable, Hashable, Codable, Sendable {
  /// ``id(gameId:shop:country:currency:)``. If that is taken by a series of another `shopId`,
  /// `|` and this `shopId` follow.
  public let id: String
  /// The id of the game.
  public var gameId: String
  /// The shop, such as `steam`.
  public var shop: String
  /// The country, as an ISO 3166-1 code of two letters.
  public var country: String
  /// The currency, as an ISO 4217 code.
  public var currency: String
  /// The id in the shop of the game that has these prices, such as a Steam app id. The app may
  /// correct which one its game is, and prices of different ones are never compared. Nil if it is
  /// unknown, as in the store and in files of earlier versions.
  public var shopId: String?
  /// When the price was last checked.
  public var updatedAt: Timestamp?
  /// The changes of the price or the regular price, by time.
  public var items: [PricePoint]

  /// Creates a series.
  public init(
    gameId: String, shop: String, country: String, currency: String, updatedAt: Timestamp? = nil,
    items: [PricePoint] = []
  ) {
    id = Self.id(gameId: gameId, shop: shop, country: country, currency: currency)
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
}

extension PriceSeries: CatalogueRecord {
  package static let fields: [CatalogueField<PriceSeries>] = [
    .init("gameId", { $0.gameId }, { $0.gameId = $1 }, as: .id, .present),
    .init("shop", { $0.shop }, { $0.shop = $1 }, as: .id, .present),
    .init("country", { $0.country }, { $0.country = $1 }, as: .code, .present),
    .init("currency", { $0.currency }, { $0.currency = $1 }, as: .code, .present),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  package init(defaultsOf id: String) {
    self.id = id
    (gameId, shop, country, currency, items) = ("", "", "", "", [])
  }

  package var lastChanged: Timestamp? { updatedAt }

  /// The series with its points in the order of time, its shop in lower case and, if its id names
  /// the same parts in another case, the usual id.
  package var normalized: PriceSeries {
    var sorted = self
    // Points of the same time keep their order.
    sorted.items = items.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    let usual = PriceSeries(
      gameId: gameId, shop: shop.lowercased(), country: country, currency: currency,
      updatedAt: updatedAt, items: sorted.items)
    let isUsual = id.utf8.starts(with: gameId.utf8) && id.lowercased() == usual.id.lowercased()
    return isUsual ? usual : sorted
  }

  package var parts: [PricePoint] {
    get { items }
    set { items = newValue }
  }
}

/// A price and the instant at which it began.
public struct PricePoint: Hashable, Codable, Sendable {
  /// When the price began, or was first seen.
  public var at: Timestamp
  /// In units of the currency. Nil if the game was not for sale.
  public var price: Decimal?
  /// The price without a discount.
  public var regularPrice: Decimal?

  /// Creates a price.
  public init(at: Timestamp, price: Decimal? = nil, regularPrice: Decimal? = nil) {
    self.at = at
    self.price = price
    self.regularPrice = regularPrice
  }
}

extension PricePoint: CataloguePart {
  package static let fields: [CatalogueField<PricePoint>] = [
    .init("at", { $0.at }, { $0.at = $1 }, .present),
    // Without its price, a point would say that the game was not for sale.
    .init("price", { $0.price }, { $0.price = $1 }, .valid),
    .init("regularPrice", { $0.regularPrice }, { $0.regularPrice = $1 }),
  ]

  package init() { self.init(at: Timestamp(milliseconds: 0)) }
}
