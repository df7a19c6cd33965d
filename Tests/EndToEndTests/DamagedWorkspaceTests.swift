import FindieTestSupport
import Foundation
import Testing

/// A workspace that was damaged after the last night: the next night repairs it.
struct DamagedWorkspaceTests {
  private static let artifacts = [
    "matrix", "factors", "similar", "evaluation", "recommendations", "trending", "popular",
    "new-releases", "reports", "publish",
  ]

  @Test(arguments: artifacts)
  func `a night with a damaged artifact gives the same lists`(artifact: String) throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    let file = sandbox.workspace.appending(path: "artifacts/\(artifact).artifact")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 0x10
    try bytes.write(to: file)
    // The reports are removed too, so that they and their inputs are computed again.
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: "reports"))
    try sandbox.runNight()
    #expect(try sandbox.products() == before)
  }

  @Test func `a night without artifacts gives the same lists`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    try FileManager.default.removeItem(at: sandbox.workspace.appending(path: "artifacts"))
    try sandbox.runNight()
    #expect(try sandbox.products() == before)
  }

  @Test(arguments: [
    "workspace/published/current", "workspace/published/2026-04-01",
    "workspace/published/current/similar.ndjson", "workspace/published/current/findie.sqlite",
    "reports/2026-04-01", "reports/2026-04-01/kpi.csv", "reports/2026-04-01/studios",
  ])
  func `removed output files are written again`(path: String) throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: path))
    try sandbox.runNight()
    #expect(try sandbox.products() == before)
  }

  @Test func `a damaged day of the history stops the night with the remedy`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    let history = sandbox.workspace.appending(path: "history")
    let day = try #require(
      FileManager.default.subpathsOfDirectory(atPath: history.path).sorted().first {
        $0.contains("2026-01")
      })
    let file = history.appending(path: day)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
    try sandbox.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 5)],
      in: "interactions/late.ndjson")
    let result = try sandbox.night()
    #expect(result.status != 0)
    #expect(result.error.contains(file.lastPathComponent), "\(result.error)")
    #expect(try sandbox.products() == before)
  }

  @Test func `a store that is not a database stops the night, and the published night stays`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    for suffix in ["-wal", "-shm"] {
      let url = sandbox.workspace.appending(path: "findie.sqlite\(suffix)")
      if FileManager.default.fileExists(atPath: url.path) {
        try FileManager.default.removeItem(at: url)
      }
    }
    try sandbox.folder.write(
      String(repeating: "no database ", count: 1000), to: "workspace/findie.sqlite")
    let result = try sandbox.night()
    #expect(result.status == 1)
    #expect(result.error.contains("Move it away"))
    #expect(try sandbox.products() == before)
  }
}
