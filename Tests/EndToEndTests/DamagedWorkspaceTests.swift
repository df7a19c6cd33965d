import FindieTestSupport
import Foundation
import Testing

/// A workspace that is not as the last night left it: the night mends it.
struct DamagedWorkspaceTests {
  private static let artifacts = [
    "matrix", "factors", "similar", "evaluation", "recommendations", "trending", "new-releases",
    "reports", "publish",
  ]

  @Test(arguments: artifacts)
  func `a night with a damaged artifact ends in the same lists`(artifact: String) throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    let file = place.workspace.appending(path: "artifacts/\(artifact).artifact")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 0x10
    try bytes.write(to: file)
    // The reports are gone too, so that they, and what they read, are made again.
    try FileManager.default.removeItem(at: place.folder.url.appending(path: "reports"))
    try place.goodNight()
    #expect(try place.products() == before)
  }

  @Test func `a night without any artifact ends in the same lists`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    try FileManager.default.removeItem(at: place.workspace.appending(path: "artifacts"))
    try place.goodNight()
    #expect(try place.products() == before)
  }

  @Test(arguments: [
    "workspace/published/current", "workspace/published/2026-04-01",
    "workspace/published/current/similar.ndjson", "workspace/published/current/findie.sqlite",
    "reports/2026-04-01", "reports/2026-04-01/kpi.csv", "reports/2026-04-01/studios",
  ])
  func `what was removed of the products is there again`(path: String) throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    try FileManager.default.removeItem(at: place.folder.url.appending(path: path))
    try place.goodNight()
    #expect(try place.products() == before)
  }

  @Test func `a damaged day of the history stops the night with what to do`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    let history = place.workspace.appending(path: "history")
    let day = try #require(
      FileManager.default.subpathsOfDirectory(atPath: history.path).sorted().first {
        $0.contains("2026-01")
      })
    let file = history.appending(path: day)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
    try place.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 5)],
      in: "interactions/late.ndjson")
    let result = try place.night()
    #expect(result.status != 0)
    #expect(result.error.contains(file.lastPathComponent), "\(result.error)")
    #expect(try place.products() == before)
  }

  @Test func `a store that is no database stops the night and leaves what was published`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    for suffix in ["-wal", "-shm"] {
      let url = place.workspace.appending(path: "findie.sqlite\(suffix)")
      if FileManager.default.fileExists(atPath: url.path) {
        try FileManager.default.removeItem(at: url)
      }
    }
    try place.folder.write(
      String(repeating: "no database ", count: 1000), to: "workspace/findie.sqlite")
    let result = try place.night()
    #expect(result.status == 1)
    #expect(result.error.contains("Move it away"))
    #expect(try place.products() == before)
  }
}
