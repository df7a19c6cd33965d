import FindieTestSupport
import Foundation
import Testing

/// `findie quarantine replay`: repaired lines are added to the history.
struct ReplayTests {
  /// Day 5 after 2026-01-01.
  private static let day = "2026-01-06"

  private func figures(_ result: [String: Any], _ side: String) throws -> [String: Any] {
    let days = try #require(result["days"] as? [[String: Any]])
    try #require(days.map { $0["day"] as? String } == [Self.day])
    return try #require(days[0][side] as? [String: Any])
  }

  @Test func `a repaired line is accepted, changes its day's counts, and leaves the quarantine`()
    throws
  {
    let sandbox = try Sandbox.withBadLines()
    _ = try sandbox.ingest()
    let before = try sandbox.eventsByDay()
    try sandbox.repairFirst()
    let result = try sandbox.replay()
    // One more event of the day, by another player: on day 5, players 4 and 13 % 12 have events.
    let (old, new) = (try figures(result, "before"), try figures(result, "after"))
    for name in ["events", "impressions", "likes"] {
      #expect(new[name] as? Int == (old[name] as? Int).map { $0 + 1 }, "\(name)")
    }
    #expect(old["events"] as? Int == before[Self.day])
    var expected = before
    expected[Self.day, default: 0] += 1
    #expect(try sandbox.eventsByDay() == expected)
    #expect(try sandbox.quarantined() == [2: "notJSON", 3: "notJSON"])
  }

  @Test func `a second replay changes nothing`() throws {
    let sandbox = try Sandbox.withBadLines()
    _ = try sandbox.ingest()
    try sandbox.repairFirst()
    _ = try sandbox.replay()
    let before = try sandbox.workspaceBytes()
    let result = try sandbox.replay()
    #expect((result["days"] as? [Any])?.count == 0)
    #expect(try sandbox.workspaceBytes() == before)
  }

  @Test func `a quarantine that became unreadable by editing is reported`() throws {
    let sandbox = try Sandbox.withBadLines()
    _ = try sandbox.ingest()
    try "null\n{}\nnothing\n".write(to: sandbox.quarantineFile, atomically: true, encoding: .utf8)
    let result = try sandbox.findie(["quarantine", "replay", "--workspace", "workspace"])
    #expect(result.status == 0)
    #expect(result.out.contains("3 lines of its quarantine cannot be read and stay there"))
    #expect(!result.out.contains("catalogue"))
  }

  @Test func `a later replay does not undo an earlier one`() throws {
    let (steps, once) = (try Sandbox.withBadLines(), try Sandbox.withBadLines())
    for sandbox in [steps, once] { _ = try sandbox.ingest() }
    try steps.repairFirst()
    _ = try steps.replay()
    try steps.repairSecond()
    _ = try steps.replay()
    try once.repairFirst()
    try once.repairSecond()
    _ = try once.replay(Sandbox.badFile)
    #expect(try steps.eventsByDay() == once.eventsByDay())
    #expect(try steps.quarantined() == [3: "notJSON"])
    #expect(try once.quarantined() == [3: "notJSON"])
  }

  @Test func `a line that is still bad stays with its current reason`() throws {
    let sandbox = try Sandbox.withBadLines()
    _ = try sandbox.ingest()
    try sandbox.repair(#"\"lke\""#, with: #"\"like\",\"gameId\":7"#)
    let files = try #require(sandbox.replay()["files"] as? [[String: Any]])
    #expect(files[0]["accepted"] as? Int == 0)
    #expect(try sandbox.quarantined()[1] == "duplicateKey")
    try sandbox.repair(#"\"lke\""#.replacing("lke", with: "like"), with: #"\"like\n\""#)
    _ = try sandbox.replay()
    #expect(try sandbox.quarantined()[1] != nil)
  }

  @Test func `a line whose event is stored is a duplicate and leaves the quarantine`() throws {
    let sandbox = try Sandbox.withBadLines()
    try sandbox.put(
      [SmallWorld.interaction("repaired-1", player: "u1", game: "g3", day: 5)],
      in: "interactions/other.ndjson")
    _ = try sandbox.ingest()
    let before = try sandbox.eventsByDay()
    try sandbox.repairFirst()
    let files = try #require(sandbox.replay()["files"] as? [[String: Any]])
    #expect(files[0]["duplicate"] as? Int == 1)
    #expect(try sandbox.eventsByDay() == before)
    #expect(try sandbox.quarantined()[1] == nil)
  }

  @Test func `a dry run reports the same and writes nothing`() throws {
    let sandbox = try Sandbox.withBadLines()
    _ = try sandbox.ingest()
    try sandbox.repairFirst()
    let before = try sandbox.workspaceBytes()
    var trial = try sandbox.replay("--dry-run")
    #expect(try sandbox.workspaceBytes() == before)
    #expect(trial["isDryRun"] as? Bool == true)
    var real = try sandbox.replay()
    trial["isDryRun"] = nil
    real["isDryRun"] = nil
    #expect(trial as NSDictionary == real as NSDictionary)
  }

  @Test func `base64 lines are replayed; truncated lines and catalogue lines are not`() throws {
    let sandbox = try Sandbox.withBadLines()
    let game = try JSONSerialization.data(withJSONObject: SmallWorld.games[0])
    try sandbox.folder.write(
      "{\"id\":\n" + String(decoding: game, as: UTF8.self), to: "input/games-more.ndjson")
    try sandbox.folder.write(
      "advanced: {ingest: {storedBytesPerLine: 25}}\n" + "tuning: off\n"
        + "als: {rank: 4}\n", to: "night.yaml")
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    // The first two lines are truncated, and so is the third, with thirty quotes.
    let result = try sandbox.replay("--parameters", "night.yaml")
    let files = try #require(result["files"] as? [[String: Any]])
    #expect(files.map { $0["isOfCatalogue"] as? Bool } == [true, false])
    #expect(files[1]["truncated"] as? Int == 3)
    #expect(try sandbox.quarantined().count == 3)
    // A user may put the complete line there, as base64 or as text.
    let whole = try JSONSerialization.data(
      withJSONObject: SmallWorld.interaction("repaired-9", player: "u1", game: "g3", day: 5))
    try sandbox.folder.write(
      #"{"file":"interactions/bad.ndjson","collection":"interactions","line":1,"offset":0,"#
        + #""reason":"notJSON","base64":"\#(whole.base64EncodedString())"}"# + "\n",
      to: "workspace/quarantine/2026-04-01/interactions%2Fbad.ndjson.ndjson")
    let again = try #require(
      sandbox.replay(Sandbox.badFile)["files"] as? [[String: Any]])
    #expect(again.map { $0["accepted"] as? Int } == [1])
    #expect(try sandbox.quarantined() == [:])
  }

  // MARK: - Cut off

  @Test func `a replay that could not empty the quarantine has the same result when repeated`()
    throws
  {
    let (cut, whole) = (try Sandbox.withBadLines(), try Sandbox.withBadLines())
    for sandbox in [cut, whole] {
      _ = try sandbox.ingest()
      try sandbox.repairFirst()
    }
    // A folder has the path of the quarantine's temporary file.
    let obstacle = cut.quarantineFile.deletingLastPathComponent()
      .appending(path: ".\(cut.quarantineFile.lastPathComponent).partial")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
    let result = try cut.findie([
      "quarantine", "replay", "--now", "2026-04-02T00:00:00Z", "--workspace", "workspace",
    ])
    #expect(result.status == 73, "\(result.error)")
    // The history has the event, and the quarantine still has the line.
    #expect(try cut.quarantined().count == 3)
    try FileManager.default.removeItem(at: obstacle)
    _ = try cut.replay()
    _ = try whole.replay()
    #expect(try cut.eventsByDay() == whole.eventsByDay())
    #expect(
      try cut.workspaceBytes(below: "quarantine") == whole.workspaceBytes(below: "quarantine"))
  }

