package import FindieDomain
import Foundation

/// A game of the app, completed with what shops know.
///
/// Rules:
///
/// - The app's values stay. A shop fills a field that the app left empty; if several can, the first
///   of Steam, itch.io and IGDB does.
/// - A price in the app's currency, and whether the game is free, is replaced by that of the
///   first shop with a price, if its answer is newer than the app's record. A record without a date
///   counts as older.
/// - An announced game is released, or in early access, as soon as a shop says so.
package struct GameEnrichment: Sendable {
  package private(set) var game: Game
  /// The shop that filled each field, by field name.
  package private(set) var sources: [String: Shop] = [:]

  /// - Parameters:
  ///   - shops: what each shop knows about this game.
  ///   - prices: the game's prices in one country, from shops that the game is linked to.
  package init(_ game: Game, shops: [ShopGame], prices: [PriceSeries]) {
    self.game = game
    for shop in Shop.allCases {
      for known in shops where known.shop == shop { add(known) }
    }
    for shop in Shop.allCases where addPrice(of: shop, shops, prices) { break }
  }

  /// - Returns: whether the shop has a price that is newer than the app's.
  private mutating func addPrice(
    of shop: Shop, _ shops: [ShopGame], _ prices: [PriceSeries]
  ) -> Bool {
    for series in prices where series.shop == shop.rawValue {
      guard let price = series.items.last?.price, isNewer(series.updatedAt) else { continue }
      if price == 0 {
        setFree(by: shop)
        return true
      }
      // A game that the app calls free, in a record without a date, stays free.
      guard game.currency == nil || game.currency == series.currency,
        !game.isFree || game.updatedAt != nil
      else { continue }
      if game.isFree {
        game.isFree = false
        sources["isFree"] = shop
      }
      if game.price != price {
        game.price = price
        game.currency = series.currency
        sources["price"] = shop
      }
      return true
    }
    // There is no series if the game never had a price.
    let hasPrice = prices.contains { $0.shop == shop.rawValue && $0.items.last?.price != nil }
    guard !hasPrice,
      let known = shops.first(where: { $0.shop == shop }), known.isFree ?? false,
      isNewer(known.checkedAt)
    else { return false }
    setFree(by: shop)
    return true
  }

  /// Whether an answer is newer than what the app says about the price.
  private func isNewer(_ answer: Timestamp?) -> Bool {
    guard let changed = game.updatedAt, game.isFree || game.price != nil else { return true }
    return answer.map { $0 > changed } ?? false
  }

  private mutating func setFree(by shop: Shop) {
    guard !game.isFree else { return }
    game.isFree = true
    game.price = nil
    sources["isFree"] = shop
  }

  private mutating func add(_ known: ShopGame) {
    let shop = known.shop
    fill("genres", \.genres, Array(known.genres.prefix(3)), shop)
    fill("tags", \.tags, Array(known.tags.prefix(10)), shop)
    fill("platforms", \.platforms, known.platforms, shop)
    fill("developerName", \.developerName, known.developers.first, shop)
    fill(
      "shortDescription", \.shortDescription,
      known.shortDescription.map { String($0.prefix(140)) }, shop)
    fill("coverImageURL", \.coverImageURL, known.coverImageURL, shop)
    let screenshots = Array(known.screenshotURLs.prefix(10))
    fill("screenshotURLs", \.screenshotURLs, screenshots.isEmpty ? nil : screenshots, shop)
    fill("trailerURL", \.trailerURL, known.trailerURL, shop)
    fill("officialWebsiteURL", \.officialWebsiteURL, known.websiteURL, shop)
    fill("isMature", \.isMature, known.isMature, shop)
    if let fields = shop.fields { fill(fields.pageName, fields.page, known.url, shop) }
    if game.releaseStatus == .upcoming, let status = known.releaseStatus,
      status == .released || status == .earlyAccess
    {
      game.releaseStatus = status
      sources["releaseStatus"] = shop
      // The announced date was only a plan.
      if let date = known.releaseDate, game.releaseDate != date {
        game.releaseDate = date
        sources["releaseDate"] = shop
      }
    }
    fill("releaseDate", \.releaseDate, known.releaseDate, shop)
  }

  private mutating func fill<Element>(
    _ name: String, _ field: WritableKeyPath<Game, [Element]>, _ value: [Element], _ shop: Shop
  ) {
    guard game[keyPath: field].isEmpty, !value.isEmpty else { return }
    game[keyPath: field] = value
    sources[name] = shop
  }

  private mutating func fill<Value>(
    _ name: String, _ field: WritableKeyPath<Game, Value?>, _ value: Value?, _ shop: Shop
  ) {
    guard game[keyPath: field] == nil, let value else { return }
    game[keyPath: field] = value
    sources[name] = shop
  }
}
