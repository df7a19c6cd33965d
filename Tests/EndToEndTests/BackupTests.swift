import FindieTestSupport
import Foundation
import Testing

/// Backups of a workspace, and what is restored from them.
struct BackupTests {
  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]
  private static let files = FileManager.default

  private func run(_ sandbox: Sandbox, _ arguments: String...) throws -> Binary.Result {
    try Binary.run(arguments, in: sandbox.folder.url, environment: Self.key)
  }

  private func night(_ sandbox: Sandbox, _ more: String...) throws {
    let result = try Binary.run(
      sandbox.arguments + more, in: sandbox.folder.url, environment: Self.key)
    try #require(result.status == 0, "\(result.error)")
  }

  private static let places = ["--workspace", "workspace", "--reports", "reports"]

  @discardableResult
  private func backup(
    _ sandbox: Sandbox, to folder: String = "backups", on day: String? = nil
  ) throws -> [String: Any] {
    let now = day.map { ["--now", "\($0)T06:00:00Z"] } ?? []
    let result = try Binary.run(
      ["backup", folder, "--json"] + Self.places + now, in: sandbox.folder.url,
      environment: Self.key)
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  private func restore(
    _ sandbox: Sandbox, _ more: String..., from folder: String = "backups"
  ) throws -> Binary.Result {
    try Binary.run(
      ["restore", folder] + Self.places + more, in: sandbox.folder.url, environment: Self.key)
  }

  private func remove(_ paths: String..., of sandbox: Sandbox) throws {
    for path in paths { try Self.files.removeItem(at: sandbox.folder.url.appending(path: path)) }
  }

  /// The regular files below a folder that have a text, by path.
  private func holding(_ text: String, below folder: URL) throws -> [String] {
    try contents(of: folder).filter { $0.value.range(of: Data(text.utf8)) != nil }.keys.sorted()
  }

  private func contents(of folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try Self.files.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appending(path: path)
      let kind = try Self.files.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { continue }
      files[path] = try Data(contentsOf: url)
    }
    return files
  }

  /// Files that a run computes again, or that are about the process.
  private func isPart(_ path: String) -> Bool {
    let names = ["artifacts/", "backfill/", "by-game/", "stdin/", ".lock"]
    return !names.contains { path.hasPrefix($0) } && !path.contains("findie.sqlite-")
      && path != "workspace.json"
  }

  private static let gone = (first: "planted-4711", second: "planted-4712", third: "planted-4713")

  /// The events of a day, with three players who are forgotten later, unless `without` them.
  private func events(_ day: Int, without: Bool) -> [[String: Any]] {
    let planted = [Self.gone.first, Self.gone.second, Self.gone.third]
    return SmallWorld.interactions(days: day..<day + 1)
      + (without ? [] : planted).enumerated().map { index, player in
        SmallWorld.interaction(
          "\(player)-\(day)", player: player, game: "g\((day + index) % 20)", day: day)
      }
  }

  private func put(_ days: Range<Int>, in sandbox: Sandbox, without: Bool = false) throws {
    for day in days {
      try sandbox.put(events(day, without: without), in: "interactions/\(day).ndjson")
    }
  }

  @Test func `after ten nights and a gone disk, everything is back but the forgotten players`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    try put(0..<80, in: sandbox)
    var saved: [String: Data] = [:]
    for day in 80..<90 {
      try put(day..<day + 1, in: sandbox)
      switch day {
      case 81:
        try #require(
          try run(sandbox, "forget", Self.gone.first, "--workspace", "workspace").status == 0)
      case 84:
        // A corrected file.
        try sandbox.put(Array(events(50, without: false).dropLast()), in: "interactions/50.ndjson")
      case 86:
        // After the last backup.
        try #require(
          try run(sandbox, "forget", Self.gone.second, "--deferred", "--workspace", "workspace")
            .status == 0)
      case 88:
        try #require(
          try run(sandbox, "forget", Self.gone.third, "--workspace", "workspace").status == 0)
      default: break
      }
      try night(sandbox)
      if day == 82 || day == 85 {
        try backup(sandbox)
        saved = try contents(of: sandbox.workspace).filter { isPart($0.key) }
      }
    }
    try remove("workspace", "reports", of: sandbox)

    let restored = try restore(sandbox)
    try #require(restored.status == 0, "\(restored.error)")
    #expect(
      restored.out.contains("The next run removes 3 forgotten players again."), "\(restored.out)")
    let now = try contents(of: sandbox.workspace).filter { isPart($0.key) }
    for path in Set(saved.keys).union(now.keys).sorted() {
      // The requests are newer, the ids differ, and a copy of the store has the same rows.
      if path.hasSuffix("forgotten.json") || path.hasSuffix(".workspace.json") { continue }
      if ["findie.sqlite", "history/ledger.json"].contains(path) { continue }
      #expect(saved[path] == now[path], "\(path)")
    }
    try #require(try run(sandbox, "forget", "--complete", "--workspace", "workspace").status == 0)
    try night(sandbox)
    for player in [Self.gone.first, Self.gone.second, Self.gone.third] {
      for root in ["workspace", "reports"] {
        #expect(
          try holding(player, below: sandbox.folder.url.appending(path: root)) == [], "\(player)")
      }
    }
    let never = try Sandbox.withSmallWorld(days: 0..<0)
    try put(0..<90, in: never, without: true)
    try night(never)
    // The totals in reports have the players' events.
    let differing = try sandbox.differences(from: never).filter {
      $0.hasPrefix("workspace/published/2026-04-01") && !$0.hasSuffix("/.forgotten.json")
    }
    #expect(differing == [])
    let verified = try run(
      sandbox, "verify", "--workspace", "workspace", "--reports", "reports")
    #expect(verified.status == 0, "\(verified.out)")
  }

  @Test func `a backup that was replaced brings no player back who was forgotten since`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    try put(0..<90, in: sandbox)
    try night(sandbox)
    try backup(sandbox)
    // The disk of the backups cannot be reached.
    let (backups, away) = (
      sandbox.folder.url.appending(path: "backups"), sandbox.folder.url.appending(path: "away")
    )
    try Self.files.moveItem(at: backups, to: away)
    let forget = try run(sandbox, "forget", Self.gone.first, "--workspace", "workspace")
    try #require(forget.status == 0)
    #expect(forget.out.contains("could not be added to the backups"), "\(forget.out)")
    try Self.files.moveItem(at: away, to: backups)
    try night(sandbox)
    // The workspace still knows the request.
    #expect(try restore(sandbox).status == 1)
    let restored = try restore(sandbox, "--replace")
    try #require(restored.status == 0, "\(restored.error)")
    #expect(restored.out.contains("removes 1 forgotten player"), "\(restored.out)")
    let aside = try #require(
      Self.files.contentsOfDirectory(atPath: sandbox.workspace.path).first {
        $0.hasPrefix("replaced-")
      })
    #expect(
      Self.files.fileExists(atPath: sandbox.workspace.path + "/\(aside)/history/ledger.json"))
    try remove("workspace/\(aside)", of: sandbox)
    try night(sandbox)
    #expect(try holding(Self.gone.first, below: sandbox.workspace) == [])
  }

  @Test func `unchanged files are links to those of the backup before`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let first = try backup(sandbox)
    let second = try backup(sandbox)
    let (all, copied) = (
      try #require(second["bytes"] as? Int), try #require(second["copiedBytes"] as? Int)
    )
    #expect(first["copiedBytes"] as? Int ?? 0 > all / 2)
    // The store and the ledger are always copied.
    #expect(copied < all / 2)
    let folders = try [first, second].map { try #require($0["backup"] as? String) }
    #expect(folders[0] != folders[1])
    let path = "/workspace/published/2026-04-01/recommendations.ndjson"
    let numbers = try folders.map {
      try #require(Self.files.attributesOfItem(atPath: $0 + path)[.systemFileNumber] as? Int)
    }
    #expect(numbers[0] == numbers[1])
    // One without the other is complete.
    try Self.files.removeItem(atPath: folders[0])
    try remove("workspace", "reports", of: sandbox)
    #expect(try restore(sandbox).status == 0)
    try #require(try run(sandbox, "forget", "--complete", "--workspace", "workspace").status == 0)
    #expect(
      try run(sandbox, "verify", "--workspace", "workspace", "--reports", "reports").status == 0)
  }

  @Test func `the next backup names the damaged files of the one before, and copies them again`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let first = URL(filePath: try #require(try backup(sandbox)["backup"] as? String))
    let history = try Self.files.contentsOfDirectory(
      atPath: first.appending(path: "workspace/history/interactions").path
    ).sorted().map { "workspace/history/interactions/\($0)" }
    let page = "reports/2026-04-01/index.html"
    try Self.files.removeItem(at: first.appending(path: page))
    for (path, change) in [
      (history[0], { $0[$0.count - 1] ^= 0x80 }), (history[1], { $0.removeLast() }),
      ("workspace/published/2026-04-01/similar.ndjson", { $0[0] ^= 1 }),
    ] as [(String, (inout Data) -> Void)] {
      let file = first.appending(path: path)
      let modified = try Self.files.attributesOfItem(atPath: file.path)[.modificationDate]
      var bytes = try Data(contentsOf: file)
      change(&bytes)
      try bytes.write(to: file)
      try Self.files.setAttributes(
        [.modificationDate: try #require(modified)], ofItemAtPath: file.path)
    }
    #expect(
      try backup(sandbox)["damagedCopies"] as? [String] == [
        page, history[0], history[1], "workspace/published/2026-04-01/similar.ndjson",
      ])
    // Its manifest is damaged too, so everything is copied again.
    let second = try backup(sandbox)
    #expect(second["damagedCopies"] as? [String] == [])
    try Data("{".utf8).write(
      to: URL(filePath: try #require(second["backup"] as? String)).appending(path: "backup.json"))
    let last = try backup(sandbox)
    #expect(last["damagedCopies"] as? [String] == ["backup.json"])
    #expect(try #require(last["copiedBytes"] as? Int) > #require(last["bytes"] as? Int) / 2)
    try remove("workspace", "reports", of: sandbox)
    #expect(try restore(sandbox).status == 0)
    try #require(try run(sandbox, "forget", "--complete", "--workspace", "workspace").status == 0)
    #expect(
      try run(sandbox, "verify", "--workspace", "workspace", "--reports", "reports").status == 0)
  }

  @Test func `of backups with dates in the future, none is the newest`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let wrong = try #require(try backup(sandbox, on: "2038-01-19")["backup"] as? String)
    let next = try backup(sandbox)
    #expect(next["futureBackups"] as? [String] == [wrong])
    let unnamed = try restore(sandbox, "--replace")
    #expect(unnamed.status == 1)
    let right = try #require(next["backup"] as? String)
    #expect(unnamed.error.contains("the clock was wrong"), "\(unnamed.error)")
    #expect(unnamed.error.contains("such as \(right)"), "\(unnamed.error)")
    #expect(try restore(sandbox, "--replace", from: right).status == 0)
  }

  @Test func `a backup that is taken during a night can be restored`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<80)
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 40..<90), in: "interactions/second.ndjson")
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = sandbox.arguments
    process.currentDirectoryURL = sandbox.folder.url
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    var folders: [String] = []
    while process.isRunning, folders.count < 40 {
      folders.append(try #require(try backup(sandbox)["backup"] as? String))
    }
    try #require(process.waitForEnd())
    #expect(process.terminationStatus == 0)
    try #require(folders.count > 1)
    for folder in [folders[0], folders[folders.count / 2], folders[folders.count - 1]] {
      try remove("workspace", "reports", of: sandbox)
      let restored = try restore(sandbox, from: folder)
      try #require(restored.status == 0, "\(restored.error)")
      try #require(try run(sandbox, "forget", "--complete", "--workspace", "workspace").status == 0)
      let verified = try run(
        sandbox, "verify", "--workspace", "workspace", "--reports", "reports")
      // A night that is not published yet may have a record already.
      #expect(verified.status == 0, "\(folder): \(verified.out)")
      try sandbox.runNight()
    }
  }

  @Test func `a damaged or foreign backup changes nothing`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let folder = try #require(try backup(sandbox)["backup"] as? String)
    let before = try contents(of: sandbox.workspace)
    let file = URL(filePath: folder).appending(
      path: "workspace/published/2026-04-01/similar.ndjson")
    let good = try Data(contentsOf: file)
    var bytes = good
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
    let damaged = try restore(sandbox, "--replace")
    #expect(damaged.status == 1)
    #expect(damaged.error.contains("similar.ndjson differs from its checksum"), "\(damaged.error)")
    try good.write(to: file)

    let other = try Sandbox.withSmallWorld(days: 0..<89)
    try other.runNight()
    try backup(other, to: sandbox.folder.url.appending(path: "others").path)
    let foreign = try restore(sandbox, "--replace", from: "others")
    #expect(foreign.status == 1)
    #expect(foreign.error.contains("another workspace"), "\(foreign.error)")
    let mixed = try Binary.run(
      ["backup", "others"] + Self.places, in: sandbox.folder.url, environment: Self.key)
    #expect(mixed.status == 1)
    #expect(mixed.error.contains("another workspace"), "\(mixed.error)")
    #expect(try restore(sandbox, from: "nothing").status == 66)
    let inside = try Binary.run(
      ["backup", "workspace/backups"] + Self.places, in: sandbox.folder.url, environment: Self.key)
    #expect(inside.error.contains("is in the workspace"), "\(inside.error)")
    try Self.files.createSymbolicLink(
      atPath: sandbox.folder.url.appending(path: "link").path, withDestinationPath: "workspace")
    let linked = try Binary.run(
      ["backup", "link/new/backups"] + Self.places, in: sandbox.folder.url, environment: Self.key)
    #expect(linked.error.contains("is in the workspace"), "\(linked.error)")
    #expect(
      try contents(of: sandbox.workspace).filter { isPart($0.key) }
        == before.filter { isPart($0.key) })
  }

  @Test func `no run uses a workspace whose restore was interrupted`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try backup(sandbox)
    // As a kill between the parts leaves it.
    try sandbox.folder.write("backups\n", to: "workspace/.restoring")
    try remove("workspace/history", "workspace/workspace.json", of: sandbox)
    let refused = try sandbox.night()
    #expect(refused.status == 1)
    #expect(refused.error.contains("not restored to its end"), "\(refused.error)")
    #expect(try restore(sandbox, "--replace").status == 0)
    try #require(try run(sandbox, "forget", "--complete", "--workspace", "workspace").status == 0)
    try sandbox.runNight()
    #expect(
      try run(sandbox, "verify", "--workspace", "workspace", "--reports", "reports").status == 0)
  }

  @Test func `only the owner may read backups and restored events`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try backup(sandbox)
    func mode(_ path: String) throws -> Int {
      try #require(
        Self.files.attributesOfItem(atPath: sandbox.folder.url.appending(path: path).path)[
          .posixPermissions] as? Int)
    }
    #expect(try mode("backups") == 0o700)
    try remove("workspace", of: sandbox)
    try #require(try restore(sandbox, "--replace").status == 0)
    for folder in ["history", "history/interactions", "quarantine"]
    where Self.files.fileExists(atPath: sandbox.workspace.appending(path: folder).path) {
      #expect(try mode("workspace/\(folder)") == 0o700, "\(folder)")
    }
    let day = try #require(
      Self.files.contentsOfDirectory(
        atPath: sandbox.workspace.appending(path: "history/interactions").path
      ).first)
    #expect(try mode("workspace/history/interactions/\(day)") == 0o600)
  }
}
