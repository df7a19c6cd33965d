import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Synchronizations with wrong clocks, odd answers and damaged files: nothing that one of them
/// wrote is lost, and a nightly run reads all of it.
struct SyncClockTests {
  private let sandbox: SyncSandbox
  private let start = Timestamp(milliseconds: 1_790_000_000_000)

  init() throws {
    sandbox = try SyncSandbox()
    try sandbox.putGames([501, 502, 503])
    for id in 501...503 { try sandbox.setPrice(of: id, to: 2000) }
  }

  private func day(_ days: Double) -> Timestamp { start.adding(seconds: days * 86_400) }

  private func fails(_ words: String..., body: () throws -> Void) {
    do {
      try body()
      Issue.record("it does not fail")
    } catch {
      for word in words { #expect("\(error)".contains(word), "\(error)") }
    }
  }

  @Test func `a run with a fast clock costs no price, and the next run is right`() throws {
    var points = 0
    for (days, cents) in [(0, 2000), (3.5, 1500), (1, 1000), (2, 1000), (4, 700)] {
      for id in 501...503 { try sandbox.setPrice(of: id, to: cents) }
      let record = try sandbox.sync(at: day(days))
      #expect(record.findings.isEmpty == (days == 0 || days > 3), "\(record.findings)")
      let read = try sandbox.prices(at: day(days + 0.1))
      #expect(read.rejected == 0 && read.series.count == 3)
      let count = read.series.reduce(0) { $0 + $1.items.count }
      #expect(count >= points)
      points = count
      for series in read.series {
        let price = series.items.last { $0.at <= day(days) }?.price
        #expect(price == Decimal(cents) / 100)
      }
    }
  }

  @Test(arguments: Tier.some(0..<20, every: 10))
  func `with any clocks each run reads what it wrote, and loses no point`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var known: [String: [PricePoint]] = [:]
    var truth = 0.0
    for _ in 0..<12 {
      truth += .random(in: 0.2...1.5, using: &random)
      let offsets: [Double] = [0, 0, 3, -3, 0.4, -0.4, 900, -40]
      let offset = offsets.randomElement(using: &random) ?? 0
      for id in 501...503 {
        try sandbox.setPrice(of: id, to: .random(in: 1...3, using: &random) * 100)
      }
      _ = try sandbox.sync(at: day(truth + offset))
      let read = try sandbox.prices(at: day(truth))
      #expect(read.rejected == 0)
      for series in read.series {
        var rest = series.items[...]
        for point in known[series.id] ?? [] {
          let place = try #require(rest.firstIndex(of: point))
          rest = rest[(place + 1)...]
        }
        known[series.id] = series.items
      }
    }
  }

  @Test func `a clock behind the published night changes nothing`() throws {
    _ = try sandbox.sync(at: day(0))
    let before = try sandbox.text("prices.partners.ndjson")
    try sandbox.publish(day(3).day)
    fails("published night", "Set the clock") { _ = try sandbox.sync(at: day(1)) }
    #expect(try sandbox.text("prices.partners.ndjson") == before)
  }

  @Test func `prices that are not in order are read, and written in order`() throws {
    _ = try sandbox.sync(at: day(0))
    let line =
      #"{"id":"g9|steam|US|USD","gameId":"g9","shop":"steam","country":"US","currency":"USD","#
      + #""items":[{"at":"2026-03-04T00:00:00Z","price":5},"#
      + #"{"at":"2026-03-01T00:00:00Z","price":7}]}"#
    let file = try sandbox.text("prices.partners.ndjson")
    try sandbox.folder.write(file + line + "\n", to: "export/prices.partners.ndjson")
    #expect(try sandbox.prices(at: day(0)).rejected == 0)
    _ = try sandbox.sync(at: day(1))
    let series = try sandbox.prices(at: day(1)).series
    #expect(series.last?.items.map(\.price) == [7, 5])
  }

