import FindieTestSupport
import Foundation
import Testing

/// Requests to forget players survive lost files, copies that are put back, and restores; and each
/// folder belongs to one workspace.
struct RequestCopiesTests {
  private static let files = FileManager.default
  private static let gone = "planted-4711"

  /// A workspace with a player who will ask to be forgotten, after its first night.
  private struct World {
    let sandbox: Sandbox

    /// - Parameter likes: the number of the planted player's likes.
    init(likes: Int = 9) throws {
      sandbox = try Sandbox.withSmallWorld(days: 0..<0)
      let own = (0..<likes).map {
        SmallWorld.interaction("p\($0)", player: gone, game: "g\($0)", day: 9 * $0)
      }
      try sandbox.put(SmallWorld.interactions(days: 0..<90) + own, in: "interactions/first.ndjson")
      try mustNight()
    }

    func run(
      _ words: [String], key: String = "a key of the tests, no secret"
    ) throws -> Binary.Result {
      try Binary.run(words, in: sandbox.folder.url, environment: ["FINDIE_KEY": key])
    }

    @discardableResult
    func mustRun(_ words: String...) throws -> Binary.Result {
      let result = try run(words)
      try #require(result.status == 0, "\(words): \(result.error)")
      return result
    }

    func night(_ more: String...) throws -> Binary.Result {
      try run(sandbox.arguments + more)
    }

    func mustNight() throws {
      let result = try night()
      try #require(result.status == 0, "\(result.error)")
    }

    func forget(_ more: String...) throws {
      let result = try run(["forget", gone, "--workspace", "workspace"] + more)
      try #require(result.status == 0, "\(result.error)")
    }

    func backup(to folder: String = "backups") throws {
      try mustRun("backup", folder, "--workspace", "workspace", "--reports", "reports")
    }

    func restore(_ more: String...) throws -> Binary.Result {
      try run(["restore", "backups", "--workspace", "workspace", "--reports", "reports"] + more)
    }

    func url(_ path: String) -> URL { sandbox.folder.url.appending(path: path) }

    func move(_ path: String, to other: String) throws {
      try files.createDirectory(
        at: url(other).deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.moveItem(at: url(path), to: url(other))
    }

    func copy(_ path: String, to other: String) throws {
      try? files.removeItem(at: url(other))
      try files.copyItem(at: url(path), to: url(other))
    }

    func remove(_ paths: String...) throws {
      for path in paths { try files.removeItem(at: url(path)) }
    }

    /// The number of requests in a folder's list.
    func requests(in folder: String) throws -> Int? {
      let file = url(folder).appending(path: "forgotten.json")
      return try (object(String(contentsOf: file, encoding: .utf8))["players"] as? [Any])?.count
    }

    /// The files of the workspace and its reports that have the player, without what a restore
    /// moved aside.
    func holding(in roots: String...) throws -> [String] {
      try (roots.isEmpty ? ["workspace", "reports"] : roots).flatMap { root in
        try files.subpathsOfDirectory(atPath: url(root).path).filter { path in
          guard !path.hasPrefix("replaced-") else { return false }
          let file = url(root).appending(path: path)
          let kind = try files.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
          return try kind == .typeRegular
            && Data(contentsOf: file).range(of: Data(gone.utf8)) != nil
        }
      }
    }
  }

  // MARK: - Lost copies

  private static let copies = [
    "forgotten.json", ".forgotten.json", "history/forgotten.json",
    "published/2026-04-01/.forgotten.json",
  ]

  @Test(arguments: copies, [false, true])
  func `one copy of the requests is enough`(kept: String, afterIngest: Bool) throws {
    let world = try World()
    try world.forget()
    if afterIngest {
      try world.mustRun("ingest", "--input", "input", "--workspace", "workspace")
    }
    for copy in Self.copies where copy != kept { try world.remove("workspace/\(copy)") }
    try world.mustNight()
    #expect(try world.holding() == [])
    for copy in Self.copies {
      #expect(Self.files.fileExists(atPath: world.url("workspace/\(copy)").path), "\(copy)")
    }
    try world.mustRun("verify", "--workspace", "workspace", "--reports", "reports")
  }

