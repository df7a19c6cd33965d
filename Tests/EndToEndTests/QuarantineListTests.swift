import FindieTestSupport
import Foundation
import Testing

/// `findie quarantine`: what was rejected, and why.
struct QuarantineListTests {
  @Test func `the reasons are listed with counts and examples`() throws {
    let place = try Place.withBadLines()
    _ = try place.ingest()
    let listing = try place.answer(["quarantine"])
    #expect(listing["lines"] as? Int == 3)
    #expect(listing["days"] as? [String] == [Place.quarantineDay])
    let reasons = try #require(listing["reasons"] as? [[String: Any]])
    #expect(reasons.map { $0["reason"] as? String } == ["notJSON", "unknownAction"])
    #expect(reasons.map { $0["lines"] as? Int } == [2, 1])
    let example = try #require((reasons[1]["examples"] as? [[String: Any]])?.first)
    #expect(example["file"] as? String == Place.badFile)
    #expect(example["line"] as? Int == 1)
    #expect(example["offset"] as? Int == 0)
    #expect(example["detail"] as? String == "action")
    #expect((example["beginning"] as? String)?.hasPrefix(#"{"action":"lke""#) == true)
    let text = try place.findie(["quarantine", "--workspace", "workspace"]).out
    #expect(text.contains("interactions/bad.ndjson:1"))
    #expect(text.contains("findie quarantine replay --day 2026-04-01"))
  }

  @Test func `a reason, a file and a number of examples narrow it down`() throws {
    let place = try Place.withBadLines()
    try place.folder.write("[]\n", to: "input/interactions/other.ndjson")
    _ = try place.ingest()
    func reasons(_ more: String...) throws -> [[String: Any]] {
      try #require(place.answer(["quarantine"] + more)["reasons"] as? [[String: Any]])
    }
    #expect(try reasons().count == 3)
    #expect(try reasons("--file", "interactions/other.ndjson").count == 1)
    let broken = try reasons("--reason", "notJSON", "--examples", "5")
    #expect(broken.count == 1)
    #expect((broken[0]["examples"] as? [Any])?.count == 2)
  }

  @Test func `a hostile line does not reach the terminal as it is`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write("\u{1B}[2J\u{202E}{\n", to: "input/interactions/bad.ndjson")
    _ = try place.ingest()
    let text = try place.findie(["quarantine", "--workspace", "workspace"]).out
    #expect(text.contains(#"\u{1B}[2J\u{202E}{"#))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `that the cap cut is said with the parameter that raises it`() throws {
    let place = try Place.withBadLines()
    try place.folder.write("advanced: {ingest: {storedLines: 1}}\n", to: "cap.yaml")
    _ = try place.ingest("--parameters", "cap.yaml")
    let text = try place.findie(["quarantine", "--workspace", "workspace"]).out
    #expect(text.contains("2 more rejected lines of this file are not stored"))
    #expect(text.contains("ingest.storedLines"))
    let last = try #require(try lines(of: place.quarantineFile).last)
    #expect(last["stored"] as? Int == 1)
    #expect(last["rejected"] as? Int == 3)
  }

  @Test(arguments: [
    [], ["--day", "2020-01-01"], ["--file", "nothing"], ["--reason", "nothing"],
  ])
  func `what is not there ends in 66 with a sentence`(more: [String]) throws {
    let place = try Place.withBadLines()
    if !more.isEmpty { _ = try place.ingest() }
    for command in [["quarantine"], ["quarantine", "replay"]] {
      // A replay knows no reasons, and names files without an option.
      if command.count == 2, more.first == "--reason" || more.first == "--file" { continue }
      let result = try place.findie(command + ["--workspace", "workspace"] + more)
      #expect(result.status == 66, "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1)
    }
  }
}
