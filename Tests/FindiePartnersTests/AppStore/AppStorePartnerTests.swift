import FindieDomain
import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// The App Store's numbers from a loopback server, against the sums that the server's comments
/// state.
struct AppStorePartnerTests {
  private let test: TestTransport
  private let today: Day
  private let keyFile: URL

  init() throws {
    test = try TestTransport()
    today = test.clock.now.day
    keyFile = test.folder.url.appending(path: "key.p8")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = [
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", keyFile.path,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitForEnd()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: keyFile.path)
  }

  private func partner(_ app: String, recorded: [PartnerMetric] = []) throws -> AppStorePartner {
    try AppStorePartner(
      PartnerContext(
        test.transport(), PartnerSettings(yaml: test.partners.settings),
        PartnerSecrets([
          .appStoreKeyFile: keyFile.path, .appStoreKeyId: "planted-key",
          .appStoreIssuer: "planted-issuer", .appStoreVendor: "planted-vendor", .appStoreApp: app,
        ]), recorded: recorded))
  }

  private func facts(_ app: String, recorded: [PartnerMetric] = []) throws -> PartnerFacts {
    try partner(app, recorded: recorded).facts(
      for: SyncInput(games: [], users: [], wishlists: []))
  }

  private func requests(_ part: String) throws -> [LoopbackPartners.Request] {
    try test.partners.requests().filter { $0.path.contains(part) }
  }

  @Test func `numbers are the sums of all files, for complete days`() throws {
    let facts = try facts("1")
    #expect(facts.failures.isEmpty && facts.postponed == 0 && facts.note == nil)
    #expect(Set(facts.metrics.map(\.id)).count == facts.metrics.count)
    func days(_ metric: String, _ segment: String = "") -> [Int] {
      facts.metrics.filter { $0.metric == metric && $0.segment == segment }
        .map { today.days(since: $0.day) }.sorted()
    }
    #expect(days("downloads") == Array(3...36))
    #expect(days("impressions") == Array(3...37))
    #expect(days("activeDevices") == Array(5...39))
    #expect(days("conversion") == Array(3...36))
    #expect(days("retentionDay1") == Array(5...38) && days("retentionDay28") == Array(5...11))
    #expect(days("subscriptionUnits", "com.findie.premium.monthly") == Array(3...30))
    for metric in facts.metrics {
      let number = Int(metric.day.daysSinceEpoch)
      let first = 15 + number % 7
      let isSold = number % 5 > 0
      let expected: (String, Decimal?)? =
        switch (metric.metric, metric.segment) {
        case ("downloads", ""): ("\(first + 3)", nil)
        case ("downloads", "first-time"): ("\(first)", nil)
        case ("downloads", "redownload"): ("3", nil)
        case ("impressions", ""): ("200", nil)
        case ("productPageViews", ""): ("70", nil)
        case ("viewers", ""): ("208", nil)
        case ("conversion", ""): ("\(first + 3)", 208)
        case ("activeDevices", ""): ("160", nil)
        case ("activeDevices", "download day"): ("40", nil)
        case ("activeDevices", "day 1"): ("12", nil)
        case ("activeDevices", "day 7"): ("6", nil)
        case ("activeDevices", "day 28"): ("2", nil)
        case ("retentionDay1", ""): ("12", 40)
        case ("retentionDay7", ""): ("6", 40)
        case ("retentionDay28", ""): ("2", 40)
        case ("subscriptionUnits", "com.findie.premium.monthly"): (isSold ? "5" : "0", nil)
        case ("subscriptionUnits", "com.findie.premium.yearly"): (isSold ? "1" : "0", nil)
        case ("proceeds", "com.findie.premium.monthly USD"): ("27.96", nil)
        case ("proceeds", "com.findie.premium.monthly EUR"): ("5.99", nil)
        case ("proceeds", "com.findie.premium.yearly USD"): ("41.99", nil)
        default: nil
        }
      #expect("\(metric.value)" == expected?.0 && metric.total == expected?.1, "\(metric.id)")
      #expect(metric.partner == "appstore")
      #expect(
        metric.currency
          == (metric.metric == "proceeds" ? String(metric.segment.suffix(3)) : nil))
    }
    // 23 of 28 days have sales.
    #expect(days("proceeds", "com.findie.premium.yearly USD").count == 23)
  }

