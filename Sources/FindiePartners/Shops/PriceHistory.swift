package import FindieDomain

/// The prices of all games over time. A price is recorded when it changes.
package struct PriceHistory: Sendable {
  /// A game in one country's shop.
  private struct Offer: Hashable {
    let game: ExactText
    let shop: ExactText
    let country: String

    init(_ gameId: String, _ shop: String, _ country: String) {
      (game, self.shop) = (ExactText(gameId), ExactText(shop))
      self.country = country
    }
  }

  /// By offer, then by currency.
  private var offers: [Offer: [String: PriceSeries]] = [:]

  package init(_ series: [PriceSeries] = []) {
    for series in series {
      let offer = Offer(series.gameId, series.shop, series.country)
      offers[offer, default: [:]][series.currency] = series
    }
  }

  /// By id.
  package var series: [PriceSeries] {
    offers.values.flatMap(\.values)
      .sorted { ExactText($0.id) < ExactText($1.id) }
  }

  /// Records a price that a shop answered at `time`. Repeated answers change nothing, nor do
  /// answers older than the newest.
  package mutating func record(
    _ price: ShopPrice, of gameId: String, in shop: Shop, at time: Timestamp
  ) {
    let offer = Offer(gameId, shop.rawValue, price.country)
    // The game is no longer for sale there in other currencies, unless it is free.
    let other =
      price.currency == nil
      ? PricePoint(at: time, price: price.price, regularPrice: price.regularPrice)
      : PricePoint(at: time)
    var known = offers[offer, default: [:]].mapValues { series in
      var series = series
      if series.currency != price.currency { series.record(other, at: time) }
      return series
    }
    if let currency = price.currency {
      known[
        currency,
        default: PriceSeries(
          gameId: gameId, shop: shop.rawValue, country: price.country, currency: currency)
      ].record(
        PricePoint(at: time, price: price.price, regularPrice: price.regularPrice), at: time)
    }
    offers[offer] = known
  }
}

extension PriceSeries {
  fileprivate mutating func record(_ point: PricePoint, at time: Timestamp) {
    if let updatedAt, updatedAt >= time { return }
    updatedAt = time
    let last = items.last
    guard last?.price != point.price || last?.regularPrice != point.regularPrice else { return }
    items.append(point)
  }
}
