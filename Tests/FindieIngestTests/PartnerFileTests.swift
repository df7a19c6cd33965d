import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The files of prices and partners.
struct PartnerFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func catalogue(_ files: [String: String]) throws -> ReadCatalogue {
    for (name, text) in files { try folder.write(text, to: name) }
    return try CatalogueReader(limits: IngestLimits())
      .read(InputFolder(scanning: folder.url), workers: Workers(threads: 2))
  }

  private func prices(_ lines: String...) throws -> CatalogueRecords<PriceSeries> {
    let prices = try catalogue(["prices.ndjson": lines.joined(separator: "\n")]).prices
    #expect(prices.counts.isBalanced)
    return prices
  }

  /// A series with the fields that it must have, and others.
  private func line(_ more: String, id: String = "g|steam|US|USD") -> String {
    #"{"id":"\#(id)","gameId":"g","shop":"steam","country":"US","currency":"USD"\#(more)}"#
  }

  private func time(_ text: String) -> Timestamp? { Timestamp(iso8601: text) }

  @Test func `a series has a point for each change, without a price while not for sale`() throws {
    let read = try prices(
      line(
        #","updatedAt":"2026-03-01T04:00:00Z","items":["#
          + #"{"at":"2026-01-01","price":19.99,"regularPrice":19.99},"#
          + #"{"at":1769904000,"price":"14.99","regularPrice":19.99},{"at":"2026-02-20"}]"#))
    let expected = PriceSeries(
      gameId: "g", shop: "steam", country: "US", currency: "USD",
      updatedAt: time("2026-03-01T04:00:00Z"),
      items: [
        PricePoint(
          at: try #require(time("2026-01-01")), price: Decimal(string: "19.99"),
          regularPrice: Decimal(string: "19.99")),
        PricePoint(
          at: try #require(time("2026-02-01")), price: Decimal(string: "14.99"),
          regularPrice: Decimal(string: "19.99")),
        PricePoint(at: try #require(time("2026-02-20"))),
      ])
    #expect(read.records == [expected])
    #expect(read.warnings == [:])
  }

  @Test func `a series in another case is the same series`() throws {
    let other = line("", id: "g|Steam|de|eur").replacing("\"steam\"", with: "\"Steam\"")
      .replacing("\"US\"", with: "\"de\"").replacing("\"USD\"", with: "\"eur \"")
    let usual = PriceSeries(gameId: "g", shop: "steam", country: "DE", currency: "EUR")
    #expect(try prices(other).records == [usual])
    // The case of a game's id matters.
    let wrong = try prices(line("", id: "G|steam|US|USD"))
    #expect(wrong.counts.rejected == 1)
  }

  @Test func `a point without a time or a readable price is left out with a warning`() throws {
    let read = try prices(
      line(
        #","items":[{"price":1},{"at":"no","price":1},{"at":1,"price":"1 USD"},{"at":2,"price":3},7]"#
      ))
    #expect(read.records.map { $0.items.map(\.price) } == [[3]])
    #expect(read.warnings == ["price.item.unreadable": 4])
  }

  @Test(arguments: [
    (#"{"id":"a|s|US|USD","shop":"s","country":"US","currency":"USD"}"#, "missingField"),
    (#"{"id":"a|s|US|USD","gameId":"a","country":"US","currency":"USD"}"#, "missingField"),
    (#"{"id":"a|s|US|USD","gameId":"a","shop":"s","currency":"USD"}"#, "missingField"),
    (#"{"id":"a|s|US|USD","gameId":"a","shop":"s","country":"US"}"#, "missingField"),
    (#"{"gameId":"a","shop":"s","country":"US","currency":"USD"}"#, "missingField"),
    (#"{"id":"a|s|US|us","gameId":"a","shop":"s","country":"US","currency":"us"}"#, "brokenRule"),
    (#"{"id":"a|s|US|USD","gameId":"b","shop":"s","country":"US","currency":"USD"}"#, "brokenRule"),
    (#"{"id":"a|s|US|USD","gameId":"a","shop":"s","country":"US","currency":7}"#, "wrongType"),
  ])
  func `a series without its parts is rejected`(line: String, reason: String) throws {
    let read = try prices(line)
    #expect(read.records.isEmpty)
    #expect(read.counts.rejectedByReason == [reason: 1])
  }

  @Test func `negative prices reject the series, and points are sorted by time`() throws {
    let read = try prices(
      line(#","items":[{"at":1,"price":-0.01}]"#),
      line(#","items":[{"at":2,"price":1},{"at":1,"price":3}]"#))
    #expect(read.records.map { $0.items.map(\.price) } == [[3, 1]])
    #expect(read.counts.rejectedByReason == ["brokenRule": 1])
  }

  @Test func `the newest version of a series is used`() throws {
    let read = try prices(
      line(#","updatedAt":2000000000,"items":[{"at":1,"price":2}]"#),
      line(#","updatedAt":1000000000,"items":[{"at":1,"price":1}]"#))
    #expect(read.records.map { $0.items.map(\.price) } == [[2]])
    #expect(read.counts.duplicate == 1)
  }

  @Test func `a partner's status is read`() throws {
    let read = try catalogue([
      "partners.ndjson":
        #"{"id":"steam","updatedAt":"2026-03-01","succeededAt":"2026-02-28","oldestAnswer":"2026-02-01","#
        + #""answers":5,"failures":1,"games":2,"wishlists":3,"prices":4,"message":"HTTP 500"}"#
        + "\n" + #"{"id":"itchio","answers":-1}"#
    ]).partners
    let steam = PartnerStatus(
      id: "steam", updatedAt: time("2026-03-01"), succeededAt: time("2026-02-28"),
      oldestAnswer: time("2026-02-01"), answers: 5, failures: 1, games: 2, wishlists: 3, prices: 4,
      message: "HTTP 500")
    #expect(read.records == [steam, PartnerStatus(id: "itchio")])
    #expect(read.warnings == ["unreadable.answers": 1])
  }

  @Test func `a player's accounts and the shops of a wish are read`() throws {
    let read = try catalogue([
      "users.ndjson": #"{"id":"u","steamId":"76561197960287930","itchioUsername":"ada"}"#,
      "wishlists.ndjson":
        #"{"id":"u","items":[{"gameId":"g","priceAtAdd":9.99,"currency":"EUR","#
        + #""sources":["steam","itchio"]},{"gameId":"h"}]}"#,
    ])
    #expect(read.users.records.map(\.steamId) == ["76561197960287930"])
    #expect(read.users.records.map(\.itchioUsername) == ["ada"])
    #expect(read.wishlists.records[0].items.map(\.currency) == ["EUR", nil])
    #expect(read.wishlists.records[0].items.map(\.sources) == [["steam", "itchio"], nil])
  }

  @Test func `numbers of partners are read, and the last line of an id stays`() throws {
    func line(_ more: String, day: String = "2026-03-01", id: String? = nil) -> String {
      let id = id ?? "auth|signUps|\(day)|google.com"
      return #"{"id":"\#(id)","partner":"auth","metric":"signUps","day":"\#(day)","#
        + #""segment":"google.com"\#(more)}"#
    }
    let read = try catalogue([
      "metrics.ndjson": [
        line(#","value":11"#), line(#","value":"12.50","total":20,"currency":"EUR""#),
        line(""), line(#","value":"many""#), line(#","value":1,"total":"x""#),
        line(#","value":1"#, day: "2026-02-30"), line(#","value":1"#, id: "auth|x"),
      ].joined(separator: "\n")
    ]).metrics
    #expect(
      read.records == [
        PartnerMetric(
          partner: "auth", metric: "signUps", day: try #require(Day("2026-03-01")),
          segment: "google.com", value: try #require(Decimal(string: "12.5")), total: 20,
          currency: "EUR")
      ])
    #expect(read.counts.isBalanced)
    #expect(read.counts.accepted == 1 && read.counts.duplicate == 1 && read.counts.rejected == 5)
  }
}