  @Test func `the next run reads a week of corrections, and what is not recorded`() throws {
    let first = try facts("1").metrics
    try test.partners.reset()
    let second = try facts("1", recorded: first)
    #expect(try requests("/segments").count == 3 * 8)
    #expect(try requests("salesReports").count == 7)
    let earlier = Dictionary(uniqueKeysWithValues: first.map { ($0.id, $0) })
    #expect(second.metrics.allSatisfy { earlier[$0.id] == $0 })
    // The devices of four weeks before are recorded.
    #expect(second.metrics.count { $0.metric == "retentionDay28" } == 7)
    try test.partners.reset()
    let hole = today.adding(days: -20)
    let third = try facts("1", recorded: first.filter { $0.day != hole })
    #expect(try requests("/segments").count == 3 * 8 + 3 * 8)
    // The instances around the hole also have parts of recorded days.
    #expect(third.metrics.allSatisfy { earlier[$0.id] == $0 })
    #expect(third.metrics.contains { $0.metric == "downloads" && $0.day == hole })
    #expect(try requests("salesReports").count == 8)
  }

  @Test(arguments: [
    ["downloads"], ["impressions", "productPageViews", "viewers"], ["activeDevices"],
  ])
  func `a rate is written as soon as both of its parts are known`(missing: [String]) throws {
    let whole = try facts("1").metrics
    // A run that could not read one of the reports, more than a week of corrections ago.
    let day = today.adding(days: -20)
    let rates = ["conversion", "retentionDay1", "retentionDay7"]
    let part = whole.filter { metric in
      metric.day != day || !(missing + rates).contains(metric.metric)
    }
    let next = Set(try facts("1", recorded: part).metrics.map(\.id))
    for metric in whole where metric.day == day && rates.contains(metric.metric) {
      #expect(next.contains(metric.id), "\(metric.id)")
    }
  }

  @Test func `a currency that a day no longer has becomes 0`() throws {
    let day = today.adding(days: -3)
    let old = PartnerMetric(
      partner: "appstore", metric: "proceeds", day: day,
      segment: "com.findie.premium.yearly CHF", value: 40, currency: "CHF")
    let new = try facts("1", recorded: [old]).metrics.first { $0.id == old.id }
    #expect(new?.value == 0 && new?.currency == "CHF")
  }

  @Test(arguments: ["new", "stopped"])
  func `without a request for reports one is made, and sales are read`(app: String) throws {
    for _ in 0..<2 {
      let facts = try facts(app)
      #expect(facts.note?.contains("24 to 48 hours") == true && facts.failures.isEmpty)
      #expect(facts.metrics.contains { $0.metric == "proceeds" })
    }
    // The second one is refused with 409.
    let posts = try requests("/analyticsReportRequests").filter { $0.method == "POST" }
    #expect(posts.count == 2 && posts.allSatisfy { $0.body.contains("\"ONGOING\"") })
  }

  @Test func `before the first report the result says so`() throws {
    let facts = try facts("waiting")
    #expect(facts.note?.contains("24 to 48 hours") == true && facts.failures.isEmpty)
    #expect(try !requests("analyticsReportRequests").contains { $0.method == "POST" })
  }

  @Test func `a key that may not request reports is named, and sales are read`() throws {
    let facts = try facts("role")
    #expect(facts.failures.count == 1 && "\(facts.failures)".contains("role Admin"))
    #expect(facts.metrics.contains { $0.metric == "proceeds" } && facts.note == nil)
  }

  @Test(arguments: [("limited", 1), ("busy", 2)])
  func `at Apple's limit the requests are left for the next run`(app: String, sent: Int) throws {
    let facts = try facts(app)
    #expect(facts.failures.isEmpty && facts.succeeded && facts.note == nil)
    #expect(facts.postponed == 1 + 28 && facts.metrics.isEmpty)
    #expect(try requests("/appstore").count == sent)
  }

