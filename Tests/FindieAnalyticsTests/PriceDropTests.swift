import FindieAnalytics
import FindieDomain
import Foundation
import Testing

/// Price drops by hand.
struct PriceDropTests {
  private let day = Day("2026-04-01")!

  private func time(_ text: String) -> Timestamp { Timestamp(iso8601: text)! }

  /// A series of dollars on Steam, checked on the day before, with a price from each time on.
  private func series(
    _ items: [(String, Decimal?)], shop: String = "steam", country: String = "US",
    currency: String = "USD", checked: String = "2026-03-31", regular: Decimal? = nil
  ) -> PriceSeries {
    PriceSeries(
      gameId: "g", shop: shop, country: country, currency: currency, updatedAt: time(checked),
      items: items.map { PricePoint(at: time($0.0), price: $0.1, regularPrice: regular) })
  }

  private func wish(
    _ added: String? = nil, price: Decimal? = nil, currency: String? = nil, owned: Bool? = nil
  ) -> WishlistItem {
    WishlistItem(
      gameId: "g", addedDate: added.map(time), priceAtAdd: price, currency: currency, owned: owned)
  }

  private func drops(
    _ items: [WishlistItem], _ prices: [PriceSeries],
    game: Game = Game(id: "g", title: "Game", developerId: "d"), country: String = "US"
  ) -> [PriceDrop] {
    var parameters = PriceParameters()
    parameters.country = country
    return PriceDrops.all(
      wishlists: [Wishlist(id: "u", userId: "u", items: items)], games: [game], prices: prices,
      on: day, parameters)
  }

  private func percents(_ items: [WishlistItem], _ prices: [PriceSeries]) -> [Int] {
    drops(items, prices).map(\.percent)
  }

