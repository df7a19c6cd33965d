package import FindieDomain
package import Foundation

/// A game on a player's wishlist that costs less than when the player wished for it.
///
/// Prices are in units of `currency`.
package struct PriceDrop: Hashable, Codable, Sendable {
  package let userId: String
  package let gameId: String
  package let shop: String
  package let country: String
  package let currency: String
  package let priceWhenWished: Decimal
  /// The price in effect, from 0 to below `priceWhenWished`.
  package let price: Decimal
  /// The shop's price without a discount; nil if it is unknown.
  package let regularPrice: Decimal?
  /// When `price` began.
  package let since: Timestamp
  /// Whether no lower price was in effect in the 90 days before the night.
  package let isLowestIn90Days: Bool

  /// By how many percent `price` is below `priceWhenWished`, rounded down: 0 to 100.
  package var percent: Int { price.percent(below: priceWhenWished) }

  /// By how many percent `price` is below `regularPrice`, rounded down; nil if that is unknown or not higher.
  package var discount: Int? {
    regularPrice.flatMap { price < $0 ? price.percent(below: $0) : nil }
  }

  package init(
    userId: String, gameId: String, shop: String, country: String, currency: String,
    priceWhenWished: Decimal, price: Decimal, regularPrice: Decimal?, since: Timestamp,
    isLowestIn90Days: Bool
  ) {
    self.userId = userId
    self.gameId = gameId
    self.shop = shop
    self.country = country
    self.currency = currency
    self.priceWhenWished = priceWhenWished
    self.price = price
    self.regularPrice = regularPrice
    self.since = since
    self.isLowestIn90Days = isLowestIn90Days
  }
}

extension Decimal {
  /// The largest whole number of percent of `price` that this price is below it.
  ///
  /// - Precondition: 0 ≤ self < price.
  fileprivate func percent(below price: Decimal) -> Int {
    let saved = 100 * (price - self)
    // Multiplications are exact, divisions are not.
    var (least, most) = (0, 100)
    while least < most {
      let middle = (least + most + 1) / 2
      if Decimal(middle) * price <= saved { least = middle } else { most = middle - 1 }
    }
    return least
  }
}