  @Test(arguments: [nil, "workspace/workspace.json", "reports"])
  func `the loss of all copies is noticed, also without one of the proofs`(lost: String?) throws {
    let world = try World()
    try world.forget()
    for copy in Self.copies { try world.remove("workspace/\(copy)") }
    if let lost { try world.remove(lost) }
    let commands = [
      world.sandbox.arguments, ["ingest", "--input", "input", "--workspace", "workspace"],
      [
        "export", "interactions", "--anonymous", "--format", "csv", "--output", "exports",
        "--workspace", "workspace",
      ],
    ]
    for command in commands {
      let refused = try world.run(command)
      #expect(refused.status == 1, "\(command)")
      #expect(refused.error.contains("lacks 1 request to forget"), "\(refused.error)")
      #expect(refused.error.contains("forget --from FILE"), "\(refused.error)")
    }
    // A request under another key is not the lost one.
    let other = try world.run(
      ["forget", "u3", "--workspace", "workspace"], key: "another key, not the first")
    #expect(other.status == 0)
    #expect(try world.night().status != 0)
  }

  @Test func `requests under another key are never written over`() throws {
    let world = try World()
    try world.backup()
    try world.forget()
    let kept = try Data(contentsOf: world.url("backups/forgotten.json"))
    for copy in Self.copies { try world.remove("workspace/\(copy)") }
    let refused = try world.run(
      ["forget", "u3", "--workspace", "workspace"], key: "another key, not the first")
    #expect(refused.status == 78)
    #expect(refused.error.contains("FINDIE_KEY is not the key"), "\(refused.error)")
    #expect(try Data(contentsOf: world.url("backups/forgotten.json")) == kept)

    // The same with a list of another workspace in one of the folders.
    let other = try World(likes: 8)
    try #require(
      try other.run(
        ["forget", "u3", "--workspace", "workspace"], key: "another key, not the first"
      ).status == 0)
    try world.forget()
    try world.remove("workspace/history/forgotten.json")
    try Self.files.copyItem(
      at: other.url("workspace/forgotten.json"), to: world.url("workspace/history/forgotten.json"))
    let night = try world.night()
    #expect(night.status == 1)
    #expect(night.error.contains("different FINDIE_KEYs"), "\(night.error)")
    #expect(night.error.contains("history/forgotten.json"), "\(night.error)")
    try world.remove("workspace/history/forgotten.json")
    try world.mustNight()
    #expect(try world.holding() == [])
  }

  // MARK: - Restored

  @Test func `a restore that was killed after it moved the workspace aside knows the requests`()
    throws
  {
    let world = try World()
    try world.backup()
    try world.move("backups", to: "away")
    try world.forget()
    try world.move("away", to: "backups")
    // As earlier versions left it: the list was moved aside too.
    for part in ["forgotten.json", ".forgotten.json", "history", "published", "workspace.json"] {
      try world.move("workspace/\(part)", to: "workspace/replaced-2026-04-01T030000Z/\(part)")
    }
    try world.sandbox.folder.write("backups\n", to: "workspace/.restoring")
    let restored = try world.restore("--replace")
    try #require(restored.status == 0, "\(restored.error)")
    #expect(restored.out.contains("removes 1 forgotten player"), "\(restored.out)")
    try world.mustRun("forget", "--complete", "--workspace", "workspace")
    try world.mustNight()
    #expect(try world.holding() == [])
  }

