import FindieDomain
import FindieModels
import FindieNight
import FindieCommands
import FindiePublishing
import FindieStore
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// Lists that are computed again with the models of a published night.
struct ServedModelTests {
  private let world: ServedWorld
  private let model: ServedModel

  init() throws {
    world = try ServedWorld.shared.get()
    model = world.model
  }

  @Test func `every player's list is the published one, byte by byte`() throws {
    let lines = try world.lines("recommendations")
    let players = model.matrix.players.ids
    #expect(lines.count == players.count)
    #expect(players.count == 300)
    for (player, line) in zip(players, lines) {
      let stored = try #require(try world.store.recommendationList(userId: player))
      let list = try #require(try model.recomputedList(userId: player, as: stored))
      var again = PublishedLine()
      again.append(list.identified(arm: stored.arm))
      #expect(String(decoding: again.bytes, as: UTF8.self) == line + "\n")
    }
    #expect(
      try model.recomputedList(
        userId: "stranger",
        as: RecommendationList(
          userId: "stranger", date: model.night, source: .popular, games: [])) == nil)
  }

  @Test func `some entries are drawn, and lists have several sources`() throws {
    // Without these, the test above would not cover them.
    let lists = try model.matrix.players.ids.compactMap {
      try world.store.recommendationList(userId: $0)
    }
    #expect(lists.contains { $0.games.contains { $0.probability != nil } })
    #expect(Set(lists.map(\.source)).count > 1)
  }

  /// A copy of the published night, to be damaged.
  private func copy() throws -> (folder: TemporaryFolder, night: URL) {
    let folder = try TemporaryFolder()
    let night = folder.url.appending(path: "published/\(model.night)")
    try FileManager.default.createDirectory(
      at: night.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: world.published, to: night)
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "published/current").path,
      withDestinationPath: model.night.description)
    return (folder, night)
  }

  @Test(arguments: [
    "factors.artifact", "items.artifact", "matrix.artifact", "ranker.artifact", "model.json",
  ])
  func `a damaged or missing part is named with the remedy`(part: String) throws {
    let (folder, night) = try copy()
    let url = night.appending(path: "model/\(part)")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count - 40] ^= 0x55
    bytes[0] ^= 0x55
    try bytes.write(to: url)
    func failure() -> String {
      do {
        _ = try ServedFolder.read(workspace: Workspace(folder.url)) { try $0.model() }
        return "none"
      } catch {
        return "\(type(of: error)): \(error)"
      }
    }
    #expect(failure().hasPrefix("ServedModelFailure: "))
    #expect(failure().contains(part) && failure().contains("cannot be used"))
    try FileManager.default.removeItem(at: url)
    #expect(failure().hasPrefix("ServedModelFailure: there is no "))
    #expect(failure().contains(part))
    #expect(failure().contains("run your usual command with its --date"))
  }

  @Test func `a part of another night is refused`() throws {
    let (folder, night) = try copy()
    let url = night.appending(path: "model/model.json")
    let index = try String(contentsOf: url, encoding: .utf8)
    let other = index.replacing(/"ranker":"[0-9a-f]{8}/, with: #""ranker":"00000000"#)
    #expect(other != index)
    try Data(other.utf8).write(to: url)
    #expect(throws: ServedModelFailure.self) {
      try ServedFolder.read(workspace: Workspace(folder.url)) { try $0.model() }
    }
  }

  @Test func `a night that is replaced while it is read is read again completely`() throws {
    let (folder, night) = try copy()
    var seen: [String] = []
    let text = try ServedFolder.read(workspace: Workspace(folder.url)) { served in
      let marker = served.url.appending(path: "marker")
      if seen.isEmpty {
        // Replaces the night between reading two of its files.
        let new = folder.url.appending(path: "new")
        try FileManager.default.copyItem(at: world.published, to: new)
        try Data("new".utf8).write(to: new.appending(path: "marker"))
        try FileManager.default.removeItem(at: night)
        try FileManager.default.moveItem(at: new, to: night)
        seen.append("old")
        return "old"
      }
      seen.append("new")
      return try String(contentsOf: marker, encoding: .utf8)
    }
    #expect(text == "new")
    #expect(seen == ["old", "new"])
  }
}
