import FindieTestSupport
import Foundation
import Testing

/// Workspaces with parts that a careful operator put back, took from elsewhere or lost.
struct TrustTests {
  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]
  private static let files = FileManager.default

  private func run(_ sandbox: Sandbox, _ arguments: [String]) throws -> Binary.Result {
    try Binary.run(arguments, in: sandbox.folder.url, environment: Self.key)
  }

  private func night(_ sandbox: Sandbox, _ more: String...) throws -> Binary.Result {
    try run(sandbox, sandbox.arguments + more)
  }

  private func mustRun(_ sandbox: Sandbox, _ more: String...) throws {
    let result = try run(sandbox, sandbox.arguments + more)
    try #require(result.status == 0, "\(result.error)")
  }

  /// Puts a copy of a part in the place of another.
  private func replace(_ part: String, of sandbox: Sandbox, with copy: URL) throws {
    let place = sandbox.workspace.appending(path: part)
    if Self.files.fileExists(atPath: place.path) { try Self.files.removeItem(at: place) }
    try Runs.copyPart(copy, to: place)
  }

  private func remove(_ parts: String..., of sandbox: Sandbox) throws {
    for part in parts { try Self.files.removeItem(at: sandbox.workspace.appending(path: part)) }
  }

  /// A copy of a part, outside of the workspace.
  private func copy(_ part: String, of sandbox: Sandbox, as name: String) throws -> URL {
    let copy = sandbox.folder.url.appending(path: name)
    try Runs.copyPart(sandbox.workspace.appending(path: part), to: copy)
    return copy
  }

  /// Removes all copies of the requests to forget players.
  private func removeRequests(of sandbox: Sandbox) throws {
    for path in try Self.files.subpathsOfDirectory(atPath: sandbox.workspace.path)
    where path.hasSuffix("forgotten.json") {
      try remove(path, of: sandbox)
    }
  }

  private func published(_ sandbox: Sandbox) throws -> String {
    try Self.files.destinationOfSymbolicLink(atPath: sandbox.current.path)
  }

  /// The files of the workspace with the id of a player.
  private func holding(_ player: String, _ sandbox: Sandbox) throws -> [String] {
    let id = Data(player.utf8)
    return try Self.files.subpathsOfDirectory(atPath: sandbox.workspace.path).filter { path in
      let url = sandbox.workspace.appending(path: path)
      let kind = try Self.files.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { return false }
      return try Data(contentsOf: url).range(of: id) != nil
    }
  }

  /// The small world with players whose ids no other text has, and another event on a day.
  private func world(_ event: String = "e", without player: String? = nil) throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    let events =
      SmallWorld.interactions(days: 0..<90)
      + [SmallWorld.interaction(event, player: "u1", game: event == "b" ? "g5" : "g3", day: 40)]
    let gone = "planted-4711"
    let own = (0..<9).map {
      SmallWorld.interaction("p\($0)", player: gone, game: "g\($0)", day: 9 * $0)
    }
    try sandbox.put(
      events + (player == gone ? [] : own), in: "interactions/first.ndjson")
    return sandbox
  }

  // MARK: - Restored

  @Test(arguments: [[], ["--deferred"]])
  func `a restored history does not bring forgotten players back`(_ options: [String]) throws {
    let (sandbox, gone) = (try world(), "planted-4711")
    try mustRun(sandbox)
    let backup = try copy("history", of: sandbox, as: "backup")
    let forget = try run(sandbox, ["forget", gone, "--workspace", "workspace"] + options)
    try #require(forget.status == 0, "\(forget.error)")
    try mustRun(sandbox)
    try replace("history", of: sandbox, with: backup)
    try #require(!holding(gone, sandbox).isEmpty)
    let verified = try run(sandbox, ["verify", "--workspace", "workspace"])
    #expect(verified.status == 1)
    #expect(verified.out.contains("forgotten"), "\(verified.out)")
    #expect(!verified.out.contains(gone))
    try mustRun(sandbox)
    #expect(try holding(gone, sandbox) == [])
    let never = try world(without: gone)
    try mustRun(never)
    // The totals in reports have the player's events.
    #expect(try sandbox.differences(from: never).filter { !$0.hasPrefix("reports/") } == [])
    #expect(try run(sandbox, ["verify", "--workspace", "workspace"]).status == 0)
  }

  @Test func `lost requests to forget are noticed`() throws {
    let sandbox = try world()
    try mustRun(sandbox)
    try #require(
      try run(sandbox, ["forget", "planted-4711", "--workspace", "workspace"]).status == 0)
    let requests = try copy("forgotten.json", of: sandbox, as: "requests")
    try mustRun(sandbox)
    try removeRequests(of: sandbox)
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    #expect(refused.error.contains("lacks 1 request"), "\(refused.error)")
    // Another request does not take the place of the lost one.
    try #require(try run(sandbox, ["forget", "u3", "--workspace", "workspace"]).status == 0)
    #expect(try night(sandbox).status == 1)
    let record = try String(
      contentsOf: sandbox.workspace.appending(path: "runs/undated/run.json"), encoding: .utf8)
    #expect(record.contains("lacks 1 request"))
    try removeRequests(of: sandbox)
    try replace("forgotten.json", of: sandbox, with: requests)
    try #require(try run(sandbox, ["forget", "u3", "--workspace", "workspace"]).status == 0)
    try mustRun(sandbox)
  }

  @Test func `an older copy of the history with as many events is noticed`() throws {
    let sandbox = try world()
    try mustRun(sandbox)
    let backup = try copy("history", of: sandbox, as: "backup")
    // A corrected file has another event instead of one.
    try Self.files.removeItem(at: sandbox.input.appending(path: "interactions"))
    let corrected = try world("corrected")
    try Runs.copyPart(
      corrected.input.appending(path: "interactions"),
      to: sandbox.input.appending(path: "interactions"))
    try mustRun(sandbox)
    try Self.files.removeItem(at: sandbox.input.appending(path: "interactions"))
    try sandbox.put(
      [SmallWorld.interaction("new", player: "u1", game: "g1", day: 90)],
      in: "interactions/new.ndjson")
    try replace("history", of: sandbox, with: backup)
    let day = try published(sandbox)
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    #expect(refused.error.contains("does not continue"), "\(refused.error)")
    #expect(refused.error.contains("of 2026-02-10"), "\(refused.error)")
    #expect(try published(sandbox) == day)
    try mustRun(sandbox, "--publish", "anyway")
    try mustRun(sandbox)
  }

  @Test func `an older copy of the store is noticed`() throws {
    let sandbox = try world()
    try mustRun(sandbox)
    let backup = try copy("findie.sqlite", of: sandbox, as: "backup")
    try sandbox.put(
      [SmallWorld.games[0].merging(["id": "g20", "title": "Another"]) { $1 }],
      in: "games.more.ndjson")
    try mustRun(sandbox)
    try replace("findie.sqlite", of: sandbox, with: backup)
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    #expect(refused.error.contains("older than the published night"), "\(refused.error)")
    // The remedy of the message.
    try replace(
      "findie.sqlite", of: sandbox, with: sandbox.current.appending(path: "findie.sqlite"))
    try mustRun(sandbox)
    try replace("findie.sqlite", of: sandbox, with: backup)
    try mustRun(sandbox, "--publish", "anyway")
  }

  // MARK: - Lost

  @Test(arguments: ["runs", "recipe", "truncated"])
  func `a published night without a readable recipe is noticed`(_ loss: String) throws {
    let sandbox = try world()
    try mustRun(sandbox)
    let day = try published(sandbox)
    try Self.files.removeItem(at: sandbox.input.appending(path: "interactions"))
    try sandbox.put(
      [SmallWorld.interaction("new", player: "u1", game: "g1", day: 90)],
      in: "interactions/new.ndjson")
    try remove("history", of: sandbox)
    let recipes = ["published/\(day)/.recipe.json", "runs/\(day)/recipe.json"].map {
      sandbox.workspace.appending(path: $0)
    }
    switch loss {
    case "runs": try remove("runs", of: sandbox)
    case "recipe": for recipe in recipes { try Self.files.removeItem(at: recipe) }
    default:
      for recipe in recipes { try Data(contentsOf: recipe).prefix(1000).write(to: recipe) }
    }
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    // The night's folder has its recipe too.
    let why = loss == "runs" ? "the history has lost" : "recipe.json"
    for word in [why, "--publish anyway", "restore"] {
      #expect(refused.error.contains(word), "\(word): \(refused.error)")
    }
    #expect(try published(sandbox) == day)
    #expect(try run(sandbox, ["verify", "--workspace", "workspace"]).status == 1)
    try mustRun(sandbox, "--publish", "anyway")
    // The gate compares with the night before, whose recipe is in its folder.
    if loss != "runs" { try mustRun(sandbox) }
  }

  // MARK: - Foreign

  @Test(arguments: ["findie.sqlite", "history", "forgotten.json", "runs", "workspace.json"])
  func `a part of another workspace is noticed`(_ part: String) throws {
    let (sandbox, other) = (try world("a"), try world("b"))
    for world in [sandbox, other] {
      try mustRun(world)
      try #require(try run(world, ["forget", "u3", "--workspace", "workspace"]).status == 0)
      try mustRun(world)
    }
    let own = try copy(part, of: sandbox, as: "own")
    try replace(part, of: sandbox, with: other.workspace.appending(path: part))
    if part == "forgotten.json" { try remove(".forgotten.json", of: sandbox) }
    let before = try sandbox.products()
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    #expect(refused.error.contains("another workspace"), "\(refused.error)")
    #expect(refused.error.contains(part == "runs" ? "recipe.json" : part), "\(refused.error)")
    let verified = try run(sandbox, ["verify", "--workspace", "workspace"])
    #expect(verified.status == 1)
    #expect(verified.out.contains("another workspace"), "\(verified.out)")
    #expect(
      try run(sandbox, ["ingest", "--input", "input", "--workspace", "workspace"]).status == 1)
    #expect(try sandbox.products() == before)
    try replace(part, of: sandbox, with: own)
    try mustRun(sandbox)
  }

  @Test func `a published store of another workspace is no remedy`() throws {
    let (sandbox, other) = (try world("a"), try world("b"))
    try other.put(
      [SmallWorld.games[0].merging(["id": "g99", "title": "Only there"]) { $1 }],
      in: "games.more.ndjson")
    for world in [sandbox, other] { try mustRun(world) }
    try replace("findie.sqlite", of: sandbox, with: other.current.appending(path: "findie.sqlite"))
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    #expect(refused.error.contains("another workspace"), "\(refused.error)")
    try remove("findie.sqlite", of: sandbox)
    try mustRun(sandbox)
  }

  @Test func `a published night of another workspace has no say in tonight's lists`() throws {
    let (sandbox, other) = (try world("a"), try world("b"))
    for world in [sandbox, other] { try mustRun(world, "--date", "2026-03-30") }
    try replace(
      "published/2026-03-30", of: sandbox,
      with: other.workspace.appending(path: "published/2026-03-30"))
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    #expect(refused.error.contains("another workspace"), "\(refused.error)")
    try remove("published", of: sandbox)
    try mustRun(sandbox)
  }

  @Test func `a lost workspace.json is written again with the id of the parts`() throws {
    let sandbox = try world()
    try mustRun(sandbox)
    let file = sandbox.workspace.appending(path: "workspace.json")
    let before = try Data(contentsOf: file)
    try remove("workspace.json", of: sandbox)
    try mustRun(sandbox)
    #expect(try Data(contentsOf: file) == before)
    try Data("{".utf8).write(to: file)
    #expect(try night(sandbox).error.contains("Remove the file"))
  }

  // MARK: - Rolled back

  @Test func `an older night does not replace the published one`() throws {
    let sandbox = try world()
    try mustRun(sandbox)
    let day = try published(sandbox)
    let refused = try night(sandbox, "--date", "2026-03-01")
    #expect(refused.status == 1)
    for word in ["2026-03-01", day, "findie backfill --from 2026-03-01", "--publish anyway"] {
      #expect(refused.error.contains(word), "\(word): \(refused.error)")
    }
    #expect(try published(sandbox) == day)
    // Without publishing it is allowed.
    try mustRun(sandbox, "--date", "2026-03-01", "--until", "matrix")
    let backfill = try run(
      sandbox,
      ["backfill", "--from", "2026-03-01", "--to", "2026-03-01"] + sandbox.arguments.dropFirst(2))
    #expect(backfill.status == 0, "\(backfill.error)")
    #expect(try published(sandbox) == day)
    try mustRun(sandbox, "--date", "2026-03-01", "--publish", "anyway")
    #expect(try published(sandbox) == "2026-03-01")
  }

  @Test func `a corrected export without the last days does not roll the lists back`() throws {
    let sandbox = try world()
    try mustRun(sandbox)
    let day = try published(sandbox)
    try sandbox.put(SmallWorld.interactions(days: 0..<80), in: "interactions/first.ndjson")
    #expect(try night(sandbox).status == 65)
    try mustRun(sandbox, "--until", "intake", "--publish", "anyway")
    let refused = try night(sandbox)
    #expect(refused.status == 1)
    #expect(refused.error.contains("is published already"), "\(refused.error)")
    #expect(try published(sandbox) == day)
  }

  @Test func `a clock that is set back is named, and nothing is read`() throws {
    let sandbox = try world()
    try mustRun(sandbox, "--now", "2026-04-02T03:00:00Z")
    let history = try Self.files.subpathsOfDirectory(
      atPath: sandbox.workspace.appending(path: "history").path)
    let refused = try night(sandbox, "--now", "2026-03-23T03:00:00Z")
    #expect(refused.status == 1)
    #expect(refused.error.contains("clock says 2026-03-23"), "\(refused.error)")
    #expect(refused.error.contains("before the published night of 2026-04-01"), "\(refused.error)")
    #expect(
      try Self.files.subpathsOfDirectory(
        atPath: sandbox.workspace.appending(path: "history").path) == history)
    // A few hours do not matter.
    try mustRun(sandbox, "--now", "2026-04-01T12:00:00Z")
    try mustRun(sandbox, "--now", "2026-03-23T03:00:00Z", "--publish", "anyway")
  }
}
