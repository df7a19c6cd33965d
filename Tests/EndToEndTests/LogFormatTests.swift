import FindieTestSupport
import Foundation
import Testing

/// The log of a night as JSON.
struct LogFormatTests {
  private func events(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { try object(String($0)) }
  }

  @Test func `each line of a JSON log is an event with time, level, message and metadata`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let result = try sandbox.night("--log-format", "json")
    #expect(result.status == 0)
    let events = try events(result.error)
    #expect(events.count > 20)
    for event in events {
      #expect(Set(event.keys) == ["timestamp", "level", "message", "metadata"])
      let time = try #require(event["timestamp"] as? String)
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil, "\(time)")
      #expect(["info", "warning"].contains(event["level"] as? String))
      #expect(event["message"] is String)
    }
    let matrix = try #require(
      events.first { leaf($0, "metadata.stage") as? String == "matrix" })
    #expect(matrix["message"] as? String == "stage built")
    #expect(leaf(matrix, "metadata.day") as? String == "2026-04-01")
    #expect(leaf(matrix, "metadata.seconds") is Double)
    #expect(leaf(matrix, "metadata.counts.players") as? Int == 12)
    #expect(events.last?["message"] as? String == "The run is done.")
  }

  @Test func `a failure is logged as an event with its kind and exit status`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write("advanced: {stages: {reports: {onError: fail}}}\n", to: "night.yaml")
    try sandbox.blockReports()
    let result = try sandbox.night("--log-format", "json", "--log-level", "error")
    #expect(result.status == 73)
    let events = try events(result.error)
    #expect(events.allSatisfy { $0["level"] as? String == "error" })
    #expect(leaf(events.last, "metadata.kind") as? String == "cannotWrite")
    #expect(leaf(events.last, "metadata.status") as? Int == 73)
    #expect((events.last?["message"] as? String)?.contains("Stage reports failed: ") == true)
  }

  @Test func `events below the level are left out, in either format`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    #expect(try sandbox.night("--log-level", "warning").error == "")
    #expect(try sandbox.night("--log-level", "warning", "--log-format", "json").error == "")
    let debug = try events(sandbox.night("--log-level", "debug", "--log-format", "json").error)
    #expect(debug.contains { $0["message"] as? String == "stage started" })
    #expect(try sandbox.night("--log-level", "loud").status == 64)
  }

  @Test func `a usage error is logged as an event`() throws {
    let sandbox = try Sandbox()
    for wrong in [["--only", "matrx"], ["--date", "x"], ["--threads", "0"]] {
      let result = try sandbox.findie(["run", "nightly", "--log-format", "json"] + wrong)
      #expect(result.status == 64)
      let event = try #require(try events(result.error).first)
      #expect(event["level"] as? String == "error")
      #expect(leaf(event, "metadata.status") as? Int == 64)
    }
    let plain = try sandbox.findie(["run", "nightly", "--only", "matrx"])
    #expect(plain.error.contains("did you mean matrix?"), "\(plain.error)")
  }
}