  @Test(arguments: [false, true])
  func `a list beside the backups does not count as complete`(isEmpty: Bool) throws {
    let world = try World()
    if !isEmpty { try world.mustRun("forget", "u3", "--workspace", "workspace") }
    try world.backup()
    try world.move("backups", to: "away")
    // The mount point of the disk.
    try Self.files.createDirectory(at: world.url("backups"), withIntermediateDirectories: true)
    let forget = try world.run(["forget", Self.gone, "--workspace", "workspace"])
    #expect(forget.out.contains("could not be added to the backups"), "\(forget.out)")
    #expect(try Self.files.contentsOfDirectory(atPath: world.url("backups").path) == [])
    try world.remove("backups", "workspace", "reports")
    try world.move("away", to: "backups")
    let restored = try world.restore("--replace")
    try #require(restored.status == 0, "\(restored.error)")
    #expect(restored.out.contains("may be missing"), "\(restored.out)")
    // Neither does the loss of the file that says so.
    try world.remove("workspace/workspace.json")
    #expect(try world.night().status == 1)
    // A backup does not make the list complete.
    try world.backup()
    #expect(try world.restore("--replace").status == 0)
    let refused = try world.night()
    #expect(refused.status == 1)
    #expect(refused.error.contains("forget --from FILE --complete"), "\(refused.error)")
    try world.forget("--complete")
    try world.mustNight()
    #expect(try world.holding() == [])
  }

