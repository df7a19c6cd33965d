import FindieTestSupport
import Foundation
import Testing

/// `findie quarantine replay`: repaired lines come into the history.
struct ReplayTests {
  /// Day 5 after 2026-01-01.
  private static let day = "2026-01-06"

  private func figures(_ result: [String: Any], _ side: String) throws -> [String: Any] {
    let days = try #require(result["days"] as? [[String: Any]])
    try #require(days.map { $0["day"] as? String } == [ReplayTests.day])
    return try #require(days[0][side] as? [String: Any])
  }

  @Test func `a repaired line comes in, the figures of its day change, and it leaves`() throws {
    let place = try Place.withBadLines()
    _ = try place.ingest()
    let before = try place.eventsByDay()
    try place.repairFirst()
    let result = try place.replay()
    // One more event of the day, by a player who was not there: on day 5 it is players 4 and 13 % 12.
    let (old, new) = (try figures(result, "before"), try figures(result, "after"))
    for name in ["events", "impressions", "likes"] {
      #expect(new[name] as? Int == (old[name] as? Int).map { $0 + 1 }, "\(name)")
    }
    #expect(old["events"] as? Int == before[ReplayTests.day])
    var expected = before
    expected[ReplayTests.day, default: 0] += 1
    #expect(try place.eventsByDay() == expected)
    #expect(try place.quarantined() == [2: "notJSON", 3: "notJSON"])
  }

  @Test func `a replay that is run again changes nothing`() throws {
    let place = try Place.withBadLines()
    _ = try place.ingest()
    try place.repairFirst()
    _ = try place.replay()
    let before = try place.workspaceBytes()
    let result = try place.replay()
    #expect((result["days"] as? [Any])?.count == 0)
    #expect(try place.workspaceBytes() == before)
  }

  @Test func `a quarantine of which a hand left nothing readable is said to be that`() throws {
    let place = try Place.withBadLines()
    _ = try place.ingest()
    try "null\n{}\nnothing\n".write(to: place.quarantineFile, atomically: true, encoding: .utf8)
    let result = try place.findie(["quarantine", "replay", "--workspace", "workspace"])
    #expect(result.status == 0)
    #expect(result.out.contains("3 lines of its quarantine cannot be read and stay there"))
    #expect(!result.out.contains("catalogue"))
  }

  @Test func `a later replay of the rest takes nothing back of the first`() throws {
    let (steps, once) = (try Place.withBadLines(), try Place.withBadLines())
    for place in [steps, once] { _ = try place.ingest() }
    try steps.repairFirst()
    _ = try steps.replay()
    try steps.repairSecond()
    _ = try steps.replay()
    try once.repairFirst()
    try once.repairSecond()
    _ = try once.replay(Place.badFile)
    #expect(try steps.eventsByDay() == once.eventsByDay())
    #expect(try steps.quarantined() == [3: "notJSON"])
    #expect(try once.quarantined() == [3: "notJSON"])
  }

  @Test func `a line that is bad in another way stays with what is wrong now`() throws {
    let place = try Place.withBadLines()
    _ = try place.ingest()
    try place.repair(#"\"lke\""#, with: #"\"like\",\"gameId\":7"#)
    let files = try #require(place.replay()["files"] as? [[String: Any]])
    #expect(files[0]["accepted"] as? Int == 0)
    #expect(try place.quarantined()[1] == "duplicateKey")
    try place.repair(#"\"lke\""#.replacing("lke", with: "like"), with: #"\"like\n\""#)
    _ = try place.replay()
    #expect(try place.quarantined()[1] != nil)
  }

  @Test func `a line whose event is there already is a duplicate and leaves`() throws {
    let place = try Place.withBadLines()
    try place.put(
      [SmallWorld.interaction("repaired-1", player: "u1", game: "g3", day: 5)],
      in: "interactions/other.ndjson")
    _ = try place.ingest()
    let before = try place.eventsByDay()
    try place.repairFirst()
    let files = try #require(place.replay()["files"] as? [[String: Any]])
    #expect(files[0]["duplicate"] as? Int == 1)
    #expect(try place.eventsByDay() == before)
    #expect(try place.quarantined()[1] == nil)
  }

  @Test func `a dry run says the same and writes nothing`() throws {
    let place = try Place.withBadLines()
    _ = try place.ingest()
    try place.repairFirst()
    let before = try place.workspaceBytes()
    var trial = try place.replay("--dry-run")
    #expect(try place.workspaceBytes() == before)
    #expect(trial["isDryRun"] as? Bool == true)
    var real = try place.replay()
    trial["isDryRun"] = nil
    real["isDryRun"] = nil
    #expect(trial as NSDictionary == real as NSDictionary)
  }

  @Test func `base64 is replayed too, a cut line and the catalogue are not`() throws {
    let place = try Place.withBadLines()
    try place.folder.write("{\"id\":\n", to: "input/games-more.ndjson")
    try place.folder.write(
      "advanced: {ingest: {storedBytesPerLine: 25}}\n" + "als: {rank: 4}\n", to: "night.yaml")
    try place.goodNight("--now", "2026-04-02T00:00:00Z")
    // The first two lines are cut, the third is as long as it was: thirty quotes, cut too.
    let result = try place.replay("--parameters", "night.yaml")
    let files = try #require(result["files"] as? [[String: Any]])
    #expect(files.map { $0["isOfCatalogue"] as? Bool } == [true, false])
    #expect(files[1]["truncated"] as? Int == 3)
    #expect(try place.quarantined().count == 3)
    // A hand may put the whole line there, in base64 as well as in text.
    let whole = try JSONSerialization.data(
      withJSONObject: SmallWorld.interaction("repaired-9", player: "u1", game: "g3", day: 5))
    try place.folder.write(
      #"{"file":"interactions/bad.ndjson","collection":"interactions","line":1,"offset":0,"#
        + #""reason":"notJSON","base64":"\#(whole.base64EncodedString())"}"# + "\n",
      to: "workspace/quarantine/2026-04-01/interactions%2Fbad.ndjson.ndjson")
    let again = try #require(
      place.replay(Place.badFile)["files"] as? [[String: Any]])
    #expect(again.map { $0["accepted"] as? Int } == [1])
    #expect(try place.quarantined() == [:])
  }

  // MARK: - Cut off

  @Test func `a replay that could not empty the quarantine ends the same when run again`() throws {
    let (cut, whole) = (try Place.withBadLines(), try Place.withBadLines())
    for place in [cut, whole] {
      _ = try place.ingest()
      try place.repairFirst()
    }
    // A folder stands where the quarantine's new file would be written beside the old one.
    let obstacle = cut.quarantineFile.deletingLastPathComponent()
      .appending(path: ".\(cut.quarantineFile.lastPathComponent).partial")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
    let result = try cut.findie([
      "quarantine", "replay", "--now", "2026-04-02T00:00:00Z", "--workspace", "workspace",
    ])
    #expect(result.status == 73, "\(result.error)")
    // The history has the event, and the quarantine has still the line.
    #expect(try cut.quarantined().count == 3)
    try FileManager.default.removeItem(at: obstacle)
    _ = try cut.replay()
    _ = try whole.replay()
    #expect(try cut.eventsByDay() == whole.eventsByDay())
    #expect(
      try cut.workspaceBytes(below: "quarantine") == whole.workspaceBytes(below: "quarantine"))
  }

