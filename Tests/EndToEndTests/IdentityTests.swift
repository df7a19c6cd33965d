import FindieTestSupport
import Foundation
import Testing

/// What a night depends on besides its input and parameters: the program, the clock, and files that
/// another night published.
struct IdentityTests {
  @Test func `another build of the same version reuses nothing`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let copy = sandbox.folder.url.appending(path: "other-findie")
    // A constant of the program: the heading of a report.
    var program = try Data(contentsOf: Binary.url)
    let words = try #require(program.range(of: Data("No player has enough history".utf8)))
    program[words.lowerBound + 1] = UInt8(ascii: "O")
    try program.write(to: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy.path)
    for (words, isBuilt) in [("first", true), ("second", false)] {
      let result = try Binary.run(
        sandbox.arguments + ["--json"], of: copy, in: sandbox.folder.url,
        environment: ["FINDIE_TEST_RUN": words])
      #expect(result.status == 0, "\(result.error)")
      let stages = try #require(try object(result.out)["stages"] as? [[String: Any]])
      let matrix = try #require(stages.first { $0["stage"] as? String == "matrix" })
      #expect(matrix["outcome"] as? String == (isBuilt ? "built" : "skipped"), "\(words)")
      if isBuilt {
        #expect((matrix["reason"] as? String)?.hasPrefix("the program changed") == true)
      }
    }
  }

  @Test func `what was in the future is read again once its time has come`() throws {
    func world() throws -> Sandbox {
      let sandbox = try Sandbox.withSmallWorld()
      var games = SmallWorld.games.prefix(2).map { $0 }
      (games[0]["title"], games[0]["updatedAt"]) = ("Of Today", "2026-03-30T00:00:00Z")
      (games[1]["id"], games[1]["title"]) = ("g0", "Of the Future")
      games[1]["updatedAt"] = "2026-04-06T00:00:00Z"
      // The time of the second is absent at first, so that the first one is newer.
      try sandbox.put([games[1], games[0]], in: "games-changes.ndjson")
      try sandbox.put(
        SmallWorld.interactions(days: 0..<90)
          + [SmallWorld.interaction("future", player: "u1", game: "g4", day: 96)],
        in: "interactions/first.ndjson")
      return sandbox
    }
    let (old, new) = (try world(), try world())
    try old.runNight("--now", "2026-04-01T03:00:00Z", "--date", "2026-04-01")
    func titles(_ sandbox: Sandbox) throws -> [Bool] {
      let store = try Data(contentsOf: sandbox.current.appending(path: "findie.sqlite"))
      return ["Of Today", "Of the Future"].map { store.range(of: Data($0.utf8)) != nil }
    }
    #expect(try titles(old) == [true, false])
    for sandbox in [old, new] {
      try sandbox.runNight("--now", "2026-04-08T03:00:00Z", "--date", "2026-04-08")
    }
    for name in ["recommendations", "similar", "trending", "popular"] {
      #expect(
        try Data(contentsOf: old.current.appending(path: "\(name).ndjson"))
          == Data(contentsOf: new.current.appending(path: "\(name).ndjson")), "\(name)")
    }
    #expect(try titles(old)[1] && titles(new) == [false, true])
  }

  @Test func `a night that was moved aside to be replaced is put back`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let published = try sandbox.products()
    // As after a crash on a file system that cannot swap two folders.
    for folder in ["workspace/published", "reports"] {
      let folder = sandbox.folder.url.appending(path: folder)
      try FileManager.default.moveItem(
        at: folder.appending(path: "2026-04-01"), to: folder.appending(path: ".2026-04-01.old"))
    }
    let cleaned = try sandbox.findie(["clean", "--workspace", "workspace", "--reports", "reports"])
    #expect(cleaned.status == 0, "\(cleaned.error)")
    #expect(try sandbox.products() == published)
  }

  @Test func `no night writes to the folder of another`() throws {
    let world = try Sandbox.withGeneratedWorld(nights: "2026-01-27", "2026-01-28")
    let file = world.workspace.appending(path: "published/2026-01-27/findie.sqlite")
    let before = try Data(contentsOf: file)
    // Without artifacts, models are trained again, on the catalogue of the anchor.
    try FileManager.default.removeItem(at: world.workspace.appending(path: "artifacts"))
    let outcomes = try world.runNight("--date", "2026-01-29")
    #expect(outcomes["trained-items"] == "built")
    #expect(try Data(contentsOf: file) == before)
    let verified = try world.findie(["verify", "--workspace", "workspace", "--reports", "reports"])
    #expect(verified.status == 0, "\(verified.out)")
  }
}
