import FindieTestSupport
import Foundation
import Testing

/// Nights with prices and partners.
struct PriceDropNightTests {
  private let sandbox: Sandbox

  /// Two players wish for games 1 and 2 on 2026-03-02; the price of game 1 fell on 2026-03-20.
  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      (0..<2).map { player in
        [
          "userId": "u\(player)",
          "items": [
            ["gameId": "g1", "addedDate": "2026-03-02", "sources": ["steam"]],
            ["gameId": "g2", "addedDate": "2026-03-02", "priceAtAdd": 12.5, "currency": "EUR"],
          ],
        ]
      }, in: "wishlists.ndjson")
  }

  private func put(priceNow: Double) throws {
    try sandbox.put(
      [
        series("g1", [("2026-01-01", 20, 20), ("2026-03-20", priceNow, 20)]),
        series("g2", [("2026-01-01", 10, 10)]),
        series("g1", [("2026-01-01", 20, 20), ("2026-03-20", 1, 20)], country: "DE"),
      ], in: "prices.ndjson")
    try sandbox.put(
      [
        [
          "id": "steam", "updatedAt": "2026-03-31T20:00:00Z", "succeededAt": "2026-03-29T20:00:00Z",
          "oldestAnswer": "2026-03-12T08:00:00Z", "answers": 41, "failures": 7, "games": 19,
          "wishlists": 2, "prices": 3, "message": "HTTP 503 & more",
        ]
      ], in: "partners.ndjson")
  }

  private func series(
    _ game: String, _ items: [(at: String, price: Double, regular: Double)], country: String = "US"
  ) -> [String: Any] {
    [
      "id": "\(game)|steam|\(country)|USD", "gameId": game, "shop": "steam", "country": country,
      "currency": "USD", "updatedAt": "2026-03-31T20:00:00Z",
      "items": items.map { ["at": $0.at, "price": $0.price, "regularPrice": $0.regular] },
    ]
  }

  private func published() throws -> String {
    try String(
      contentsOf: sandbox.current.appending(path: "price-drops.ndjson"), encoding: .utf8)
  }

  private func report(_ name: String) throws -> String {
    try String(
      contentsOf: sandbox.folder.url.appending(path: "reports/2026-04-01/\(name)"), encoding: .utf8)
  }

  @Test func `a night without prices publishes an empty file and no section`() throws {
    try sandbox.runNight()
    #expect(try published().isEmpty)
    #expect(try !report("index.html").contains("id=\"h-partners\""))
    #expect(try object(report("kpi.json"))["partners"] == nil)
  }

  @Test
  func `prices of other countries only are used if it is one, and are named if there are several`()
    throws
  {
    let fallen = [("2026-01-01", 20.0, 20.0), ("2026-03-20", 5.0, 20.0)]
    try sandbox.put([series("g1", fallen, country: "DE")], in: "prices.ndjson")
    try sandbox.runNight()
    #expect(
      try published().contains(#""country":"DE","currency":"USD","priceWhenWished":20,"price":5"#))
    try sandbox.put(
      [series("g1", fallen, country: "FR"), series("g1", fallen, country: "DE")],
      in: "prices.ndjson")
    let night = try sandbox.night()
    #expect(night.status == 0)
    #expect(
      night.out.contains("prices.country is US, but prices are known for DE, FR only"),
      "\(night.out) \(night.error)")
    #expect(try published().isEmpty)
  }

  @Test func `drops are published, reported, verified and reproduced`() throws {
    try put(priceNow: 13)
    try sandbox.runNight()
    let drops =
      #""drops":[{"gameId":"g1","shop":"steam","country":"US","currency":"USD","#
      + #""priceWhenWished":20,"price":13,"percent":35,"since":"2026-03-20T00:00:00Z","#
      + #""lowestIn90Days":true,"regularPrice":20,"discount":35}]}"#
    #expect(
      try published() == #"{"userId":"u0",\#(drops)"# + "\n" + #"{"userId":"u1",\#(drops)"# + "\n")
    let page = try report("index.html")
    #expect(page.contains("<h2 id=\"h-partners\">Partners</h2>"))
    #expect(page.contains("Older data is used."))
    #expect(page.contains("HTTP 503 &amp; more"))
    let kpis = try object(report("kpi.json"))
    let partners = try #require(kpis["partners"] as? [String: Any])
    let steam = try #require((partners["partners"] as? [[String: Any]])?.first)
    #expect(steam["daysSinceSuccess"] as? Int == 3 && steam["answers"] as? Int == 41)
    #expect(steam["daysSinceOldestAnswer"] as? Int == 20)
    let found = try #require(partners["priceDrops"] as? [String: Any])
    #expect(found["players"] as? Int == 2 && found["games"] as? Int == 1)
    let quality = try #require(kpis["dataQuality"] as? [String: Any])
    let collections = try #require(quality["collections"] as? [[String: Any]])
    #expect(
      collections.compactMap { $0["name"] as? String }.suffix(2) == ["prices", "partners"])
    let verified = try sandbox.findie([
      "verify", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(verified.status == 0, "\(verified.out) \(verified.error)")
    let reproduced = try sandbox.findie([
      "reproduce", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `new prices run only the stages that read them`() throws {
    try put(priceNow: 13)
    try sandbox.runNight()
    try put(priceNow: 8)
    let outcomes = try sandbox.runNight()
    let built = Set(outcomes.filter { $0.value == "built" }.keys)
    #expect(
      built.isSuperset(of: ["partner-update", "partners", "price-drops", "reports", "publish"]))
    for stage in [
      "matrix", "factors", "items", "ranker", "similar", "evaluation", "recommendations",
      "trending", "popular", "gate",
    ] {
      #expect(outcomes[stage] == "skipped", "\(stage)")
    }
    #expect(try published().contains(#""price":8,"percent":60"#))
    let again = try sandbox.runNight()
    #expect(again["price-drops"] == "skipped" && again["publish"] == "skipped")
    // The prices stay without their file, as all records of the store do.
    try FileManager.default.removeItem(at: sandbox.input.appending(path: "prices.ndjson"))
    try sandbox.runNight()
    #expect(try published().contains(#""price":8,"percent":60"#))
  }

  @Test func `numbers of partners are in the team's report, and models are not built again`() throws
  {
    try put(priceNow: 13)
    try sandbox.runNight()
    func metric(_ day: String, _ value: Int) -> [String: Any] {
      [
        "id": "crashlytics|crashFreeUsers|\(day)|2.1.0", "partner": "crashlytics",
        "metric": "crashFreeUsers", "day": day, "segment": "2.1.0", "value": value, "total": 1000,
      ]
    }
    // The day after the night is not in its report.
    try sandbox.put(
      [metric("2026-03-25", 990), metric("2026-04-01", 900), metric("2026-04-02", 1)],
      in: "metrics.ndjson")
    let outcomes = try sandbox.runNight()
    #expect(outcomes["partners"] == "built" && outcomes["reports"] == "built")
    for stage in ["matrix", "factors", "items", "ranker", "evaluation", "recommendations"] {
      #expect(outcomes[stage] == "skipped", "\(stage)")
    }
    let kpis = try object(report("kpi.json"))
    #expect(leaf(kpis, "partners.metrics.0.fell") as? Bool == true)
    #expect(leaf(kpis, "partners.metrics.0.days.1.value") as? Int == 900)
    #expect(leaf(kpis, "partners.metrics.0.days.2") == nil)
    #expect(try report("index.html").contains("fell significantly"))
  }

  @Test func `rejected prices are in the quarantine, and the night goes on`() throws {
    try put(priceNow: 13)
    let handle = try FileHandle(forWritingTo: sandbox.input.appending(path: "prices.ndjson"))
    try handle.seekToEnd()
    try handle.write(
      contentsOf: Data(
        (#"{"id":"g3|steam|US|dollar","gameId":"g3","shop":"steam","country":"US","currency":"dollar"}"#
          + "\n").utf8))
    try handle.close()
    try sandbox.runNight()
    let quarantine = try String(
      contentsOf: sandbox.workspace.appending(
        path: "quarantine/2026-04-01/prices.ndjson.ndjson"), encoding: .utf8)
    #expect(quarantine.contains("price.currency.form"))
    #expect(try report("kpi.json").contains("brokenRule"))
  }

  @Test func `the country of the prices is a parameter`() throws {
    try put(priceNow: 13)
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nprices: {country: DE}\n", to: "night.yaml")
    try sandbox.runNight()
    #expect(
      try published().contains(#""country":"DE","currency":"USD","priceWhenWished":20,"price":1,"#))
  }
}
