import FindieDomain
import Foundation
import Testing

struct ValidationRuleTests {
  private func broken(_ change: (inout Game) -> Void) -> [String] {
    var game = Game(id: "g", title: "Celeste", developerId: "d", genres: [.platformer])
    change(&game)
    return game.brokenRules.map { "\($0.severity) \($0.name)" }
  }

  @Test func `a valid game meets all rules`() {
    #expect(broken { _ in } == [])
  }

  @Test func `a title has 3 to 100 characters, whatever the number of bytes`() {
    #expect(broken { $0.title = "ミ" } == ["warn game.title.length"])
    #expect(broken { $0.title = "ミナ星" } == [])
    #expect(broken { $0.title = String(repeating: "ミ", count: 100) } == [])
    #expect(broken { $0.title = String(repeating: "x", count: 101) } == ["warn game.title.length"])
  }

  @Test(arguments: ["a", "é", "e\u{301}", "\r\n", "👩‍👩‍👧", "ß", "\u{301}", "_"], [1, 3, 50, 100, 140])
  func `a length is the number of characters`(unit: String, times: Int) {
    let text = String(repeating: unit, count: times)
    #expect(broken { $0.title = text }.isEmpty == (3...100).contains(text.count))
    #expect(broken { $0.shortDescription = text }.isEmpty == (text.count <= 140))
    let user = User(id: "u", username: text, displayName: text, favoriteGenres: [.rpg])
    let isName =
      (3...20).contains(text.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    #expect(user.brokenRules.map(\.name).contains("user.username.form") == !isName)
    #expect(
      user.brokenRules.map(\.name).contains("user.displayName.length")
        == !(1...50).contains(text.count))
  }

