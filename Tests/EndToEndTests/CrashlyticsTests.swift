import FindieTestSupport
import Foundation
import Testing

/// Crash-free shares from `findie sync crashlytics` to the team's report.
struct CrashlyticsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld(days: (SmallWorld.today - 40)..<SmallWorld.today)
    try Self.writeExport(in: sandbox)
  }

  private static func time(_ daysAgo: Int) -> String {
    SmallWorld.start(daysAgo: daysAgo).ISO8601Format()
      .replacing("T", with: " ").replacing("Z", with: ".000000 UTC")
  }

  /// 150 installations a day for 15 days. One crashed each day, and 30 yesterday.
  static func writeExport(in sandbox: Sandbox) throws {
    var (events, sessions) = ("{\"event_id\":\"planted-bad-line\"}\n", "")
    for daysAgo in 0..<15 {
      for user in 0..<150 {
        let id = "planted-session-\(daysAgo)-\(user)"
        sessions +=
          #"{"session_id":"\#(id)","instance_id":"planted-user-\#(user)","event_timestamp":"#
          + #""\#(time(daysAgo))","event_type":"SESSION_START","session_index":"0","#
          + #""application":{"display_version":"\#(user < 100 ? "2.1.0" : "2.0.3")"}}"# + "\n"
        guard user < (daysAgo == 1 ? 30 : 1) else { continue }
        events +=
          #"{"event_id":"planted-event-\#(id)","event_timestamp":"\#(time(daysAgo))","#
          + #""error_type":"FATAL","firebase_session_id":"\#(id)","#
          + #""installation_uuid":"planted-uuid","user":{"id":"planted-player"}}"# + "\n"
      }
    }
    try sandbox.folder.write(events, to: "crashlytics/events-000000000000.ndjson")
    let file = try sandbox.folder.write(sessions, to: "crashlytics/sessions-000000000000.ndjson")
    let gzip = try Process.run(URL(filePath: "/usr/bin/env"), arguments: ["gzip", file.path])
    gzip.waitForEnd()
    try #require(gzip.terminationStatus == 0)
  }

  private func sync(_ more: String...) throws -> Binary.Result {
    try Binary.run(
      ["sync", "crashlytics", "--to", "input", "--workspace", "workspace"] + more,
      in: sandbox.folder.url)
  }

  @Test func `the team's report shows crash-free users, and alerts on the drop`() throws {
    let result = try sync("--crashlytics", "crashlytics")
    try #require(result.status == 0, "\(result.error)\(result.out)")
    #expect(
      result.out.contains("invalid lines: 1, such as line 1 of events-000000000000"))
    #expect(!"\(result.out)\(result.error)".contains("planted"))
    try sandbox.runNight()
    let day = try #require(try sandbox.publishedDay)
    let reports = sandbox.folder.url.appending(path: "reports/\(day)")
    func report(_ name: String) throws -> String {
      try String(contentsOf: reports.appending(path: name), encoding: .utf8)
    }
    let kpis = try object(report("kpi.json"))
    let metrics = try #require(leaf(kpis, "partners.metrics") as? [[String: Any]])
    let users = try #require(
      metrics.first {
        $0["metric"] as? String == "crashFreeUsers" && $0["segment"] as? String == ""
      })
    let days = try #require(users["days"] as? [[String: Any]])
    // The first and the last day of the file are left out.
    #expect(days.map { $0["value"] as? Int } == Array(repeating: 149, count: 12) + [120])
    #expect(days.allSatisfy { $0["total"] as? Int == 150 })
    #expect(Set(metrics.compactMap { $0["segment"] as? String }) == ["", "2.0.3", "2.1.0"])
    let alerts = try #require(leaf(kpis, "partners.alerts") as? [[String: Any]])
    #expect(alerts.map { $0["version"] as? String } == ["", "2.1.0", "", "2.1.0"])
    #expect(alerts.map { $0["metric"] as? String }.first == "crashFreeUsers")
    #expect((alerts[0]["sentence"] as? String)?.contains("80.00%") == true)
    let page = try report("index.html")
    #expect(
      page.contains("Crashlytics: Crash-free users") && page.contains("crashes more than before"))
    #expect(
      try report("digest.md").contains(/2\\?\.1\\?\.0[^\n]*70\.00%/))
    for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.url.path)
    where !file.hasPrefix("crashlytics/") {
      let data = FileManager.default.contents(
        atPath: sandbox.folder.url.appending(path: file).path)
      #expect(data?.range(of: Data("planted-".utf8)) == nil, "\(file)")
    }
  }

  @Test func `a damaged file changes no number`() throws {
    try #require(try sync("--crashlytics", "crashlytics").status == 0)
    let metrics = sandbox.input.appending(path: "metrics.partners.ndjson")
    let before = try Data(contentsOf: metrics)
    let file = sandbox.folder.url.appending(path: "crashlytics/sessions-000000000000.ndjson.gz")
    try Data(contentsOf: file).dropLast(100).write(to: file)
    let result = try sync("--crashlytics", "crashlytics")
    #expect(result.status == 65 && result.out.contains("it ends in the middle"), "\(result.out)")
    #expect(try Data(contentsOf: metrics) == before)
  }

  @Test func `the folder is required`() throws {
    let result = try sync()
    #expect(result.status != 0 && result.error.contains("--crashlytics"))
  }
}
