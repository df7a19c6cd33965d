package import FindieDomain
import Foundation

/// Finds the games of wishlists that cost less than when players wished for them.
///
/// A wish with `priceAtAdd` and `currency` is compared with the series of that currency. Another wish is
/// compared with each series' own price when the game was wished for, or the first price after that. Prices
/// of different currencies are never compared.
package enum PriceDrops {
  /// The drops on `day`, at most one per player, game and currency: that of the lowest price, of equal prices
  /// that of the first shop by name.
  ///
  /// Only what was known before `day` counts. Owned and withdrawn games are left out, and so are games that
  /// are not for sale or whose price was not checked for more than 7 days.
  ///
  /// - Returns: by player, then the largest percentages first, then by game and currency.
  package static func all(
    wishlists: [Wishlist], games: [Game], prices: [PriceSeries], on day: Day,
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
    return wishlists.byPlayer.sorted { $0.key < $1.key }.flatMap { player, lists in
      drops(of: player.text, lists.flatMap(\.items), histories, on: day)
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
  /// Nil if the price is not lower than when the player wished for the game, or that price is unknown.
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