  @Test(arguments: [
    (
      "prices",
      #"{"id":"x|steam|US|US$","gameId":"x","shop":"steam","country":"US","currency":"US$"}"#
    ),
    (
      "prices",
      #"{"id":"x|s|US|USD","gameId":"x","shop":"s","country":"US","currency":"USD","#
        + #""items":[{"at":1,"price":"?"}]}"#
    ),
    ("wishlists", #"{"id":"u1","items":"#), ("metrics", #"{"id":"plur|a|2026-01-01|"}"#),
    ("games", #"{"id":"g0","title":"Reef","developerId":"d"}"#),
  ])
  func `a line that cannot be read stops the run, with its place`(name: String, line: String)
    throws
  {
    _ = try sandbox.sync(at: day(0))
    let file = "\(name).partners.ndjson"
    let before = try sandbox.text(file)
    try sandbox.folder.write(before + "\n" + line + "\n", to: "export/\(file)")
    let number = before.split(separator: "\n").count + 2
    fails("\(file), line \(number), cannot be read", "Restore", "delete it") {
      _ = try sandbox.sync(at: day(1))
    }
    #expect(try sandbox.text(file) == before + "\n" + line + "\n")
    try sandbox.folder.write(before, to: "export/\(file)")
    #expect(try sandbox.sync(at: day(1)).status == .done)
  }

  @Test(arguments: ["", "US$", "€"])
  func `a currency that a run rejects is a failure, and the last price stays`(currency: String)
    throws
  {
    _ = try sandbox.sync(at: day(0))
    try sandbox.setPrice(of: 502, to: 1, currency: currency)
    try sandbox.setPrice(of: 503, to: 900)
    let record = try sandbox.sync(at: day(1))
    let failure = record.partners.first?.failures.joined() ?? ""
    #expect(failure.contains("g1") && failure.contains("three capital letters"), "\(failure)")
    let read = try sandbox.prices(at: day(1))
    #expect(read.rejected == 0)
    #expect(read.series.map { $0.items.map(\.price) } == [[20], [20], [20, 9]])
  }

  @Test func `a line that a run would reject is left out, with a finding`() throws {
    let id = String(repeating: "g", count: 250)
    let line = #"{"id":"\#(id)","title":"Long","developerId":"d","releaseStatus":"released","#
    let game = line + #""steamURL":"https://store.steampowered.com/app/501/"}"#
    try sandbox.folder.write(game + "\n", to: "export/games.more.ndjson")
    let record = try sandbox.sync(at: day(0))
    #expect(record.findings.count == 1 && record.findings[0].contains("idTooLong"))
    #expect(try sandbox.prices(at: day(0)).rejected == 0)
    #expect(try sandbox.text("games.partners.ndjson").contains(id))
  }

  @Test func `a corrected address begins another series`() throws {
    _ = try sandbox.sync(at: day(0))
    try sandbox.setPrice(of: 600, to: 100)
    try sandbox.putGames([600, 502, 503])
    _ = try sandbox.sync(at: day(1))
    let series = try sandbox.prices(at: day(1)).series.filter { $0.gameId == "g0" }
    #expect(series.map { $0.items.map(\.price) } == [[20, nil], [1]])
    #expect(try sandbox.text("games.partners.ndjson").contains(#""price":1,"#))
  }

  @Test func `games that a shop seems to have lost keep their values`() throws {
    let ids = Array(700..<740)
    try sandbox.putGames(ids)
    for id in ids { try sandbox.setPrice(of: id, to: 500) }
    _ = try sandbox.sync(at: day(0))
    let before = try sandbox.text("games.partners.ndjson")
    #expect(before.contains("Reef &amp;") == false)
    for id in ids.dropLast(4) {
      try sandbox.steam.write(#"{"success":false}"#, to: "appdetails/\(id)")
    }
    let record = try sandbox.sync(at: day(1))
    #expect(record.partners[0].failures.joined().contains("36 of 40 known games"))
    #expect(try sandbox.text("games.partners.ndjson") == before)
    #expect(try sandbox.prices(at: day(1)).series.allSatisfy { $0.items.map(\.price) == [5] })
  }

  @Test func `games of which a shop answers no prices keep them`() throws {
    let ids = Array(700..<740)
    try sandbox.putGames(ids)
    for id in ids { try sandbox.setPrice(of: id, to: 500) }
    _ = try sandbox.sync(at: day(0))
    func withdraw(_ ids: some Sequence<Int>) throws {
      for id in ids {
        try sandbox.steam.write(
          #"{"type":"game","name":"Reef","steam_appid":\#(id),"is_free":false}"#,
          to: "appdetails/\(id)")
      }
    }
    try withdraw(ids.prefix(3))
    #expect(try sandbox.sync(at: day(1)).partners[0].failures.isEmpty)
    let count = try sandbox.prices(at: day(1)).series.count { $0.items.last?.price == nil }
    #expect(count == 3)
    try withdraw(ids)
    let record = try sandbox.sync(at: day(2))
    #expect(record.partners[0].failures.joined().contains("37 of 37"))
    #expect(try sandbox.prices(at: day(2)).series.count { $0.items.last?.price != nil } == 37)
  }

  @Test func `a file of invites that lost many of them changes no recorded number`() throws {
    let lines = (0..<60).map {
      #"{"code":"c\#($0)","createdAt":"2026-09-1\#($0 % 4)T10:00:00Z","opened":1}"#
    }
    func sync(_ count: Int, _ days: Double) throws -> SyncRecord {
      let text = lines.prefix(count).joined(separator: "\n")
      let file = try sandbox.folder.write(text, to: "invites.ndjson")
      return try sandbox.sync(at: day(days), .plur, file: file)
    }
    #expect(try sync(60, 0).partners[0].failures.isEmpty)
    let before = try sandbox.text("metrics.partners.ndjson")
    let record = try sync(20, 0.1)
    #expect(record.partners[0].failures.joined().contains("fell from"), "\(record.partners)")
    #expect(try sandbox.text("metrics.partners.ndjson") == before)
    #expect(try sync(56, 0.2).partners[0].failures.isEmpty)
  }
}