  @Test func `a replay that is killed anywhere loses no line`() throws {
    let (killed, whole) = (try Place.withBadLines(), try Place.withBadLines())
    for place in [killed, whole] {
      _ = try place.ingest()
      try place.repairFirst()
      try place.repairSecond()
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
      process.waitUntilExit()
    }
    _ = try killed.replay()
    _ = try whole.replay()
    #expect(try killed.eventsByDay() == whole.eventsByDay())
    #expect(try killed.quarantined() == whole.quarantined())
  }

  // MARK: - Nights

  @Test func `a later night keeps what was replayed, and does not list it again`() throws {
    let place = try Place.withBadLines()
    try place.goodNight("--now", "2026-04-02T00:00:00Z")
    try place.repairFirst()
    _ = try place.replay()
    let events = try place.eventsByDay()
    // Once as it is, once with all files read again, once with one that has changed.
    try place.goodNight("--now", "2026-04-02T00:00:00Z")
    #expect(try place.quarantined() == [2: "notJSON", 3: "notJSON"])
    try place.goodNight("--now", "2026-04-02T00:00:00Z", "--rehash")
    #expect(try place.eventsByDay() == events)
    #expect(try place.quarantined() == [2: "notJSON", 3: "notJSON"])
    let file = place.input.appending(path: Place.badFile)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("[]\n".utf8))
    try handle.close()
    try place.goodNight("--now", "2026-04-02T00:00:00Z")
    #expect(try place.eventsByDay() == events)
    #expect(try place.quarantined() == [2: "notJSON", 3: "notJSON", 4: "notAnObject"])
  }

  @Test func `a line that two nights kept is settled by one replay`() throws {
    let place = try Place.withBadLines()
    try place.goodNight("--now", "2026-04-02T00:00:00Z")
    try place.goodNight("--now", "2026-04-02T00:00:00Z", "--date", "2026-04-02", "--rehash")
    try place.repairFirst()
    _ = try place.replay("--day", Place.quarantineDay)
    let later = try place.answer(["quarantine", "--day", "2026-04-02"])
    #expect(later["lines"] as? Int == 2)
    let files = try #require(place.replay("--day", "2026-04-02")["files"] as? [[String: Any]])
    #expect(files[0]["valid"] as? Int == 0)
    let folder = place.workspace.appending(path: "quarantine/2026-04-02")
    #expect(
      try lines(of: folder.appending(path: place.quarantineFile.lastPathComponent)).count == 2)
  }

  @Test func `what was replayed reaches the lists of the next night`() throws {
    let place = try Place.withBadLines()
    try place.goodNight("--now", "2026-04-02T00:00:00Z")
    try place.repairFirst()
    _ = try place.replay()
    let outcomes = try place.goodNight("--now", "2026-04-02T00:00:00Z")
    #expect(outcomes["matrix"] == "built")
  }

  @Test func `a night meanwhile is not disturbed`() throws {
    let place = try Place.withBadLines()
    _ = try place.ingest()
    try place.repairFirst()
    let lock = unsafe open(place.workspace.appending(path: ".lock").path, O_RDWR)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    for command in [
      ["quarantine", "replay"], ["ingest", "--input", "input"], ["history", "verify"],
    ] {
      #expect(try place.findie(command + ["--workspace", "workspace"]).status == 69)
    }
  }
}
