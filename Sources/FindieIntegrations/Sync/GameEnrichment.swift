package import FindieDomain

/// A game of the app, completed with what shops know.
///
/// Rules:
///
/// - What the app says stays. A shop fills a field that the app left empty; of several shops, the first of
///   Steam, itch.io and IGDB.
/// - A price in the app's currency is replaced by the shop's newer one, since shops set prices.
/// - An announced game is released, or in early access, as soon as a shop says so.
package struct GameEnrichment: Sendable {
  package private(set) var game: Game
  /// The shop of each field that was filled, by the field's name.
  package private(set) var sources: [String: Shop] = [:]

  /// - Parameters:
  ///   - shops: what each shop knows about this game.
  ///   - prices: the game's prices in one country.
  package init(_ game: Game, shops: [ShopGame], prices: [PriceSeries]) {
    self.game = game
    for shop in Shop.allCases {
      for known in shops where known.shop == shop { add(known) }
    }
    // The last one counts.
    for shop in Shop.allCases.reversed() {
      for series in prices where series.shop == shop.rawValue { add(series, of: shop) }
    }
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
    switch shop {
    case .steam: fill("steamURL", \.steamURL, known.url, shop)
    case .itch: fill("itchioURL", \.itchioURL, known.url, shop)
    case .igdb: break
    }
    if game.releaseStatus == .upcoming, let status = known.releaseStatus,
      status == .released || status == .earlyAccess
    {
      game.releaseStatus = status
      sources["releaseStatus"] = shop
      // The announced date was a plan.
      if let date = known.releaseDate, game.releaseDate != date {
        game.releaseDate = date
        sources["releaseDate"] = shop
      }
    }
    fill("releaseDate", \.releaseDate, known.releaseDate, shop)
  }

  private mutating func add(_ series: PriceSeries, of shop: Shop) {
    guard let price = series.items.last?.price, !game.isFree,
      game.currency == nil || game.currency == series.currency, game.price != price
    else { return }
    game.price = price
    game.currency = series.currency
    sources["price"] = shop
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
