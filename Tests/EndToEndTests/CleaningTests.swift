import FindieTestSupport
import Foundation
import Testing

/// Retention: which files of many nights remain.
struct CleaningTests {
  private static let retention = "retention: {nights: 2, monthly: 2}\n"
  private let sandbox: Sandbox

  /// Five nights from the end of March on, without retention.
  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    for day in ["2026-02-28", "2026-03-29", "2026-03-30", "2026-03-31", "2026-04-01"] {
      try sandbox.runNight("--date", day)
    }
    let night = try String(
      contentsOf: sandbox.folder.url.appending(path: "night.yaml"), encoding: .utf8)
    try sandbox.folder.write(night + Self.retention, to: "night.yaml")
  }

  private func clean(_ more: String...) throws -> [String: Any] {
    let result = try sandbox.findie(
      ["clean", "--workspace", "workspace", "--reports", "reports", "--parameters", "night.yaml"]
        + more + ["--json"])
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  private func removed(_ said: [String: Any]) -> Set<String> {
    let things = said["removed"] as? [[String: Any]] ?? []
    return Set(
      things.compactMap { $0["path"] as? String }
        .map { $0.replacing("\(sandbox.folder.url.path)/", with: "") })
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: sandbox.folder.url.appending(path: folder).path
    ).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static let old: Set = [
    "workspace/published/2026-02-28", "reports/2026-02-28", "workspace/published/2026-03-29",
    "reports/2026-03-29", "workspace/published/2026-03-30", "reports/2026-03-30",
  ]

  @Test func `a dry run lists old files with their sizes and removes nothing`() throws {
    let before = try sandbox.state()
    let said = try clean("--dry-run")
    #expect(removed(said) == Self.old)
    #expect(said["retained"] as? [String] == ["2026-03-31", "2026-04-01"])
    let sizes = (said["removed"] as? [[String: Any]] ?? []).compactMap { $0["bytes"] as? Int }
    #expect(sizes.allSatisfy { $0 > 1000 })
    #expect(said["bytes"] as? Int == sizes.reduce(0, +))
    // Only the lock changed.
    #expect(
      try sandbox.state().filter { before[$0.key] != $0.value }.map(\.key) == ["workspace/.lock"])
  }

  @Test func `old files are removed; history, store and published night stay`() throws {
    let history = try names("workspace/history/interactions")
    #expect(removed(try clean()) == Self.old)
    #expect(try names("workspace/published") == ["2026-03-31", "2026-04-01", "current"])
    #expect(try names("reports") == ["2026-03-31", "2026-04-01"])
    #expect(try names("workspace/history/interactions") == history)
    // The team's report lists these nights.
    #expect(try names("workspace/runs").contains("2026-03-29"))
    let again = removed(try clean())
    #expect(again == [])
    #expect(try sandbox.findie(["verify", "--workspace", "workspace"]).status == 0)
    #expect(try sandbox.runNight()["publish"] == "skipped")
  }

  @Test func `a night removes old files at its end and reports it`() throws {
    try sandbox.put(
      [SmallWorld.interaction("new", player: "u1", game: "g1", day: 91)],
      in: "interactions/new.ndjson")
    let result = try sandbox.night()
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("Removed 6 items by the retention rules ("), "\(result.error)")
    #expect(
      try names("workspace/published") == ["2026-03-31", "2026-04-01", "2026-04-03", "current"])
    #expect(try names("reports") == ["2026-03-31", "2026-04-01", "2026-04-03"])
  }

  @Test func `a published night stays, however old`() throws {
    try sandbox.runNight("--date", "2026-02-28", "--publish", "anyway")
    #expect(
      try names("workspace/published") == ["2026-02-28", "2026-03-31", "2026-04-01", "current"])
  }

  @Test func `leftovers of killed runs are removed, files with similar names are not`() throws {
    let left = [
      "workspace/published/.2026-03-31.partial/similar.ndjson",
      "workspace/published/.2026-01-01.old/similar.ndjson",
      "workspace/artifacts/.matrix.artifact.partial", "workspace/runs/2026-04-01/.run.json.partial",
      "workspace/history/staging/interactions-0-2026-03-31", "reports/.2026-03-31.partial/kpi.csv",
      "workspace/artifacts/ancient.artifact",
    ]
    let others = [
      "workspace/my.partial", "reports/.git/config", "reports/2025-12-31/index.html",
      "reports/notes.txt",
    ]
    for path in left + others { try sandbox.folder.write("text", to: path) }
    _ = try clean()
    for path in left {
      #expect(
        !FileManager.default.fileExists(atPath: sandbox.folder.url.appending(path: path).path))
    }
    for path in others {
      #expect(FileManager.default.fileExists(atPath: sandbox.folder.url.appending(path: path).path))
    }
  }

  @Test func `an interrupted cleaning is completed by the next one`() throws {
    // It was killed after renaming a night and before removing it.
    let published = sandbox.workspace.appending(path: "published")
    try FileManager.default.moveItem(
      at: published.appending(path: "2026-03-29"), to: published.appending(path: ".2026-03-29.old"))
    try FileManager.default.removeItem(
      at: sandbox.folder.url.appending(path: "reports/2026-02-28"))
    _ = try clean()
    #expect(
      try names("workspace/published") == ["2026-03-31", "2026-04-01", "current"])
    #expect(try names("reports") == ["2026-03-31", "2026-04-01"])
  }

  @Test func `rejected lines of old nights are removed, those of future days are not`() throws {
    for day in ["2026-03-29", "2026-03-31", "2026-05-01"] {
      try sandbox.folder.write("{}\n", to: "workspace/quarantine/\(day)/a.ndjson")
    }
    try sandbox.folder.write("{}\n", to: "workspace/quarantine/notes.ndjson")
    _ = try clean()
    #expect(try names("workspace/quarantine") == ["2026-03-31", "2026-05-01", "notes.ndjson"])
  }

  @Test func `a folder that is not a workspace is not turned into one`() throws {
    let result = try sandbox.findie(["clean", "--workspace", "nowhere"])
    #expect(result.status == 66)
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.folder.url.appending(path: "nowhere").path))
  }
}
