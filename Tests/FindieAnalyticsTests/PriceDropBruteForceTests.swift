import FindieAnalytics
import FindieDomain
import FindieTestSupport
import Foundation
import Testing

/// Price drops of seeded random worlds, compared with prices that are looked up at every hour of a
/// grid.
struct PriceDropBruteForceTests {
  /// All times are multiples of six hours, so that the grid misses no change.
  private static let step: Int64 = 6 * 3_600_000
  private let day = Day("2026-04-01")!

  private struct World {
    var games: [Game] = []
    var wishlists: [Wishlist] = []
    var prices: [PriceSeries] = []
  }

  private func time(_ steps: Int) -> Timestamp {
    day.start.adding(milliseconds: Int64(steps) * Self.step)
  }

  private func world(seed: UInt64) -> World {
    var random = SeededGenerator(seed: seed)
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    func price() -> Decimal { Decimal(Int.random(in: 0...12, using: &random)) / 4 }
    var world = World()
    for number in 0..<5 {
      world.games.append(
        Game(
          id: "g\(number)", title: "", developerId: "d",
          releaseStatus: chance(0.1) ? .cancelled : .released, isActive: chance(0.9)))
      for shop in ["a", "b", "c"] {
        for (country, currency) in [("US", "USD"), ("US", "EUR"), ("DE", "EUR")] where chance(0.7) {
          let times = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            Int.random(in: -500...8, using: &random)
          }.sorted()
          world.prices.append(
            PriceSeries(
              gameId: "g\(number)", shop: shop, country: country, currency: currency,
              updatedAt: chance(0.05) ? nil : time(Int.random(in: -36...4, using: &random)),
              items: times.map {
                PricePoint(
                  at: time($0), price: chance(0.15) ? nil : price(),
                  regularPrice: chance(0.5) ? price() : nil)
              }))
        }
      }
    }
    for number in 0..<8 {
      let items = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        WishlistItem(
          gameId: "g\(Int.random(in: 0...5, using: &random))",
          addedDate: chance(0.2) ? nil : time(Int.random(in: -600...4, using: &random)),
          priceAtAdd: chance(0.5) ? price() : nil,
          currency: chance(0.5) ? ["USD", "EUR", "GBP"].randomElement(using: &random) : nil,
          owned: chance(0.1) ? true : nil)
      }
      world.wishlists.append(Wishlist(id: "w\(number)", userId: "u\(number % 6)", items: items))
    }
    return world
  }

  /// The price in effect at a time: that of the last of the points with the latest time until then.
  private func price(of series: PriceSeries, at time: Timestamp) -> Decimal? {
    let latest = series.items.map(\.at).filter { $0 <= time && $0 < day.start }.max()
    return series.items.last { $0.at == latest }?.price
  }

  private func grid(from: Int, to: Int = -1) -> [Timestamp] { (from...to).map(time) }

  private func drop(
    of player: String, _ item: WishlistItem, _ series: PriceSeries
  ) -> PriceDrop? {
    guard let checked = series.updatedAt, checked >= time(-28),
      item.addedDate.map({ $0 < day.start }) ?? true, let now = price(of: series, at: time(-1))
    else { return nil }
    var before: Decimal?
    if item.priceAtAdd != nil, item.currency != nil {
      before = item.currency == series.currency ? item.priceAtAdd : nil
    } else {
      before =
        grid(from: -700).filter { $0 >= item.addedDate ?? $0 }
        .compactMap { price(of: series, at: $0) }.first
    }
    guard let before, now < before else { return nil }
    var since = time(-1)
    for other in grid(from: -700).reversed() {
      guard price(of: series, at: other) == now else { break }
      since = other
    }
    let latest = series.items.last { $0.at < day.start }
    return PriceDrop(
      userId: player, gameId: series.gameId, shop: series.shop, country: series.country,
      currency: series.currency, priceWhenWished: before, price: now,
      regularPrice: latest?.regularPrice, since: since,
      isLowestIn90Days: grid(from: -360).allSatisfy { (price(of: series, at: $0) ?? now) >= now })
  }

  /// All drops of a player and a game in a currency, cheapest first.
  private func expected(_ world: World) -> [String: PriceDrop] {
    var found: [String: PriceDrop] = [:]
    for player in Set(world.wishlists.map(\.userId)) {
      let items = world.wishlists.filter { $0.userId == player }.flatMap(\.items)
      for game in world.games where game.isActive && game.releaseStatus != .cancelled {
        let own = items.filter { $0.gameId == game.id }
        if own.contains(where: { $0.owned == true }) { continue }
        for currency in ["USD", "EUR"] {
          let all = world.prices.sorted { $0.shop < $1.shop }
            .filter { $0.gameId == game.id && $0.country == "US" && $0.currency == currency }
            .flatMap { series in own.compactMap { drop(of: player, $0, series) } }
          guard let least = all.map(\.price).min() else { continue }
          found["\(player) \(game.id) \(currency)"] = all.first { $0.price == least }
        }
      }
    }
    return found
  }

  @Test(arguments: 0..<UInt64(40))
  func `drops follow their definition`(seed: UInt64) {
    let world = world(seed: seed)
    let drops = PriceDrops.all(
      wishlists: PackedRecords(world.wishlists), games: world.games, prices: world.prices, on: day)
    let expected = expected(world)
    let found = Dictionary(
      drops.map { ("\($0.userId) \($0.gameId) \($0.currency)", $0) }, uniquingKeysWith: { $1 })
    #expect(found == expected)
    #expect(drops.count == expected.count)
    for (first, second) in zip(drops, drops.dropFirst()) where first.userId == second.userId {
      #expect(
        (-first.percent, first.gameId, first.currency)
          < (-second.percent, second.gameId, second.currency))
    }
    #expect(drops.map(\.userId) == drops.map(\.userId).sorted())
    for drop in drops {
      let share = 100 * (drop.priceWhenWished - drop.price) / drop.priceWhenWished
      #expect(Decimal(drop.percent) <= share && share < Decimal(drop.percent + 1))
    }
  }

  @Test func `the worlds have many drops`() {
    #expect((0..<40).map { expected(world(seed: $0)).count }.reduce(0, +) > 200)
  }
}
