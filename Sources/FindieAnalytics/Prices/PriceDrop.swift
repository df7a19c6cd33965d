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

  /// By how many percent `price` is below `regularPrice`, rounded down; nil if that is unknown or
  /// not higher.
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
  /// By how many percent of `price` this price is below it, rounded down.
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

/// Finds the games of wishlists that cost less than when players wished for them.
///
/// A wish with `priceAtAdd` and `currency` is compared with the series of that currency. Another
/// wish is compared with each series' own price when the game was wished for, or the first price
/// after that. Prices of different currencies are never compared.
package enum PriceDrops {
  /// The drops on `day`, at most one per player, game and currency: the one with the lowest price,
  /// ties by the shop's name.
  ///
  /// Only what was known before `day` counts. Owned and withdrawn games are left out, and so are
  /// games that are not for sale or whose price was not checked for more than 7 days.
  ///
  /// - Returns: by player, then the largest percentages first, then by game and currency.
  package static func all(
    wishlists: PackedRecords<Wishlist>, games: [Game], prices: [PriceSeries], on day: Day,
    _ parameters: PriceParameters = PriceParameters()
  ) -> [PriceDrop] {
    let shown = Set(
      games.lazy.filter { $0.availability(on: day) != .withdrawn }.map { ExactText($0.id) })
    let histories = Dictionary(
      grouping: prices.lazy
        .filter { $0.country == parameters.country && shown.contains(ExactText($0.gameId)) }
        .compactMap { PricesBeforeDay($0, before: day) }
    ) { ExactText($0.series.gameId) }
    guard !histories.isEmpty else { return [] }
    let lists = Dictionary(grouping: wishlists) { ExactText($0.userId) }
    return lists.sorted { $0.key < $1.key }.flatMap { player, lists in
      let items = lists.flatMap(\.parts).filter { histories[ExactText($0.gameId)] != nil }
      return drops(of: player.text, items.map(\.value), histories, on: day)
    }
  }

  private static func drops(
    of userId: String, _ items: [WishlistItem], _ histories: [ExactText: [PricesBeforeDay]],
    on day: Day
  ) -> [PriceDrop] {
    struct Key: Hashable {
      let game: ExactText
      let currency: String
    }
    let owned = Set(items.lazy.filter { $0.owned == true }.map { ExactText($0.gameId) })
    var best: [Key: PriceDrop] = [:]
    for item in items {
      let game = ExactText(item.gameId)
      guard let histories = histories[game], !owned.contains(game) else { continue }
      if let added = item.addedDate, added >= day.start { continue }
      for history in histories {
        guard let drop = PriceDrop(of: item, userId: userId, history) else { continue }
        let key = Key(game: game, currency: drop.currency)
        if let known = best[key], !drop.isCheaper(than: known) { continue }
        best[key] = drop
      }
    }
    return best.values.sorted { $0.precedes($1) }
  }
}

extension PriceDrop {
  /// Nil if the price is not lower than when the player wished for the game, or that price is
  /// unknown.
  fileprivate init?(of item: WishlistItem, userId: String, _ history: PricesBeforeDay) {
    let series = history.series
    let before: Decimal?
    if let price = item.priceAtAdd, let currency = item.currency {
      before = currency == series.currency ? price : nil
    } else {
      before = history.price(at: item.addedDate)
    }
    guard let before, history.price < before, let since = history.since else { return nil }
    self.init(
      userId: userId, gameId: item.gameId, shop: series.shop, country: series.country,
      currency: series.currency, priceWhenWished: before, price: history.price,
      regularPrice: history.regularPrice, since: since, isLowestIn90Days: history.isLowest)
  }

  /// Whether this drop of the same game is listed instead of `other`.
  fileprivate func isCheaper(than other: PriceDrop) -> Bool {
    price != other.price ? price < other.price : ExactText(shop) < ExactText(other.shop)
  }

