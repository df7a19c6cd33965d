package import FindieDomain

/// The prices of all games over time. A price is recorded when it changes.
///
/// A history that is ahead of the clock was written by a clock that was ahead, or the clock is
/// behind now. Nobody knows which, so no point is ever removed. Up to a day ahead, an answer
/// changes nothing. Further ahead, its price is in effect from its time on, and the later points
/// stay without effect: at their time, the newest price follows them.
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

  private var offers: [Offer: [PriceSeries]] = [:]
  private let now: Timestamp

  /// - Parameter now: the time of the clock.
  package init(_ series: [PriceSeries] = [], now: Timestamp = Timestamp.range.upperBound) {
    self.now = now
    for series in series {
      offers[Offer(series.gameId, series.shop, series.country), default: []].append(series)
    }
  }

  /// By id.
  package var series: [PriceSeries] {
    offers.values.joined().sorted { ExactText($0.id) < ExactText($1.id) }
  }

  /// Whether the newest price in a shop and country is known.
  package func hasPrice(of gameId: String, in shop: Shop, country: String) -> Bool {
    offers[Offer(gameId, shop.rawValue, country)]?.contains { $0.items.last?.price != nil } ?? false
  }

  /// Records a price that a shop answered at `time`. Repeated answers change nothing, nor do
  /// answers older than the newest.
  ///
  /// - Parameter shopId: the id in the shop of the game with this price; nil if it is unknown.
  /// - Returns: the rule that the price breaks; nil if it was recorded. A nightly run rejects a
  ///   series that breaks a rule.
  @discardableResult
  package mutating func record(
    _ price: ShopPrice, of gameId: String, in shop: Shop, as shopId: String? = nil,
    at time: Timestamp
  ) -> String? {
    let offer = Offer(gameId, shop.rawValue, price.country)
    var known = offers[offer, default: []]
    for index in known.indices { known[index].shopId = known[index].shopId ?? shopId }
    func isOfGame(_ series: PriceSeries) -> Bool {
      shopId == nil || series.shopId.map { $0.hasSameBytes(as: shopId ?? "") } ?? true
    }
    let point = PricePoint(at: time, price: price.price, regularPrice: price.regularPrice)
    if let currency = price.currency {
      var new = PriceSeries(
        gameId: gameId, shop: shop.rawValue, country: price.country, currency: currency,
        items: [point])
      if let rule = new.brokenRules.first(where: { $0.severity == .reject }) {
        return rule.sentence
      }
      new.items = []
      new.shopId = shopId
      if !known.contains(where: { isOfGame($0) && $0.currency == currency }) {
        let isTaken = known.contains { $0.id.hasSameBytes(as: new.id) }
        known.append(isTaken ? new.renamed(new.id + "|" + (shopId ?? "")) : new)
      }
    }
    for index in known.indices {
      // The game is no longer for sale there in other currencies, unless it is free. Prices of
      // another game are not its prices.
      let isOwn = isOfGame(known[index])
      let isInEffect = isOwn && (price.currency ?? known[index].currency) == known[index].currency
      known[index].record(isInEffect ? point : PricePoint(at: time), now: now)
    }
    offers[offer] = known
    return nil
  }
}

extension PriceSeries {
  fileprivate func renamed(_ id: String) -> PriceSeries {
    var renamed = PriceSeries(defaultsOf: id)
    (renamed.gameId, renamed.shop) = (gameId, shop)
    (renamed.country, renamed.currency) = (country, currency)
    renamed.shopId = shopId
    return renamed
  }

  /// The time of its newest point or answer; nil if it has none.
  var newest: Timestamp? { [updatedAt, items.last?.at].compactMap(\.self).max() }

  fileprivate mutating func record(_ point: PricePoint, now: Timestamp) {
    let credible = updatedAt.flatMap { $0 > now.latestChange ? nil : $0 }
    let isOld =
      credible.map { $0 >= point.at } ?? items.contains { $0.at > point.at && $0.at <= now }
    guard !isOld else { return }
    updatedAt = point.at
    let place = items.firstIndex { $0.at > point.at } ?? items.endIndex
    let last = items.last
    if place == 0 || !items[place - 1].isPrice(of: point) { items.insert(point, at: place) }
    guard let last, last.at > point.at, !last.isPrice(of: point) else { return }
    items.append(
      PricePoint(at: last.at, price: point.price, regularPrice: point.regularPrice))
  }
}

extension PricePoint {
  fileprivate func isPrice(of other: PricePoint) -> Bool {
    price == other.price && regularPrice == other.regularPrice
  }
}
