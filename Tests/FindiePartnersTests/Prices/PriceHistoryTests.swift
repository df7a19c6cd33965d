import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

struct PriceHistoryTests {
  private func hour(_ hour: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_767_225_600_000 + hour * 3_600_000)
  }

  private func price(_ amount: Decimal, regular: Decimal? = nil, currency: String = "USD")
    -> ShopPrice
  {
    ShopPrice(country: "US", currency: currency, price: amount, regularPrice: regular ?? amount)
  }

  private typealias Points = [(hour: Int64, price: Decimal?)]

  private func points(_ series: PriceSeries) -> Points {
    series.items.map { (($0.at.milliseconds - hour(0).milliseconds) / 3_600_000, $0.price) }
  }

  /// The prices of answers at the times of their clocks, each recorded by its own run.
  private func history(_ answers: [(Int64, Decimal)]) throws -> PriceSeries {
    var series: [PriceSeries] = []
    for (at, amount) in answers {
      var history = PriceHistory(series, now: hour(at))
      history.record(price(amount), of: "g", in: .steam, at: hour(at))
      series = history.series
    }
    return try #require(series.first)
  }

  @Test func `a clock that was ahead costs no point, and the price is right at once`() throws {
    // Three days ahead, then right: lower, then up again, then lower.
    let ahead = try history([(0, 20), (72 + 24, 15), (48, 20), (72, 10)])
    #expect(points(ahead).map(\.hour) == [0, 72, 96, 96, 96])
    #expect(points(ahead).map(\.price) == [20, 10, 15, 20, 10])
    #expect(ahead.updatedAt == hour(72))
    // When the time has passed, the history continues.
    let later = try history([(0, 20), (96, 15), (48, 20), (72, 10), (100, 10), (101, 9)])
    #expect(points(later).map(\.price) == [20, 10, 15, 20, 10, 9])
  }

  @Test func `a clock that is up to a day behind adds nothing`() throws {
    let behind = try history([(0, 20), (30, 15), (7, 12)])
    #expect(points(behind).map(\.price) == [20, 15] && behind.updatedAt == hour(30))
    // An old answer of a partner that fails now says nothing about a later price.
    let known = try history([(0, 20), (90, 15)])
    var next = PriceHistory([known], now: hour(91))
    next.record(price(3), of: "g", in: .steam, at: hour(1))
    #expect(points(next.series[0]).map(\.price) == [20, 15])
  }

  @Test(arguments: Tier.some(0..<200, every: 10))
  func `with any clocks no point is lost and the newest price is in effect`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var series: [PriceSeries] = []
    var truth: Int64 = 1000
    for _ in 0..<40 {
      truth += .random(in: 1...40, using: &random)
      let offset = [0, 0, 0, 72, -72, 5000, -600, 13, -13].randomElement(using: &random) ?? 0
      let now = hour(truth + Int64(offset))
      let amount = Decimal(Int.random(in: 1...3, using: &random))
      let before = series.first?.items ?? []
      let checked = series.first?.updatedAt
      var history = PriceHistory(series, now: now)
      history.record(price(amount), of: "g", in: .steam, at: now)
      series = history.series
      let items = try #require(series.first).items
      var rest = items[...]
      for point in before {
        let place = try #require(rest.firstIndex(of: point))
        rest = rest[(place + 1)...]
      }
      #expect(zip(items, items.dropFirst()).allSatisfy { $0.at <= $1.at })
      // Otherwise the history is up to a day ahead.
      guard checked.map({ $0 < now || $0 > now.latestChange }) ?? true else { continue }
      #expect(items.last { $0.at <= now }?.price == amount && items.last?.price == amount)
    }
    #expect(series[0].brokenRules.isEmpty)
  }

  @Test func `prices of another game of the shop are a series of their own`() throws {
    var history = PriceHistory()
    history.record(price(20), of: "g", in: .steam, at: hour(0))
    // The series has no id yet: it is that of the first one.
    history.record(price(20), of: "g", in: .steam, as: "7", at: hour(1))
    history.record(price(1), of: "g", in: .steam, as: "8", at: hour(2))
    #expect(history.series.map(\.id) == ["g|steam|US|USD", "g|steam|US|USD|8"])
    #expect(history.series.map(\.shopId) == ["7", "8"])
    #expect(history.series.map { points($0).map(\.price) } == [[20, nil], [1]])
    // As it was written and read again; then the app takes its correction back.
    history = PriceHistory(history.series, now: hour(3))
    history.record(price(19), of: "g", in: .steam, as: "7", at: hour(3))
    #expect(history.series.map { points($0).map(\.price) } == [[20, nil, 19], [1, nil]])
    #expect(history.series.flatMap(\.brokenRules).isEmpty)
  }

  @Test(arguments: ["", "US$", "€", "usd", "USDT"])
  func `a price that a run would reject is not recorded`(currency: String) {
    var history = PriceHistory()
    #expect(history.record(price(20), of: "g", in: .steam, at: hour(0)) == nil)
    let rule = history.record(price(5, currency: currency), of: "g", in: .steam, at: hour(1))
    #expect(rule == "A price has a currency of three capital letters")
    #expect(history.series.map { points($0).map(\.price) } == [[20]])
  }

  @Test func `a price is recorded when it changes`() {
    var history = PriceHistory()
    for (at, amount) in [(0, 20), (1, 20), (2, 15), (3, 15), (4, 20)] as [(Int64, Decimal)] {
      history.record(price(amount), of: "g", in: .steam, at: hour(at))
    }
    let series = history.series
    #expect(series.map(\.id) == ["g|steam|US|USD"])
    #expect(series[0].items.map(\.at) == [hour(0), hour(2), hour(4)])
    #expect(series[0].items.map(\.price) == [20, 15, 20])
    #expect(series[0].updatedAt == hour(4))
  }

  @Test func `two spellings of a game's id have prices of their own`() {
    // With the letter ñ, and with an n and a tilde.
    let ids = ["an\u{303}o", "a\u{F1}o"]
    var history = PriceHistory()
    for (id, amount) in zip(ids, [5, 7] as [Decimal]) {
      history.record(price(amount), of: id, in: .steam, at: hour(0))
    }
    let read = PriceHistory(history.series).series
    #expect(read.map { Array($0.gameId.utf8) } == ids.map { Array($0.utf8) })
    #expect(read.map(\.items).map { $0.map(\.price) } == [[5], [7]])
  }

  @Test func `the same answers in any number of runs give the same history`() {
    let answers = [(0, 20), (1, 15), (2, 20)] as [(Int64, Decimal)]
    var once = PriceHistory()
    for (at, amount) in answers { once.record(price(amount), of: "g", in: .steam, at: hour(at)) }
    var often = PriceHistory()
    for (at, amount) in answers {
      for _ in 0..<3 {
        often.record(price(amount), of: "g", in: .steam, at: hour(at))
        often = PriceHistory(often.series)
      }
    }
    // An older answer that is read again changes nothing.
    often.record(price(15), of: "g", in: .steam, at: hour(1))
    #expect(once.series == often.series)
  }

  @Test func `a change of the regular price alone is recorded`() {
    var history = PriceHistory()
    history.record(price(10, regular: 20), of: "g", in: .steam, at: hour(0))
    history.record(price(10, regular: 10), of: "g", in: .steam, at: hour(1))
    #expect(history.series[0].items.map(\.regularPrice) == [20, 10])
  }

  @Test func `a game that is no longer for sale ends its series`() {
    var history = PriceHistory()
    history.record(price(10), of: "g", in: .steam, at: hour(0))
    history.record(.notForSale(in: "US"), of: "g", in: .steam, at: hour(1))
    history.record(.notForSale(in: "US"), of: "g", in: .steam, at: hour(2))
    #expect(history.series[0].items.map(\.price) == [10, nil])
    // Other shops, countries and games keep their prices.
    history.record(price(10), of: "h", in: .steam, at: hour(0))
    history.record(.notForSale(in: "DE"), of: "h", in: .steam, at: hour(1))
    history.record(.notForSale(in: "US"), of: "h", in: .itch, at: hour(1))
    #expect(history.series[1].items.map(\.price) == [10])
  }

  @Test func `a change of the currency ends the series of the earlier one`() {
    var history = PriceHistory()
    history.record(price(10), of: "g", in: .steam, at: hour(0))
    history.record(price(9, currency: "EUR"), of: "g", in: .steam, at: hour(1))
    #expect(history.series.map(\.currency) == ["EUR", "USD"])
    #expect(history.series.map { $0.items.last?.price } == [9, nil])
  }
}
