public import Foundation

/// A price, from an instant on.
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