  @Test func `a backup that was copied elsewhere has its requests, and names nothing there`() throws
  {
    let world = try World()
    try world.forget()
    try world.backup()
    let name = try #require(
      Self.files.contentsOfDirectory(atPath: world.url("backups").path).first {
        $0.hasPrefix("2")
      })
    try world.move("backups/\(name)", to: "elsewhere/copy")
    try world.remove("backups", "workspace", "reports")
    let restored = try world.run(
      [
        "restore", "elsewhere/copy", "--replace", "--workspace", "workspace", "--reports",
        "reports",
      ])
    try #require(restored.status == 0, "\(restored.error)")
    #expect(try Self.files.contentsOfDirectory(atPath: world.url("elsewhere").path) == ["copy"])
    try world.mustRun("forget", "--complete", "--workspace", "workspace")
    try world.mustNight()
    #expect(try world.holding() == [])
  }

  @Test func `a new folder does not make a deferred request urgent`() throws {
    let world = try World()
    try world.forget("--deferred", "--now", "2026-04-01T20:00:00Z")
    try #require(try world.night("--now", "2026-04-02T03:00:00Z").status == 0)
    try Self.files.createDirectory(
      at: world.url("workspace/notify"), withIntermediateDirectories: true)
    try #require(try world.night("--now", "2026-04-03T03:00:00Z").status == 0)
    let list = try String(
      contentsOf: world.url("workspace/forgotten.json"), encoding: .utf8)
    #expect(list.contains("\"isDeferred\":true") && !list.contains("removedOn"), "\(list)")
  }

  @Test func `damaged lists are replaced by the requests that are sent again`() throws {
    let world = try World()
    try world.forget()
    for copy in Self.copies { try Data("{".utf8).write(to: world.url("workspace/\(copy)")) }
    let refused = try world.night()
    #expect(refused.status == 1)
    #expect(refused.error.contains("findie forget --from FILE"), "\(refused.error)")
    try world.forget()
    try world.mustNight()
    #expect(try world.holding() == [])
  }

  @Test(arguments: ["backups", "reports"])
  func `a workspace that is put back from a copy learns of newer requests`(by part: String) throws {
    let world = try World()
    if part == "backups" { try world.backup() }
    try world.copy("workspace", to: "copy")
    try world.forget()
    try world.mustNight()
    try world.remove("workspace")
    try world.move("copy", to: "workspace")
    if part == "backups" {
      try world.remove("reports")
      try world.mustNight()
    } else {
      let refused = try world.night()
      #expect(refused.status == 1)
      #expect(refused.error.contains("lacks 1 request"), "\(refused.error)")
      #expect(refused.error.contains("/reports names"), "\(refused.error)")
      try world.forget()
      try world.mustNight()
    }
    #expect(try world.holding() == [])
  }

  @Test func `two restores of one backup are told apart`() throws {
    let world = try World()
    try world.backup(to: "first")
    try world.backup()
    for name in ["one", "two"] {
      let places = ["--workspace", name, "--reports", "\(name)-reports"]
      try #require(try world.run(["restore", "backups"] + places).status == 0)
      try #require(try world.run(["forget", "--complete", "--workspace", name]).status == 0)
      let night = try world.run(
        ["run", "nightly", "--input", "input", "--parameters", "night.yaml"] + places)
      try #require(night.status == 0, "\(night.error)")
      // They leave the backups of the first one alone.
      let backup = try world.run(["backup", "backups"] + places)
      #expect(backup.status == 1)
      #expect(backup.error.contains("is a copy of"), "\(backup.error)")
    }
    try world.copy("one/history", to: "two/history")
    let refused = try world.run(
      [
        "run", "nightly", "--input", "input", "--parameters", "night.yaml", "--workspace", "two",
        "--reports", "two-reports",
      ])
    #expect(refused.status == 1)
    #expect(refused.error.contains("another workspace"), "\(refused.error)")

    // The one that takes the place of the first one goes on with all of its folders of backups.
    try world.remove("workspace")
    try #require(try world.restore("--replace").status == 0)
    try world.forget("--complete")
    for folder in ["first", "backups"] {
      #expect(try world.requests(in: folder) == world.requests(in: "workspace"))
      try world.backup(to: folder)
    }
    try world.mustNight()
    #expect(try world.holding() == [])
  }

  // MARK: - Shared folders

  @Test func `a folder of reports belongs to one workspace`() throws {
    let world = try World()
    try world.backup()
    let before = try world.sandbox.products().filter { $0.key.hasPrefix("reports/") }
    let second = try world.run(
      [
        "run", "nightly", "--input", "input", "--parameters", "night.yaml", "--workspace", "second",
        "--reports", "reports",
      ])
    #expect(second.status == 1)
    #expect(second.error.contains("has the reports of another workspace"), "\(second.error)")
    #expect(second.error.contains("--reports"), "\(second.error)")
    let drill = try world.run(
      ["restore", "backups", "--workspace", "drill", "--reports", "reports"])
    #expect(drill.status == 1)
    #expect(drill.error.contains("name an empty folder with --reports"), "\(drill.error)")
    #expect(!Self.files.fileExists(atPath: world.url("drill/history").path))
    #expect(try world.sandbox.products().filter { $0.key.hasPrefix("reports/") } == before)
    try world.mustNight()
  }

  @Test func `published nights of another workspace are noticed`() throws {
    // Equal first nights are copies of one, with one id.
    let (world, other) = (try World(), try World(likes: 8))
    try world.remove("workspace/published")
    try Self.files.copyItem(
      at: other.url("workspace/published"), to: world.url("workspace/published"))
    let refused = try world.night()
    #expect(refused.status == 1)
    #expect(refused.error.contains("published belongs to another workspace"), "\(refused.error)")
    #expect(try world.run(["verify", "--workspace", "workspace"]).status == 1)
  }

  @Test func `the history's loss is noticed, also if the published nights are lost with it`() throws
  {
    let world = try World()
    try world.remove("input/interactions", "workspace/published", "workspace/history")
    try world.sandbox.put(
      [SmallWorld.interaction("new", player: "u1", game: "g1", day: 90)],
      in: "interactions/new.ndjson")
    let refused = try world.night()
    #expect(refused.status == 1)
    #expect(refused.error.contains("the history has lost"), "\(refused.error)")
    #expect(refused.error.contains("--publish anyway"), "\(refused.error)")
  }

  // MARK: - At random

  @Test func `random losses, restores and copies bring no forgotten player back`() throws {
    let sequences = Tier.isCampaign ? "300" : "8"
    guard
      let (status, said) = try PythonHarness.run(
        "Tests/Faults/forget.py", "--sequences", sequences)
    else { return }
    #expect(status == 0, "\(said)")
    #expect(said.contains("\(sequences) sequences, "), "\(said)")
    print(said)
  }
}
