import FindieTestSupport
import Foundation
import Testing

/// A history that lost days that a published night was built from.
struct LostHistoryTests {
  /// A workspace with a night over eighty days, whose input then has only the newest day.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<80)
    try sandbox.runNight()
    try FileManager.default.moveItem(
      at: sandbox.input.appending(path: "interactions"),
      to: sandbox.folder.url.appending(path: "old/interactions"), creatingParents: true)
    try sandbox.put(SmallWorld.interactions(days: 80..<90), in: "interactions/second.ndjson")
    return sandbox
  }

  private func history(_ sandbox: Sandbox) -> URL { sandbox.workspace.appending(path: "history") }

  private func publishedNight(_ sandbox: Sandbox) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.current.path)
  }

  @Test func `a removed history is reported, and nothing is published until it is back`() throws {
    let sandbox = try sandbox()
    let (before, files) = (try publishedNight(sandbox), FileManager.default)
    let backup = sandbox.folder.url.appending(path: "backup")
    try files.copyItem(at: history(sandbox), to: backup)
    try files.removeItem(at: history(sandbox))
    let verified = try sandbox.verify()
    #expect(verified.status == 1)
    #expect(verified.problems.map { $0.path.hasSuffix("workspace/history") } == [true])
    #expect(verified.problems.map { $0.remedy.contains("backup") } == [true])

    let refused = try sandbox.night()
    #expect(refused.status == 1)
    for word in ["has lost", "2026-01-01 to", "backup", "findie ingest", "--publish anyway"] {
      #expect(refused.error.contains(word), "\(word): \(refused.error)")
    }
    #expect(try publishedNight(sandbox) == before)
    #expect(try sandbox.verify().status == 1)
    // Repeating the command does not help.
    #expect(try sandbox.night().status == 1)

    try files.removeItem(at: history(sandbox))
    try files.copyItem(at: backup, to: history(sandbox))
    #expect(try sandbox.verify().status == 0)
    try sandbox.runNight()
    #expect(try publishedNight(sandbox) > before)
  }

  @Test func `the old export restores a removed history`() throws {
    let sandbox = try sandbox()
    let whole = try self.sandbox()
    try whole.runNight()
    try FileManager.default.removeItem(at: history(sandbox))
    #expect(try sandbox.night().status == 1)
    let imported = try sandbox.findie([
      "ingest", "--input", "old", "--workspace", "workspace", "--parameters", "night.yaml",
    ])
    #expect(imported.status == 0, "\(imported.error)")
    try sandbox.runNight()
    #expect(try sandbox.verify().status == 0)
    #expect(
      try Data(contentsOf: sandbox.current.appending(path: "recommendations.ndjson"))
        == Data(contentsOf: whole.current.appending(path: "recommendations.ndjson")))
  }

  @Test func `an accepted loss is recorded and does not stop later nights`() throws {
    let sandbox = try sandbox()
    try FileManager.default.removeItem(at: history(sandbox))
    try sandbox.runNight("--publish", "anyway")
    let day = try publishedNight(sandbox)
    let record = try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/\(day)/run.json"), encoding: .utf8))
    let warnings = try #require(record["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("has lost") && $0.contains("accepts it") })
    #expect(try sandbox.verify().status == 0)
    try sandbox.put(
      [SmallWorld.interaction("next", player: "u1", game: "g1", day: 90)],
      in: "interactions/third.ndjson")
    try sandbox.runNight("--now", "2026-04-02T00:00:00Z")
    #expect(try publishedNight(sandbox) > day)
  }

  @Test func `a history of an older backup is refused`() throws {
    let sandbox = try sandbox()
    let backup = sandbox.folder.url.appending(path: "backup")
    try FileManager.default.copyItem(at: history(sandbox), to: backup)
    try sandbox.runNight()
    try FileManager.default.removeItem(at: history(sandbox))
    try FileManager.default.moveItem(at: backup, to: history(sandbox))
    try FileManager.default.removeItem(at: sandbox.input.appending(path: "interactions"))
    try sandbox.put(
      [SmallWorld.interaction("next", player: "u1", game: "g1", day: 90)],
      in: "interactions/third.ndjson")
    let verified = try sandbox.findie(["verify", "--workspace", "workspace"])
    #expect(verified.status == 1)
    #expect(verified.out.contains("has lost"), "\(verified.out)")
    #expect(try sandbox.night("--now", "2026-04-02T00:00:00Z").status == 1)
  }

  @Test func `the file of one removed day is named, and the night is refused`() throws {
    let sandbox = try sandbox()
    let before = try publishedNight(sandbox)
    let days = history(sandbox).appending(path: "interactions")
    let day = try #require(
      FileManager.default.contentsOfDirectory(atPath: days.path).sorted().first)
    try FileManager.default.removeItem(at: days.appending(path: day))
    #expect(try sandbox.verify().status == 1)
    let refused = try sandbox.night()
    #expect(refused.status == 1)
    #expect(refused.error.contains(day), "\(refused.error)")
    #expect(try publishedNight(sandbox) == before)
  }

  @Test func `days whose removal was accepted are not lost`() throws {
    let sandbox = try sandbox()
    try sandbox.put(
      SmallWorld.interactions(days: 30..<80), in: "interactions/first.ndjson")
    try sandbox.runNight("--until", "intake", "--publish", "anyway")
    try sandbox.runNight()
    #expect(try sandbox.verify().status == 0)
  }
}

extension FileManager {
  fileprivate func moveItem(at url: URL, to target: URL, creatingParents: Bool) throws {
    try createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: creatingParents)
    try moveItem(at: url, to: target)
  }
}