  @Test(arguments: [1, 2, 12, 13, 40])
  func `a wishlist has each game once, short or long`(count: Int) {
    var items = (0..<count).map { WishlistItem(gameId: "g\($0)") }
    #expect(Wishlist(id: "u", userId: "u", items: items).brokenRules.isEmpty)
    items.append(items[0])
    #expect(
      Wishlist(id: "u", userId: "u", items: items).brokenRules.map(\.name)
        == ["wishlist.items.distinct"])
  }

  @Test func `a game without a title or a developer is rejected`() {
    #expect(
      broken { $0.title = "" } == ["reject game.title.present", "warn game.title.length"])
    #expect(broken { $0.developerId = "" } == ["reject game.developer.present"])
  }

  @Test func `a game has 1 to 3 genres and at most 10 tags`() {
    #expect(broken { $0.genres = [] } == ["warn game.genres.count"])
    #expect(broken { $0.genres = [.rpg, .indie, .action] } == [])
    #expect(broken { $0.genres = [.rpg, .indie, .action, .horror] } == ["warn game.genres.count"])
    #expect(broken { $0.tags = (0..<10).map { "\($0)" } } == [])
    #expect(broken { $0.tags = (0..<11).map { "\($0)" } } == ["warn game.tags.count"])
  }

  @Test func `a game with screenshots has 2 to 10`() {
    #expect(broken { $0.screenshotURLs = nil } == [])
    #expect(broken { $0.screenshotURLs = ["a"] } == ["warn game.screenshots.count"])
    #expect(broken { $0.screenshotURLs = ["a", "b"] } == [])
  }

  @Test func `a price is not negative, and a short description has at most 140 characters`() {
    #expect(broken { $0.price = -1 } == ["warn game.price.range"])
    #expect(
      broken { $0.shortDescription = String(repeating: "x", count: 141) } == [
        "warn game.shortDescription.length"
      ])
  }

  @Test func `a user name has 3 to 20 letters, digits or underscores`() {
    func broken(_ name: String) -> [String] {
      User(id: "u", username: name, favoriteGenres: [.rpg]).brokenRules.map(\.name)
    }
    #expect(broken("player_1") == [])
    #expect(broken("ab") == ["user.username.form"])
    #expect(broken("with space") == ["user.username.form"])
    #expect(broken("ミナミ") == ["user.username.form"])
  }

  @Test func `a wishlist has a user, and each game once`() {
    let item = WishlistItem(gameId: "g")
    #expect(Wishlist(id: "u", userId: "u", items: [item]).brokenRules.isEmpty)
    #expect(
      Wishlist(id: "u", userId: "", items: [item, item]).brokenRules.map(\.name) == [
        "wishlist.user.present", "wishlist.items.distinct",
      ])
  }

  @Test func `developers and tags have rules`() {
    #expect(
      Developer(id: "d", studioName: "x", bio: "short").brokenRules.map(\.name) == [
        "developer.studioName.length", "developer.bio.length",
      ])
    #expect(
      Tag(id: "", name: "x").brokenRules.map(\.name) == ["tag.id.present", "tag.category.known"])
  }

  @Test func `a price has a country, a currency and an id of its parts`() {
    func broken(_ country: String, _ currency: String, id: String? = nil) -> [String] {
      var series = PriceSeries(defaultsOf: id ?? "g|steam|\(country)|\(currency)")
      (series.gameId, series.shop) = ("g", "steam")
      (series.country, series.currency) = (country, currency)
      return series.brokenRules.map { "\($0.severity) \($0.name)" }
    }
    #expect(broken("US", "USD") == [])
    for country in ["", "U", "us", "USA", "U1", "ÜS"] {
      #expect(broken(country, "USD") == ["reject price.country.form"], "\(country)")
    }
    for currency in ["", "US", "usd", "US$", "USDT", "€UR"] {
      #expect(broken("US", currency) == ["reject price.currency.form"], "\(currency)")
    }
    #expect(broken("US", "USD", id: "g|steam|US|USD|7") == [])
    for id in ["", "g", "g|steam|US|EUR", "g|steam|US|USD|", "G|steam|US|USD"] {
      #expect(broken("US", "USD", id: id) == ["reject price.id.form"], "\(id)")
    }
  }

  @Test func `a price is not negative`() {
    func broken(_ items: [PricePoint]) -> [String] {
      PriceSeries(gameId: "g", shop: "steam", country: "US", currency: "USD", items: items)
        .brokenRules.map { "\($0.severity) \($0.name)" }
    }
    func point(_ at: Int64, _ price: Decimal?, regular: Decimal? = nil) -> PricePoint {
      PricePoint(at: Timestamp(milliseconds: at), price: price, regularPrice: regular)
    }
    #expect(broken([]) == [])
    #expect(broken([point(1, 0), point(1, 2, regular: 3), point(2, nil)]) == [])
    #expect(broken([point(1, -1)]) == ["reject price.items.range"])
    #expect(broken([point(1, 1, regular: -1)]) == ["reject price.items.range"])
    #expect(broken([point(1, .nan)]) == ["reject price.items.range"])
    #expect(broken([point(1, 1_000_000_000_000)]) == ["reject price.items.range"])
    #expect(broken([point(1, 999_999_999_999)]) == [])
  }

  @Test func `a partner's number has an id of its parts and a positive total`() {
    func broken(_ change: (inout PartnerMetric) -> Void, id: String = "auth|signUps|2026-03-01|a|b")
      -> [String]
    {
      var metric = PartnerMetric(defaultsOf: id)
      (metric.partner, metric.metric, metric.segment) = ("auth", "signUps", "a|b")
      metric.day = Day("2026-03-01") ?? metric.day
      change(&metric)
      return metric.brokenRules.map { "\($0.severity) \($0.name)" }
    }
    #expect(broken { _ in } == [])
    #expect(broken { ($0.value, $0.total, $0.currency) = (-1, 1, "EUR") } == [])
    #expect(broken({ _ in }, id: "auth|signUps|2026-03-02|a|b") == ["reject metric.id.form"])
    #expect(
      broken({ ($0.metric, $0.segment) = ("signUps|2026-03-01", "b") }).contains(
        "reject metric.names.form"))
    for total: Decimal in [0, -1, .nan] {
      #expect(broken { $0.total = total } == ["reject metric.value.range"], "\(total)")
    }
    #expect(broken { $0.value = .nan } == ["reject metric.value.range"])
    for value in [1e12, -1e12, 4611686018427387904, 1e100] as [Decimal] {
      #expect(broken { $0.value = value } == ["reject metric.value.range"], "\(value)")
    }
    #expect(broken { $0.currency = "eur" } == ["reject metric.currency.form"])
  }

  @Test func `a wish's currency has three capital letters`() {
    func broken(_ currency: String?) -> [String] {
      Wishlist(
        id: "u", userId: "u", items: [WishlistItem(gameId: "g", currency: currency)]
      ).brokenRules.map { "\($0.severity) \($0.name)" }
    }
    #expect(broken(nil) == [] && broken("EUR") == [])
    #expect(broken("eur") == ["warn wishlist.items.currency"])
  }

  @Test func `every rule has a unique name and a sentence`() {
    let names =
      Game.rules.map(\.name) + User.rules.map(\.name) + Developer.rules.map(\.name)
      + Tag.rules.map(\.name) + Wishlist.rules.map(\.name)
      + PriceSeries.rules.map(\.name) + PartnerStatus.rules.map(\.name)
      + PartnerMetric.rules.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Game.rules.allSatisfy { !$0.sentence.isEmpty })
  }
}
