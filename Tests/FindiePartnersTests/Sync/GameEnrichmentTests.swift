import FindieDomain
import FindiePartners
import Foundation
import Testing

struct GameEnrichmentTests {
  private let now = Timestamp(milliseconds: 1_767_225_600_000)

  private func known(_ shop: Shop, _ change: (inout ShopGame) -> Void) -> ShopGame {
    var game = ShopGame(shop: shop, id: "1", title: "Quadrilateral Cowboy", checkedAt: now)
    change(&game)
    return game
  }

  private let bare = Game(id: "g", title: "Quadrilateral Cowboy", developerId: "d")

  @Test func `shops fill what the app left empty`() {
    let enrichment = GameEnrichment(
      bare,
      shops: [
        known(.steam) {
          $0.genres = [.adventure]; $0.releaseDate = now
        }
      ], prices: [])
    #expect(enrichment.game.genres == [.adventure])
    #expect(enrichment.game.releaseDate == now)
    #expect(enrichment.sources == ["genres": .steam, "releaseDate": .steam])
  }

  @Test func `what the app says stays`() {
    var game = bare
    game.genres = [.puzzle]
    game.shortDescription = "Hack."
    let enrichment = GameEnrichment(
      game,
      shops: [
        known(.steam) {
          $0.genres = [.action]; $0.shortDescription = "Other."
        }
      ], prices: [])
    #expect(enrichment.game == game)
    #expect(enrichment.sources == [:])
  }

  @Test func `of several shops, Steam comes before itch.io, and itch.io before IGDB`() {
    let shops = [
      known(.igdb) {
        $0.genres = [.rpg]; $0.tags = ["hacking"]; $0.developers = ["C"]
      },
      known(.itch) {
        $0.genres = [.puzzle]; $0.tags = ["cozy"]
      },
      known(.steam) { $0.genres = [.action] },
    ]
    let enrichment = GameEnrichment(bare, shops: shops, prices: [])
    #expect(enrichment.sources == ["genres": .steam, "tags": .itch, "developerName": .igdb])
  }

  @Test func `an announced game is released when a shop says so, on the shop's date`() {
    var game = bare
    game.releaseStatus = .upcoming
    game.releaseDate = now.adding(milliseconds: 1)
    let released = known(.steam) {
      $0.releaseStatus = .released; $0.releaseDate = now
    }
    let enrichment = GameEnrichment(game, shops: [released], prices: [])
    #expect(enrichment.game.releaseStatus == .released)
    #expect(enrichment.game.releaseDate == now)
    // A released game stays released, whatever a shop says.
    let upcoming = known(.itch) { $0.releaseStatus = .upcoming }
    #expect(GameEnrichment(bare, shops: [upcoming], prices: []).sources == [:])
  }

  @Test func `a price in the app's currency is replaced, another one is not`() {
    var game = bare
    game.price = 20
    game.currency = "EUR"
    func series(_ currency: String, _ price: Int, _ shop: Shop = .steam) -> PriceSeries {
      PriceSeries(
        gameId: "g", shop: shop.rawValue, country: "DE", currency: currency,
        items: [PricePoint(at: now, price: 30), PricePoint(at: now, price: .init(price))])
    }
    #expect(GameEnrichment(game, shops: [], prices: [series("USD", 5)]).game.price == 20)
    let newer = GameEnrichment(
      game, shops: [], prices: [series("EUR", 15, .itch), series("EUR", 12)])
    #expect(newer.game.price == 12)
    #expect(newer.sources == ["price": .steam])
  }

  @Test(arguments: [(nil, 12), (-1, 12), (0, 20), (1, 20)] as [(Int64?, Int)])
  func `of the app's price and the shop's, the newer one counts`(days: Int64?, price: Int) {
    var game = bare
    (game.price, game.currency) = (20, "EUR")
    game.updatedAt = days.map { now.adding(milliseconds: $0 * 86_400_000) }
    let series = PriceSeries(
      gameId: "g", shop: "steam", country: "DE", currency: "EUR", updatedAt: now,
      items: [PricePoint(at: now, price: 12)])
    let enrichment = GameEnrichment(game, shops: [], prices: [series])
    #expect(enrichment.game.price == Decimal(price))
    #expect(enrichment.sources == (price == 12 ? ["price": .steam] : [:]))
    // Without a price of its own, the app has nothing newer.
    game.price = nil
    #expect(GameEnrichment(game, shops: [], prices: [series]).game.price == 12)
  }

  @Test func `a game that a shop gives away is free, and one that it sells again is not`() {
    var game = bare
    (game.price, game.currency, game.updatedAt) = (20, "EUR", now.adding(milliseconds: -1))
    func series(_ price: Decimal) -> PriceSeries {
      PriceSeries(
        gameId: "g", shop: "itch", country: "DE", currency: "EUR", updatedAt: now,
        items: [PricePoint(at: now, price: price)])
    }
    let free = GameEnrichment(game, shops: [], prices: [series(0)])
    #expect(free.game.isFree && free.game.price == nil && free.sources == ["isFree": .itch])
    // A game that never had a price there has no series.
    let given = GameEnrichment(game, shops: [known(.itch) { $0.isFree = true }], prices: [])
    #expect(given.game.isFree)
    game.isFree = true
    game.price = nil
    let sold = GameEnrichment(game, shops: [], prices: [series(7)])
    #expect(!sold.game.isFree && sold.game.price == 7)
    game.updatedAt = now
    #expect(GameEnrichment(game, shops: [], prices: [series(7)]).game == game)
  }

  @Test func `the app id comes from the address of the shop's page`() {
    for (url, appId) in [
      ("https://store.steampowered.com/app/413150/", "413150"),
      ("http://store.steampowered.com/app/413150/Stardew_Valley/?l=de", "413150"),
      ("https://example.org/app/413150", nil), ("https://store.steampowered.com/sub/5/", nil),
    ] {
      var game = bare
      game.steamURL = url
      let input = SyncInput(games: [game], users: [], wishlists: [])
      #expect(input.id(of: game, in: .steam) == appId)
    }
  }
}