  @Test func `a replay that is killed at any point loses no line`() throws {
    let (killed, whole) = (try Sandbox.withBadLines(), try Sandbox.withBadLines())
    for sandbox in [killed, whole] {
      _ = try sandbox.ingest()
      try sandbox.repairFirst()
      try sandbox.repairSecond()
    }
    for milliseconds in stride(from: 2, through: 40, by: 2) {
      let process = Process()
      process.executableURL = Binary.url
      process.arguments = [
        "quarantine", "replay", "--workspace", "workspace", "--now", "2026-04-02T00:00:00Z",
      ]
      process.currentDirectoryURL = killed.folder.url
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
      kill(process.processIdentifier, SIGKILL)
      process.waitForEnd()
    }
    _ = try killed.replay()
    _ = try whole.replay()
    #expect(try killed.eventsByDay() == whole.eventsByDay())
    #expect(try killed.quarantined() == whole.quarantined())
  }

  // MARK: - Nights

  @Test func `a later night retains replayed events and does not list their lines again`() throws {
    let sandbox = try Sandbox.withBadLines()
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    try sandbox.repairFirst()
    _ = try sandbox.replay()
    let events = try sandbox.eventsByDay()
    // Once unchanged, once with all files read again, once with a changed file.
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    #expect(try sandbox.quarantined() == [2: "notJSON", 3: "notJSON"])
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z", "--rehash")
    #expect(try sandbox.eventsByDay() == events)
    #expect(try sandbox.quarantined() == [2: "notJSON", 3: "notJSON"])
    let file = sandbox.input.appending(path: Sandbox.badFile)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("[]\n".utf8))
    try handle.close()
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    #expect(try sandbox.eventsByDay() == events)
    #expect(try sandbox.quarantined() == [2: "notJSON", 3: "notJSON", 5: "notAnObject"])
  }

  @Test func `a line in two nights' quarantines is resolved by one replay`() throws {
    let sandbox = try Sandbox.withBadLines()
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z", "--date", "2026-04-02", "--rehash")
    try sandbox.repairFirst()
    _ = try sandbox.replay("--day", Sandbox.quarantineDay)
    let later = try sandbox.answer(["quarantine", "--day", "2026-04-02"])
    #expect(later["lines"] as? Int == 2)
    let files = try #require(sandbox.replay("--day", "2026-04-02")["files"] as? [[String: Any]])
    #expect(files[0]["valid"] as? Int == 0)
    let folder = sandbox.workspace.appending(path: "quarantine/2026-04-02")
    #expect(
      try lines(of: folder.appending(path: sandbox.quarantineFile.lastPathComponent)).count == 2)
  }

  @Test func `replayed events reach the lists of the next night`() throws {
    let sandbox = try Sandbox.withBadLines()
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    try sandbox.repairFirst()
    _ = try sandbox.replay()
    let outcomes = try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    #expect(outcomes["matrix"] == "built")
  }

  @Test func `a concurrent night is not disturbed`() throws {
    let sandbox = try Sandbox.withBadLines()
    _ = try sandbox.ingest()
    try sandbox.repairFirst()
    let lock = unsafe open(sandbox.workspace.appending(path: ".lock").path, O_RDWR)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    for command in [
      ["quarantine", "replay"], ["ingest", "--input", "input"], ["history", "verify"],
    ] {
      #expect(try sandbox.findie(command + ["--workspace", "workspace"]).status == 69)
    }
  }
}
