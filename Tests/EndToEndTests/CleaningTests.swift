import FindieTestSupport
import Foundation
import Testing

/// What stays of many nights.
struct CleaningTests {
  private static let retention = "retention: {nights: 2, monthly: 2}\n"
  private let place: Place

  /// Five nights from the end of March on, of which none removed anything.
  init() throws {
    place = try Place.withSmallWorld()
    for day in ["2026-02-28", "2026-03-29", "2026-03-30", "2026-03-31", "2026-04-01"] {
      try place.goodNight("--date", day)
    }
    let night = try String(
      contentsOf: place.folder.url.appending(path: "night.yaml"), encoding: .utf8)
    try place.folder.write(night + Self.retention, to: "night.yaml")
  }

  private func clean(_ more: String...) throws -> [String: Any] {
    let result = try place.findie(
      ["clean", "--workspace", "workspace", "--reports", "reports", "--parameters", "night.yaml"]
        + more + ["--json"])
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  private func removed(_ said: [String: Any]) -> Set<String> {
    let things = said["removed"] as? [[String: Any]] ?? []
    return Set(
      things.compactMap { $0["path"] as? String }
        .map { $0.replacing("\(place.folder.url.path)/", with: "") })
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: place.folder.url.appending(path: folder).path
    ).sorted()
  }

  private static let old: Set = [
    "workspace/published/2026-02-28", "reports/2026-02-28", "workspace/published/2026-03-29",
    "reports/2026-03-29", "workspace/published/2026-03-30", "reports/2026-03-30",
  ]

  @Test func `a dry run names what is old with its size, and removes nothing`() throws {
    let before = try place.state()
    let said = try clean("--dry-run")
    #expect(removed(said) == Self.old)
    #expect(said["retained"] as? [String] == ["2026-03-31", "2026-04-01"])
    let sizes = (said["removed"] as? [[String: Any]] ?? []).compactMap { $0["bytes"] as? Int }
    #expect(sizes.allSatisfy { $0 > 1000 })
    #expect(said["bytes"] as? Int == sizes.reduce(0, +))
    // The lock alone was touched.
    #expect(
      try place.state().filter { before[$0.key] != $0.value }.map(\.key) == ["workspace/.lock"])
  }

  @Test func `what is old goes, and history, store and served night stay`() throws {
    let history = try names("workspace/history/interactions")
    #expect(removed(try clean()) == Self.old)
    #expect(try names("workspace/published") == ["2026-03-31", "2026-04-01", "current"])
    #expect(try names("reports") == ["2026-03-31", "2026-04-01"])
    #expect(try names("workspace/history/interactions") == history)
    // The team's report tells of these nights.
    #expect(try names("workspace/runs").contains("2026-03-29"))
    let again = removed(try clean())
    #expect(again == [])
    #expect(try place.findie(["verify", "--workspace", "workspace"]).status == 0)
    #expect(try place.goodNight()["publish"] == "skipped")
  }

  @Test func `a night cleans at its end, and says so`() throws {
    try place.put(
      [SmallWorld.interaction("new", player: "u1", game: "g1", day: 91)],
      in: "interactions/new.ndjson")
    let result = try place.night()
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("Removed 6 items by the retention rules ("), "\(result.error)")
    #expect(
      try names("workspace/published") == ["2026-03-31", "2026-04-01", "2026-04-03", "current"])
    #expect(try names("reports") == ["2026-03-31", "2026-04-01", "2026-04-03"])
  }

  @Test func `an old night that is served stays`() throws {
    try place.goodNight("--date", "2026-02-28")
    #expect(
      try names("workspace/published") == ["2026-02-28", "2026-03-31", "2026-04-01", "current"])
  }

  @Test func `what killed runs left goes, and nothing that only looks like it`() throws {
    let left = [
      "workspace/published/.2026-03-31.7.partial/similar.ndjson",
      "workspace/published/.2026-01-01.old/similar.ndjson",
      "workspace/artifacts/.matrix.artifact.partial", "workspace/runs/2026-04-01/.run.json.partial",
      "workspace/history/staging/interactions-0-2026-03-31", "reports/.2026-03-31.partial/kpi.csv",
      "workspace/artifacts/ancient.artifact",
    ]
    let others = [
      "workspace/my.partial", "reports/.git/config", "reports/2025-12-31/index.html",
      "reports/notes.txt",
    ]
    for path in left + others { try place.folder.write("text", to: path) }
    _ = try clean()
    for path in left {
      #expect(!FileManager.default.fileExists(atPath: place.folder.url.appending(path: path).path))
    }
    for path in others {
      #expect(FileManager.default.fileExists(atPath: place.folder.url.appending(path: path).path))
    }
  }

  @Test func `a cleaning that was cut off is finished by the next`() throws {
    // It was killed between giving a night another name and removing it.
    let published = place.workspace.appending(path: "published")
    try FileManager.default.moveItem(
      at: published.appending(path: "2026-03-29"), to: published.appending(path: ".2026-03-29.old"))
    try FileManager.default.removeItem(
      at: place.folder.url.appending(path: "reports/2026-02-28"))
    _ = try clean()
    #expect(
      try names("workspace/published") == ["2026-03-31", "2026-04-01", "current"])
    #expect(try names("reports") == ["2026-03-31", "2026-04-01"])
  }

  @Test func `the rejected lines of old nights go, not those of days to come`() throws {
    for day in ["2026-03-29", "2026-03-31", "2026-05-01"] {
      try place.folder.write("{}\n", to: "workspace/quarantine/\(day)/a.ndjson")
    }
    try place.folder.write("{}\n", to: "workspace/quarantine/replayed.ndjson")
    _ = try clean()
    #expect(try names("workspace/quarantine") == ["2026-03-31", "2026-05-01", "replayed.ndjson"])
  }

  @Test func `a workspace that is none is not made one`() throws {
    let result = try place.findie(["clean", "--workspace", "nowhere"])
    #expect(result.status == 66)
    #expect(
      !FileManager.default.fileExists(atPath: place.folder.url.appending(path: "nowhere").path))
  }
}