  /// The order of a player's drops.
  fileprivate func precedes(_ other: PriceDrop) -> Bool {
    let (percent, others) = (percent, other.percent)
    if percent != others { return percent > others }
    if !gameId.hasSameBytes(as: other.gameId) { return ExactText(gameId) < ExactText(other.gameId) }
    return currency < other.currency
  }
}

package struct PriceParameters: Codable, Sendable, Equatable {
  /// The country of the prices, as an ISO 3166-1 code of two letters.
  package var country = "US"

  package init() {}

  /// These parameters, with another country if that is the only one with prices. Nil if several
  /// other countries have prices: then none is compared.
  package func applied(to prices: [PriceSeries]) -> PriceParameters? {
    let countries = Set(prices.map(\.country))
    guard let only = countries.first, !countries.contains(country) else { return self }
    guard countries.count == 1 else { return nil }
    var parameters = self
    parameters.country = only
    return parameters
  }

  /// The prices of the country that is compared; none if `applied(to:)` is nil.
  package func compared(_ prices: [PriceSeries]) -> [PriceSeries] {
    applied(to: prices).map { applied in prices.filter { $0.country == applied.country } } ?? []
  }
}

/// A price series as a night sees it: what is known before its day, if the game is for sale.
struct PricesBeforeDay {
  /// The number of days after which a price that was not checked again is unknown.
  static let daysUntilStale = 7
  static let daysOfLowest = 90

  let series: PriceSeries
  /// The price in effect when the day begins.
  let price: Decimal
  private let points: [PricePoint]
  private let day: Day

  /// Nil if the game is not for sale, or its price was not checked for more than `daysUntilStale`
  /// days.
  init?(_ series: PriceSeries, before day: Day) {
    guard let checked = series.updatedAt,
      checked >= day.adding(days: -Self.daysUntilStale).start
    else { return nil }
    var points: [PricePoint] = []
    for point in series.items.prefix(while: { $0.at < day.start }) {
      // Of two prices that begin at the same time, the last is in effect.
      if points.last?.at == point.at { points.removeLast() }
      points.append(point)
    }
    guard let price = points.last?.price else { return nil }
    self.series = series
    self.price = price
    self.points = points
    self.day = day
  }

  var regularPrice: Decimal? { points.last?.regularPrice }

  /// When the price began.
  var since: Timestamp? { points.reversed().prefix { $0.price == price }.last?.at }

  /// Whether no lower price was in effect in the `daysOfLowest` days before the day.
  var isLowest: Bool {
    let start = day.adding(days: -Self.daysOfLowest).start
    let first = points.lastIndex { $0.at <= start } ?? 0
    return points[first...].allSatisfy { ($0.price ?? price) >= price }
  }

  /// The price in effect at `time`, or else the first one after it; the first of all for nil.
  func price(at time: Timestamp?) -> Decimal? {
    guard let time else { return points.lazy.compactMap(\.price).first }
    let next = points.firstIndex { $0.at > time } ?? points.endIndex
    return (next > 0 ? points[next - 1].price : nil)
      ?? points[next...].lazy.compactMap(\.price).first
  }
}

/// How many players and games have a price drop.
package struct PriceDropSummary: Hashable, Sendable {
  /// A game and the number of players with a drop of its price.
  package struct Game: Hashable, Sendable {
    package let gameId: String
    package let players: Int
  }

  package let players: Int
  package let games: Int
  /// The games with the most players, at most ten; ties by id.
  package let topGames: [Game]

  package init(_ drops: [PriceDrop]) {
    // A player may have a drop of a game in several currencies.
    var players: [ExactText: Set<ExactText>] = [:]
    for drop in drops {
      players[ExactText(drop.gameId), default: []].insert(ExactText(drop.userId))
    }
    self.players = Set(drops.lazy.map { ExactText($0.userId) }).count
    games = players.count
    let order = players.mapValues(\.count).sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
    }
    topGames = order.prefix(10).map { Game(gameId: $0.key.text, players: $0.value) }
  }
}
