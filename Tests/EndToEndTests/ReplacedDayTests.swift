import FindieTestSupport
import Foundation
import Testing

/// Days of Google Analytics, which it changes for three days.
struct ReplacedDayTests {
  /// An event of the last day, at a second of it.
  private func event(
    _ second: Int, _ player: Int, _ game: Int, _ name: String = "view_item",
    device: String = "mobile"
  ) -> [String: Any] {
    // 1,774,915,200 is 2026-03-31T00:00:00Z, as `date -u -d 2026-03-31 +%s` says.
    [
      "event_date": "20260331", "event_name": name, "user_pseudo_id": "p\(player)",
      "event_timestamp": "\((1_774_915_200 + second) * 1_000_000)",
      "event_params": [["key": "item_id", "value": ["string_value": "g\(game)"]]],
      "device": ["category": device],
    ]
  }

  @Test func `a day's file that was exported again replaces the day's events`() throws {
    let (changed, fresh) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld())
    let name = "analytics/20260331.ndjson"
    let first = (0..<40).map { event($0, $0 % 7, $0 % 20) }
    // Events 0 to 9 are missing, 10 to 19 have another device, the rest is equal, and 15 are new.
    let second =
      (10..<20).map { event($0, $0 % 7, $0 % 20, device: "tablet") } + first[20...]
      + (100..<115).map { event($0, $0 % 7, $0 % 20, "like_game") }
    try changed.put(first, in: name)
    try changed.runNight()
    try changed.put(second, in: name)
    try changed.runNight()
    try fresh.put(second, in: name)
    try fresh.runNight()
    #expect(try changed.publishedDay == fresh.publishedDay)
    // The quality of the data counts the events that were replaced as late.
    let kpis = ["kpi.json", "kpi.csv", "index.html", "SHA256SUMS"]
    #expect(
      try changed.differences(from: fresh).filter { path in !kpis.contains { path.hasSuffix($0) } }
        == [])
    let day = try #require(try fresh.publishedDay)
    func numbers(_ sandbox: Sandbox) throws -> Data {
      let file = sandbox.folder.url.appending(path: "reports/\(day)/kpi.json")
      var report = try object(String(contentsOf: file, encoding: .utf8))
      report["dataQuality"] = nil
      return try JSONSerialization.data(withJSONObject: report, options: .sortedKeys)
    }
    #expect(try numbers(changed) == numbers(fresh))
    let verified = try changed.findie([
      "verify", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(verified.status == 0, "\(verified.error)\(verified.out)")
  }
}
