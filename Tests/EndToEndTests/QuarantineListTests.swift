import FindieTestSupport
import Foundation
import Testing

/// `findie quarantine`: rejected lines with their reasons.
struct QuarantineListTests {
  @Test func `reasons are listed with counts and examples`() throws {
    let sandbox = try Sandbox.withBadLines()
    _ = try sandbox.ingest()
    let listing = try sandbox.answer(["quarantine"])
    #expect(listing["lines"] as? Int == 3)
    #expect(listing["days"] as? [String] == [Sandbox.quarantineDay])
    let reasons = try #require(listing["reasons"] as? [[String: Any]])
    #expect(reasons.map { $0["reason"] as? String } == ["notJSON", "unknownAction"])
    #expect(reasons.map { $0["lines"] as? Int } == [2, 1])
    let example = try #require((reasons[1]["examples"] as? [[String: Any]])?.first)
    #expect(example["file"] as? String == Sandbox.badFile)
    #expect(example["line"] as? Int == 1)
    #expect(example["offset"] as? Int == 0)
    #expect(example["detail"] as? String == "action")
    #expect((example["beginning"] as? String)?.hasPrefix(#"{"action":"lke""#) == true)
    let text = try sandbox.findie(["quarantine", "--workspace", "workspace"]).out
    #expect(text.contains("interactions/bad.ndjson:1"))
    #expect(text.contains("To repair lines: fix them in the input file, or change the contract."))
  }

  @Test func `options select a reason, a file and the number of examples`() throws {
    let sandbox = try Sandbox.withBadLines()
    try sandbox.folder.write(
      "[]\n" + Sandbox.deliveredAgain(), to: "input/interactions/other.ndjson")
    _ = try sandbox.ingest()
    func reasons(_ more: String...) throws -> [[String: Any]] {
      try #require(sandbox.answer(["quarantine"] + more)["reasons"] as? [[String: Any]])
    }
    #expect(try reasons().count == 3)
    #expect(try reasons("--file", "interactions/other.ndjson").count == 1)
    let broken = try reasons("--reason", "notJSON", "--examples", "5")
    #expect(broken.count == 1)
    #expect((broken[0]["examples"] as? [Any])?.count == 2)
  }

  @Test func `control characters of a line do not reach the terminal`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(
      "\u{1B}[2J\u{202E}{\n" + Sandbox.deliveredAgain(), to: "input/interactions/bad.ndjson")
    _ = try sandbox.ingest()
    let text = try sandbox.findie(["quarantine", "--workspace", "workspace"]).out
    #expect(text.contains(#"\u{1B}[2J\u{202E}{"#))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `lines that were not stored are reported with the parameter to raise`() throws {
    let sandbox = try Sandbox.withBadLines()
    try sandbox.folder.write("advanced: {ingest: {storedLines: 1}}\n", to: "cap.yaml")
    _ = try sandbox.ingest("--parameters", "cap.yaml")
    let text = try sandbox.findie(["quarantine", "--workspace", "workspace"]).out
    #expect(text.contains("2 more rejected lines of this file are not stored"))
    #expect(text.contains("ingest.storedLines"))
    let last = try #require(try lines(of: sandbox.quarantineFile).last)
    #expect(last["stored"] as? Int == 1)
    #expect(last["rejected"] as? Int == 3)
  }

  @Test(arguments: [
    [], ["--day", "2020-01-01"], ["--file", "nothing"], ["--reason", "nothing"],
  ])
  func `a missing day or file exits with 66 and a sentence`(more: [String]) throws {
    let sandbox = try Sandbox.withBadLines()
    if !more.isEmpty { _ = try sandbox.ingest() }
    let result = try sandbox.findie(["quarantine", "--workspace", "workspace"] + more)
    #expect(result.status == 66, "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
  }
}