  @Test func `a server error is one failure, and the rest is read`() throws {
    let facts = try facts("broken")
    #expect(facts.failures.count == 1 && "\(facts.failures)".contains("status 500"))
    #expect(facts.metrics.contains { $0.metric == "proceeds" })
  }

  @Test func `an address that has expired is asked for once more`() throws {
    let facts = try facts("expired")
    #expect(facts.failures.isEmpty)
    #expect(facts.metrics.count == (try self.facts("1").metrics.count))
    let gone = try self.facts("gone")
    #expect(gone.failures.count == 3 * 35)
    #expect(gone.failures.allSatisfy { "\($0)".contains("expired twice") })
    #expect(!gone.metrics.contains { $0.metric == "downloads" })
  }

  @Test func `an instance with a damaged file is not used`() throws {
    let facts = try facts("cut")
    #expect(facts.failures.contains { "\($0)".contains("its gzip data is cut off") })
    let numbers = ["downloads", "activeDevices", "impressions"]
    #expect(!facts.metrics.contains { numbers.contains($0.metric) })
  }

  @Test func `a day is not written from an instance before the one that completes it`() throws {
    // What was processed ten days ago cannot be read.
    let facts = try facts("hole")
    #expect(facts.failures.count == 3)
    for (metric, left, end) in [
      ("downloads", 3..<12, 12), ("impressions", 3..<13, 13), ("activeDevices", 5..<15, 15),
    ] {
      let days = Set(
        facts.metrics.filter { $0.metric == metric && $0.segment.isEmpty }
          .map { today.days(since: $0.day) })
      #expect(days.isSuperset(of: left) && !days.contains(end) && days.contains(end + 1))
    }
    #expect(facts.metrics.allSatisfy { $0.metric != "downloads" || $0.value != 1 })
  }

  @Test func `a page on another server is not requested`() throws {
    let facts = try facts("elsewhere")
    #expect(facts.failures.count == 1 && "\(facts.failures)".contains("leaves the server"))
  }

  @Test func `a token lives at most 20 minutes, and files are requested without it`() throws {
    _ = try facts("1")
    let requests = try test.partners.requests()
    let files = requests.filter { $0.path.hasPrefix("/appstore-files") }
    #expect(files.count == 2 * 3 * 35)
    #expect(files.allSatisfy { $0.headers["authorization"] == nil })
    #expect(files.allSatisfy { $0.headers["host"]?.hasPrefix("localhost:") == true })
    let others = requests.filter { !$0.path.hasPrefix("/appstore-files") }
    let token = try #require(others.first?.headers["authorization"])
    func object(_ part: Substring) throws -> [String: Any]? {
      var text = part.replacing("-", with: "+").replacing("_", with: "/")
      while text.count % 4 > 0 { text += "=" }
      let data = try #require(Data(base64Encoded: String(text)))
      return try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }
    let parts = token.replacing("Bearer ", with: "").split(separator: ".")
    let header = try object(parts[0])
    let claims = try #require(try object(parts[1]))
    #expect(header?["alg"] as? String == "ES256" && header?["kid"] as? String == "planted-key")
    #expect(claims["aud"] as? String == "appstoreconnect-v1")
    #expect(claims["iss"] as? String == "planted-issuer")
    let issued = try #require(claims["iat"] as? Int)
    let end = try #require(claims["exp"] as? Int)
    #expect(issued == Int(test.clock.now.milliseconds / 1000) && (1...1200).contains(end - issued))
  }

  @Test func `no secret is in a failure or a file`() throws {
    for app in ["1", "gone", "cut", "elsewhere", "busy"] {
      let facts = try facts(app)
      #expect(!"\(facts.failures)\(facts.metrics)\(facts.note ?? "")".contains("planted"))
    }
    for file in try test.files() where file.lastPathComponent != "key.p8" {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(!text.contains("planted") && !text.contains("PRIVATE"), "\(file.path)")
    }
  }

  @Test func `a key that others can read, or of another kind, is refused`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: keyFile.path)
    #expect(throws: LocalFailure.self) { try partner("1") }
    try Data("no key".utf8).write(to: keyFile)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: keyFile.path)
    #expect(throws: (any Error).self) { try partner("1") }
  }
}
