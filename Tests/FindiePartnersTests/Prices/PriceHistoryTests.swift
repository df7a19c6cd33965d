import FindieDomain
import FindiePartners
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