  @Test func `a drop has the prices, the shop and when the price began`() throws {
    let history = series(
      [("2025-06-01", 20), ("2026-03-10T12:00:00Z", 15), ("2026-03-20", 15)], regular: 20)
    let drop = try #require(drops([wish("2026-01-01")], [history]).first)
    #expect(
      drop
        == PriceDrop(
          userId: "u", gameId: "g", shop: "steam", country: "US", currency: "USD",
          priceWhenWished: 20, price: 15, regularPrice: 20, since: time("2026-03-10T12:00:00Z"),
          isLowestIn90Days: true))
    #expect(drop.percent == 25 && drop.discount == 25)
  }

  @Test func `the only country with prices is used, and of several none is guessed`() throws {
    var parameters = PriceParameters()
    func country(_ countries: String...) -> String? {
      parameters.applied(to: countries.map { series([], country: $0) })?.country
    }
    #expect(country() == "US" && country("US", "DE") == "US")
    #expect(country("DE") == "DE" && country("DE", "DE") == "DE")
    #expect(country("DE", "FR") == nil)
    parameters.country = "FR"
    #expect(country("DE", "FR") == "FR" && country("US") == "US")
  }

  @Test func `the price at the wish counts only in its own currency`() {
    let dollars = series([("2026-01-01", 20), ("2026-03-01", 12)])
    let euros = series([("2026-01-01", 20), ("2026-03-01", 10)], currency: "EUR")
    let both = [dollars, euros]
    #expect(drops([wish(price: 15, currency: "USD")], both).map(\.currency) == ["USD"])
    #expect(percents([wish(price: 15, currency: "USD")], both) == [20])
    #expect(percents([wish(price: 15, currency: "GBP")], both) == [])
    #expect(percents([wish(price: 11, currency: "USD")], both) == [])
    // Without a currency, each series is compared with itself.
    #expect(percents([wish("2026-02-01", price: 1)], both) == [50, 40])
    #expect(percents([wish("2026-02-01", currency: "USD")], both) == [50, 40])
  }

  @Test func `a wish without a price is compared with the price of its time`() {
    let history = series([("2026-01-10", 20), ("2026-02-10", 30), ("2026-03-10", 10)])
    #expect(percents([wish("2026-01-15")], [history]) == [50])
    #expect(percents([wish("2026-02-10")], [history]) == [66])
    #expect(percents([wish("2026-02-09T23:59:59Z")], [history]) == [50])
    // Before the first price, and without a time: the first price.
    #expect(percents([wish("2020-01-01")], [history]) == [50])
    #expect(percents([wish()], [history]) == [50])
    #expect(percents([wish("2026-03-10")], [history]) == [])
  }

  @Test func `a game that was not for sale at the wish is compared with its first price`() {
    let history = series([("2026-01-01", nil), ("2026-02-01", 20), ("2026-03-01", 15)])
    #expect(percents([wish("2026-01-15")], [history]) == [25])
    #expect(percents([wish()], [history]) == [25])
  }

  @Test func `only what was known before the day counts`() {
    let last = ("2026-04-01", Decimal?(5))
    #expect(percents([wish("2026-02-01")], [series([("2026-01-01", 20), last])]) == [])
    #expect(
      percents([wish("2026-02-01")], [series([("2026-01-01", 20), ("2026-03-31T23:59:59Z", 5)])])
        == [75])
    let history = series([("2026-01-01", 20), ("2026-03-01", 10)])
    #expect(percents([wish("2026-04-01", price: 20, currency: "USD")], [history]) == [])
    #expect(percents([wish("2026-03-31", price: 20, currency: "USD")], [history]) == [50])
  }

  @Test func `a price that was not checked for more than seven days is unknown`() {
    func percents(checked: String) -> [Int] {
      self.percents(
        [wish("2026-02-01")],
        [series([("2026-01-01", 20), ("2026-03-01", 10)], checked: checked)])
    }
    #expect(percents(checked: "2026-03-25") == [50])
    #expect(percents(checked: "2026-03-24T23:59:59Z") == [])
    #expect(percents(checked: "2026-05-01") == [50])
    var unchecked = series([("2026-01-01", 20), ("2026-03-01", 10)])
    unchecked.updatedAt = nil
    #expect(self.percents([wish("2026-02-01")], [unchecked]) == [])
  }

  @Test func `games that are owned, withdrawn, unknown or not for sale have no drop`() {
    let history = series([("2026-01-01", 20), ("2026-03-01", 10)])
    let wish = wish("2026-02-01")
    #expect(percents([self.wish("2026-02-01", owned: true)], [history]) == [])
    #expect(percents([wish, self.wish(owned: true)], [history]) == [])
    #expect(percents([self.wish("2026-02-01", owned: false)], [history]) == [50])
    let withdrawn = Game(id: "g", title: "Game", developerId: "d", isActive: false)
    #expect(drops([wish], [history], game: withdrawn) == [])
    let cancelled = Game(id: "g", title: "Game", developerId: "d", releaseStatus: .cancelled)
    #expect(drops([wish], [history], game: cancelled) == [])
    #expect(drops([wish], [history], game: Game(id: "h", title: "", developerId: "d")) == [])
    #expect(percents([wish], [series([("2026-01-01", 20), ("2026-03-01", nil)])]) == [])
    #expect(percents([wish], [series([])]) == [])
  }

  @Test func `only prices of the country count`() {
    let germany = series(
      [("2026-01-01", 20), ("2026-03-01", 10)], country: "DE", currency: "EUR")
    #expect(drops([wish("2026-02-01")], [germany]) == [])
    #expect(drops([wish("2026-02-01")], [germany], country: "DE").map(\.country) == ["DE"])
  }

  @Test func `of several shops the cheapest is listed, of equal prices the first by name`() {
    func shops(_ prices: [(String, Decimal)]) -> [String] {
      drops(
        [wish(price: 20, currency: "USD")],
        prices.map { series([("2026-01-01", $0.1)], shop: $0.0) }
      ).map(\.shop)
    }
    #expect(shops([("steam", 12), ("itchio", 11), ("gog", 13)]) == ["itchio"])
    #expect(shops([("steam", 12), ("itchio", 12)]) == ["itchio"])
    #expect(shops([("itchio", 12), ("steam", 12)]) == ["itchio"])
    #expect(shops([("steam", 0), ("itchio", 20)]) == ["steam"])
  }

  /// 2026-01-01 is 90 days before the day.
  @Test(arguments: [
    ("2025-12-01", true), ("2026-01-01", true), ("2026-01-01T00:00:00.001Z", false),
    ("2026-02-01", false),
  ])
  func `a lower price counts if it ended in the 90 days before the day`(
    end: String, isLowest: Bool
  ) throws {
    let history = series([("2025-11-01", 5), (end, 20), ("2026-03-01", 10)])
    let drop = try #require(drops([wish(price: 30, currency: "USD")], [history]).first)
    #expect(drop.isLowestIn90Days == isLowest)
  }

  @Test func `a percentage is rounded down`() {
    func percent(_ price: String, of before: String) -> Int? {
      drops(
        [wish(price: Decimal(string: before), currency: "USD")],
        [series([("2026-01-01", Decimal(string: price))])]
      ).first?.percent
    }
    #expect(percent("14.99", of: "19.99") == 25)
    #expect(percent("19.98", of: "19.99") == 0)
    #expect(percent("0", of: "0.01") == 100)
    #expect(percent("0.01", of: "100") == 99)
    #expect(percent("0.67", of: "1") == 33)
    #expect(percent("0.1", of: "0.3") == 66)
    #expect(percent("19.99", of: "19.99") == nil)
    #expect(percent("20", of: "19.99") == nil)
  }

  @Test func `a discount is that of the shop, if it states a higher price`() {
    func discount(_ regular: Decimal?) -> Int? {
      drops([wish(price: 20, currency: "USD")], [series([("2026-01-01", 10)], regular: regular)])
        .first?.discount
    }
    #expect(discount(40) == 75)
    #expect(discount(10) == nil)
    #expect(discount(nil) == nil)
  }

  @Test func `drops are by player, then by percentage, then by game`() {
    let games = ["a", "b", "c"].map { Game(id: $0, title: $0, developerId: "d") }
    let prices = [("a", Decimal(15)), ("b", 10), ("c", 10)].map { game, price in
      PriceSeries(
        gameId: game, shop: "s", country: "US", currency: "USD", updatedAt: day.start,
        items: [PricePoint(at: time("2026-01-01"), price: price)])
    }
    let items = ["c", "a", "b"].map { WishlistItem(gameId: $0, priceAtAdd: 20, currency: "USD") }
    let found = PriceDrops.all(
      wishlists: [
        Wishlist(id: "1", userId: "v", items: items), Wishlist(id: "2", userId: "u", items: items),
      ], games: games, prices: prices, on: day)
    #expect(found.map(\.userId) == ["u", "u", "u", "v", "v", "v"])
    #expect(found.map(\.gameId) == ["b", "c", "a", "b", "c", "a"])
    let summary = PriceDropSummary(found)
    #expect(summary.players == 2 && summary.games == 3)
    #expect(summary.topGames.map(\.gameId) == ["a", "b", "c"])
    #expect(summary.topGames.map(\.players) == [2, 2, 2])
  }
}
