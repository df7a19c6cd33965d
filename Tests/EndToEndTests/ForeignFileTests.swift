import FindieTestSupport
import Foundation
import Testing

/// Files of other people in a workspace and its reports: the program removes only what it made.
struct ForeignFileTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    for day in ["2026-02-28", "2026-03-30", "2026-03-31"] { try sandbox.runNight("--date", day) }
    let night = try String(
      contentsOf: sandbox.folder.url.appending(path: "night.yaml"), encoding: .utf8)
    try sandbox.folder.write(night + "retention: {nights: 2, monthly: 1}\n", to: "night.yaml")
  }

  private static let names = [
    "photo.jpg", "2026-01-01.txt", ".hidden", ".photo.jpg.partial", ".notes.old", ".spool.partial",
    "2026-01-01/photo.jpg", "photos/photo.jpg",
  ]

  /// Puts files of others into every folder of the workspace and the reports; their paths.
  private func plant() throws -> [String] {
    let files = FileManager.default
    var folders = ["workspace", "reports"]
    for root in folders {
      let url = sandbox.folder.url.appending(path: root)
      for path in try files.subpathsOfDirectory(atPath: url.path) {
        let place = url.appending(path: path).path
        let kind = try files.attributesOfItem(atPath: place)[.type] as? FileAttributeType
        if kind == .typeDirectory { folders.append("\(root)/\(path)") }
      }
    }
    for name in [
      "backfill", "stdin", "quarantine", "quarantine/2026-02-28", "notify", "sync", "sync/cache",
      "sync/cache/personal", "sync/cache/personal/3f", "sync/logins", "by-game/2",
      "by-game/photos", "history/staging", "history/staging-photos",
    ] { folders.append("workspace/\(name)") }
    let paths = folders.flatMap { folder in Self.names.map { "\(folder)/\($0)" } }
    for path in paths { try sandbox.folder.write("of others: \(path)", to: path) }
    return paths
  }

  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]

  private func missing(_ paths: [String]) -> [String] {
    paths.filter { path in
      let url = sandbox.folder.url.appending(path: path)
      return FileManager.default.contents(atPath: url.path) != Data("of others: \(path)".utf8)
    }
  }

  private func findie(_ arguments: [String]) throws -> Binary.Result {
    try sandbox.findie(arguments)
  }

  @Test func `files of others stay over nights, cleaning, forgetting, backfill and reproduction`()
    throws
  {
    let planted = try plant()
    func check(_ step: String) { #expect(missing(planted) == [], "\(step)") }

    // The same night again, then the next one, which removes old nights.
    let again = try sandbox.night("--date", "2026-03-31", "--force", "publish+reports")
    #expect([0, 64].contains(again.status), "\(again.error)")
    check("again")
    try sandbox.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 5)],
      in: "interactions/late.ndjson")
    try sandbox.runNight()
    check("night")
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.workspace.appending(path: "published/2026-02-28/findie.sqlite").path))
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.folder.url.appending(path: "reports/2026-02-28/index.html").path))
    let places = ["--workspace", "workspace", "--reports", "reports"]
    let cleaned = try findie(["clean"] + places + ["--parameters", "night.yaml"])
    #expect(cleaned.status == 0, "\(cleaned.error)")
    check("clean")
    try sandbox.folder.write(
      #"{"id":"s","userId":"u","gameId":"g","action":"like","timestamp":"2026-03-01"}"# + "\n",
      to: "stdin.ndjson")
    let ingested = try sandbox.findie(
      ["ingest", "--input", "-", "--workspace", "workspace"],
      input: sandbox.folder.url.appending(path: "stdin.ndjson"))
    #expect(ingested.status == 0, "\(ingested.error)")
    check("stdin")
    let filled = try findie(
      ["backfill", "--from", "2026-03-29", "--to", "2026-03-30", "--input", "input"] + places
        + ["--parameters", "night.yaml"])
    #expect(filled.status == 0, "\(filled.error)")
    check("backfill")
    _ = try findie(["reproduce", "--workspace", "workspace"])
    check("reproduce")
    _ = try findie(["verify"] + places)
    check("verify")
    _ = try findie(["sync", "--input", "input", "--workspace", "workspace"])
    check("sync")
    for arguments in [["forget", "u1", "--workspace", "workspace"], sandbox.arguments] {
      let result = try Binary.run(arguments, in: sandbox.folder.url, environment: Self.key)
      #expect(result.status == 0, "\(result.error)")
    }
    check("forget")
  }

  @Test func `folders that link to photos keep the photos, and the night works through the links`()
    throws
  {
    let names = ["by-game", "history", "published", "quarantine", "runs", "artifacts", "stdin"]
    let files = FileManager.default
    var planted: [String] = []
    for name in names {
      let place = sandbox.workspace.appending(path: name)
      let target = sandbox.folder.url.appending(path: "disk/\(name)")
      try files.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      if files.fileExists(atPath: place.path) {
        try files.moveItem(at: place, to: target)
      } else {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
      }
      try files.createSymbolicLink(at: place, withDestinationURL: target)
      for photo in Self.names + ["3/photo.jpg", "3/interactions/photo.jpg"] {
        planted.append("disk/\(name)/\(photo)")
      }
    }
    for path in planted { try sandbox.folder.write("of others: \(path)", to: path) }
    try sandbox.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 5)],
      in: "interactions/late.ndjson")
    try sandbox.runNight()
    #expect(missing(planted) == [])
    #expect(
      files.fileExists(
        atPath: sandbox.folder.url.appending(path: "disk/published/2026-04-01").path))
    #expect(try findie(["clean", "--workspace", "workspace"]).status == 0)
    #expect(missing(planted) == [])
  }
}
