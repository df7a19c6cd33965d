package import FindieDomain

/// The prices of all games over time. A price is recorded when it changes.
package struct PriceHistory: Sendable {
  private var byId: [String: PriceSeries]

  package init(_ series: [PriceSeries] = []) {
    byId = Dictionary(series.map { ($0.id, $0) }) { $1 }
  }

  /// By id.
  package var series: [PriceSeries] {
    byId.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  /// Records a price that a shop answered at `time`. The same answer again changes nothing, and neither does
  /// one that is older than the newest.
  package mutating func record(
    _ price: ShopPrice, of gameId: String, in shop: Shop, at time: Timestamp
  ) {
    if let currency = price.currency {
      var series = PriceSeries(
        gameId: gameId, shop: shop.rawValue, country: price.country, currency: currency)
      series = byId[series.id] ?? series
      series.record(
        PricePoint(at: time, price: price.price, regularPrice: price.regularPrice), at: time)
      byId[series.id] = series
    }
    // In other currencies the game is no longer for sale there.
    for (id, series) in byId
    where series.gameId == gameId && series.shop == shop.rawValue
      && series.country == price.country && series.currency != price.currency
    {
      byId[id]?.record(PricePoint(at: time), at: time)
    }
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
