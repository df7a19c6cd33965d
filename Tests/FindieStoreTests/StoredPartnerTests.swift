import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

struct StoredPartnerTests {
  let folder: TemporaryFolder
  let store: WorkspaceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  private func series(_ text: String, updatedAt: Int64, _ prices: [Decimal?]) -> PriceSeries {
    PriceSeries(
      gameId: text, shop: text, country: "US", currency: "USD", updatedAt: time(updatedAt),
      items: prices.enumerated().map {
        PricePoint(at: time(Int64($0)), price: $1, regularPrice: $1)
      })
  }

  private func status(_ id: String) -> PartnerStatus {
    PartnerStatus(
      id: id, updatedAt: time(1), succeededAt: time(2), oldestAnswer: time(3), answers: 4,
      failures: 5, games: 6, wishlists: 7, prices: 8, message: id)
  }

  @Test func `every field of prices and partners is stored, whatever its text`() throws {
    let data = PartnerData(
      prices: hostileTexts.map {
        series($0, updatedAt: 1, [Decimal(string: "0.1000000000000000000000000001"), nil, 0])
      }, partners: hostileTexts.map(status),
      metrics: hostileTexts.map {
        PartnerMetric(
          partner: $0, metric: $0, day: Day(daysSinceEpoch: 20_000), segment: $0,
          value: Decimal(string: "-0.1000000000000000000000000001") ?? 0, total: 3, currency: $0)
      })
    #expect(try store.merge(data) == data)
    #expect(try store.partnerData() == data)
    #expect(try store.merge(PartnerData()) == data)
    try store.close()
    let again = try folder.store()
    #expect(try again.partnerData() == data)
    try again.integrityCheck()
  }

  @Test func `the newer of two series stays, with its own points`() throws {
    let (old, new) = (series("g", updatedAt: 1, [3, 2, 1]), series("g", updatedAt: 2, [5]))
    #expect(try store.merge(PartnerData(prices: [old])).prices == [old])
    #expect(try store.merge(PartnerData(prices: [new])).prices == [new])
    #expect(try store.merge(PartnerData(prices: [old])).prices == [new])
    #expect(try store.partnerData().prices == [new])
  }

  @Test func `a number that is reported again replaces the earlier one`() throws {
    func metric(_ value: Decimal, day: Int32 = 1) -> PartnerMetric {
      PartnerMetric(partner: "auth", metric: "signUps", day: Day(daysSinceEpoch: day), value: value)
    }
    _ = try store.merge(PartnerData(metrics: [metric(1), metric(5, day: 2)]))
    #expect(
      try store.merge(PartnerData(metrics: [metric(3)])).metrics == [metric(3), metric(5, day: 2)])
    #expect(try store.partnerData().metrics == [metric(3), metric(5, day: 2)])
  }

  @Test func `the catalogue and the prices are independent`() throws {
    let data = PartnerData(prices: [series("g", updatedAt: 1, [1])])
    _ = try store.merge(data)
    #expect(try store.catalogue() == Catalogue())
    let games = Catalogue(games: [plainGame("g", "Celeste")])
    #expect(try store.merge(games).catalogue == games)
    #expect(try store.partnerData() == data)
  }
}
