import FindieTestSupport
import Foundation
import Testing

/// The App Store's numbers, from `findie sync` to the team's report.
struct SyncAppStoreTests {
  private static let secrets = [
    "FINDIE_APPSTORE_KEY_FILE": "key.p8", "FINDIE_APPSTORE_KEY_ID": "planted-key",
    "FINDIE_APPSTORE_ISSUER": "planted-issuer", "FINDIE_APPSTORE_VENDOR": "planted-vendor",
  ]
  private let sandbox: Sandbox
  private let partners: LoopbackPartners

  init() throws {
    sandbox = try Sandbox.withSmallWorld(days: (SmallWorld.today - 40)..<SmallWorld.today)
    partners = try LoopbackPartners()
    try sandbox.folder.write(partners.settings, to: "partners.yaml")
    try Self.writeKey(in: sandbox)
  }

  static func writeKey(in sandbox: Sandbox) throws {
    let key = sandbox.folder.url.appending(path: "key.p8")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = [
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key.path,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitForEnd()
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
  }

  private func sync(_ app: String, _ secrets: [String: String] = secrets) throws -> Binary.Result {
    try Binary.run(
      [
        "sync", "appstore", "--to", "input", "--workspace", "workspace", "--settings",
        "partners.yaml",
      ], in: sandbox.folder.url,
      environment: secrets.merging(["FINDIE_APPSTORE_APP": app]) { $1 })
  }

  @Test func `the team's report shows downloads, conversion, proceeds and retention`() throws {
    let result = try sync("1")
    try #require(result.status == 0, "\(result.error)\(result.out)")
    try sandbox.runNight()
    let day = try #require(try sandbox.publishedDay)
    let reports = sandbox.folder.url.appending(path: "reports/\(day)")
    let kpis = try object(
      String(contentsOf: reports.appending(path: "kpi.json"), encoding: .utf8))
    let metrics = try #require(leaf(kpis, "partners.metrics") as? [[String: Any]])
    func latest(_ metric: String, _ segment: String = "") throws -> [String: Any] {
      let series = try #require(
        metrics.first {
          $0["metric"] as? String == metric && $0["segment"] as? String == segment
        })
      #expect(series["partner"] as? String == "appstore")
      return try #require((series["days"] as? [[String: Any]])?.last)
    }
    // The loopback partner counts days from 1970, 20,454 before 2026.
    let downloads = 18 + (SmallWorld.today + 20_454 - 3) % 7
    #expect(try latest("downloads")["value"] as? Int == downloads)
    #expect(try latest("conversion")["value"] as? Int == downloads)
    #expect(try latest("conversion")["total"] as? Int == 208)
    let proceeds = try latest("proceeds", "com.findie.premium.monthly USD")
    #expect(proceeds["value"] as? Double == 27.96 && proceeds["currency"] as? String == "USD")
    #expect(try latest("retentionDay7")["value"] as? Int == 6)
    let page = try String(contentsOf: reports.appending(path: "index.html"), encoding: .utf8)
    for metric in ["Downloads", "Conversion", "Proceeds", "Retention after 28 days"] {
      #expect(page.contains("App Store: \(metric)"), "\(metric)")
    }
    for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.url.path) {
      let data = FileManager.default.contents(
        atPath: sandbox.folder.url.appending(path: file).path)
      #expect(data?.range(of: Data("planted-".utf8)) == nil, "\(file)")
    }
    // Numbers that are recorded are not requested again.
    try partners.reset()
    try #require(try sync("1").status == 0)
    #expect(try partners.requests().count { $0.path.contains("salesReports") } == 7)
  }

  @Test func `before the first report the summary says so`() throws {
    let result = try sync("new")
    #expect(result.status == 0 && result.out.contains("✓ App Store"))
    #expect(result.out.contains("24 to 48 hours"))
  }

  @Test func `a key file that is none, or that others can read, is status 78`() throws {
    let key = sandbox.folder.url.appending(path: "key.p8")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key.path)
    let readable = try sync("1")
    #expect(readable.status == 78 && readable.error.contains("chmod 600"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
    try Data("planted".utf8).write(to: key)
    let unreadable = try sync("1")
    #expect(unreadable.status == 78 && unreadable.error.contains("private key"))
    #expect(!unreadable.error.contains("planted"))
  }

  @Test func `without its secrets the partner names what is missing`() throws {
    let result = try sync("1", [:])
    #expect(result.status == 78 && result.error.contains("FINDIE_APPSTORE_KEY_FILE is not set"))
    #expect(try partners.requests().isEmpty)
  }
}
