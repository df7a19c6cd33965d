import FindieWorkspace
import FindieDomain
import FindieNight
import FindieWorkers
import Foundation
import Testing

/// The fingerprint of prices and partners.
struct PartnerDigestTests {
  private static func status(_ change: (inout PartnerStatus) -> Void = { _ in }) -> PartnerStatus {
    var status = PartnerStatus(id: "steam")
    change(&status)
    return status
  }

  private static func series(_ change: (inout PriceSeries) -> Void = { _ in }) -> PriceSeries {
    var series = PriceSeries(
      gameId: "g", shop: "s", country: "US", currency: "USD",
      items: [PricePoint(at: Timestamp(milliseconds: 1))])
    change(&series)
    return series
  }

  private static func metric(_ change: (inout PartnerMetric) -> Void = { _ in }) -> PartnerMetric {
    var metric = PartnerMetric(
      partner: "p", metric: "m", day: Day(daysSinceEpoch: 1), segment: "s", value: 1)
    change(&metric)
    return metric
  }

  private func digest(_ data: PartnerData) -> Fingerprint {
    data.digest(workers: Workers(threads: 2))
  }

  @Test func `every stored property changes the digest`() {
    let time = Timestamp(milliseconds: 2)
    let prices = [
      Self.series(), Self.series { $0.gameId = "h" }, Self.series { $0.shop = "t" },
      Self.series { $0.country = "DE" }, Self.series { $0.currency = "EUR" },
      Self.series { $0.updatedAt = time }, Self.series { $0.items = [] },
      Self.series { $0.items[0].at = time }, Self.series { $0.items[0].price = 1 },
      Self.series { $0.items[0].regularPrice = 1 },
    ]
    let partners = [
      Self.status(), Self.status { $0.updatedAt = time }, Self.status { $0.succeededAt = time },
      Self.status { $0.oldestAnswer = time }, Self.status { $0.answers = 1 },
      Self.status { $0.failures = 1 }, Self.status { $0.games = 1 },
      Self.status { $0.wishlists = 1 }, Self.status { $0.prices = 1 },
      Self.status { $0.message = "m" },
    ]
    let metrics = [
      Self.metric(), Self.metric { $0.partner = "q" }, Self.metric { $0.metric = "n" },
      Self.metric { $0.day = Day(daysSinceEpoch: 2) }, Self.metric { $0.segment = "t" },
      Self.metric { $0.value = 2 }, Self.metric { $0.total = 1 },
      Self.metric { $0.currency = "EUR" },
    ]
    let digests =
      prices.map { digest(PartnerData(prices: [$0])) }
      + partners.map { digest(PartnerData(partners: [$0])) }
      + metrics.map { digest(PartnerData(metrics: [$0])) }
    #expect(Set(digests.map(\.hexadecimal)).count == digests.count)
    // One of each property: the unchanged record stands for the id.
    func properties(_ record: Any) -> Int { Mirror(reflecting: record).children.count }
    // A run does not read the id in the shop: it is part of the id of a series where it matters.
    #expect(prices.count == properties(Self.series()) - 1 + properties(Self.series().items[0]))
    #expect(partners.count == properties(Self.status()))
    #expect(metrics.count == properties(Self.metric()))
  }
}
