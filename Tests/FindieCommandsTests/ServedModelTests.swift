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

  private func swipe(
    _ user: String, _ game: String, _ action: SwipeAction = .like, id: String = "1",
    daysAfter: Int = 0
  ) -> SwipeInteraction {
    SwipeInteraction(
      id: id, userId: user, gameId: game, action: action,
      timestamp: model.night.adding(days: daysAfter).start.adding(milliseconds: 1000),
      sessionId: "s")
  }

  @Test
  func `without new events, every player's list is the published one, byte by byte`()
    throws
  {
    let lines = try world.lines("recommendations")
    let players = model.matrix.players.ids
    #expect(lines.count == players.count)
    #expect(players.count == 300)
    for (player, line) in zip(players, lines) {
      let list = try #require(try model.recommendations(userId: player))
      let stored = try #require(try world.store.recommendationList(userId: player))
      #expect(stored.listId == list.listId)
      var again = PublishedLine()
      again.append(list)
      // Its scores have the published digits.
      var read = PublishedLine()
      read.append(stored)
      #expect(read.bytes == again.bytes)
      #expect(String(decoding: again.bytes, as: UTF8.self) == line + "\n")
    }
  }

  @Test func `some entries are drawn, and lists have several sources`() throws {
    // Without these, the test above would not cover them.
    let lists = try model.matrix.players.ids.compactMap {
      try world.store.recommendationList(userId: $0)
    }
    #expect(lists.contains { $0.games.contains { $0.probability != nil } })
    #expect(Set(lists.map(\.source)).count > 1)
  }

  @Test func `a like removes the game from the list and changes the list`() throws {
    var changed = 0
    for player in model.matrix.players.ids.prefix(40) {
      let before = try #require(try model.recommendations(userId: player))
      guard let game = before.games.first?.gameId else { continue }
      let after = try #require(
        try model.recommendations(userId: player, since: [swipe(player, game, .superLike)]))
      #expect(!after.games.contains { $0.gameId == game })
      #expect(after.games.map(\.rank) == Array(1...after.games.count))
      #expect(Set(after.games.map(\.gameId)).count == after.games.count)
      if after.games.map(\.gameId) != before.games.map(\.gameId).filter({ $0 != game }) {
        changed += 1
      }
      #expect(after.source == .personal)
    }
    #expect(changed > 20)
  }

  @Test func `a skip lowers the score of the game and changes no other score`() throws {
    let player = model.matrix.players[3]
    // Published scores have six digits.
    let published = try #require(try model.recommendations(userId: player))
    let before = try #require(try model.recomputedList(userId: player, as: published))
    let game = try #require(before.games.first { $0.probability == nil })
    var last = game.score
    for skips in 1...3 {
      let swipes = (0..<skips).map { swipe(player, game.gameId, .skip, id: "\($0)") }
      let after = try #require(try model.recommendations(userId: player, since: swipes))
      if let entry = after.games.first(where: { $0.gameId == game.gameId }) {
        #expect(entry.score < last)
        last = entry.score
      }
      // Drawn entries have another draw, since a skipped game is not drawn.
      let scores = Dictionary(uniqueKeysWithValues: before.games.map { ($0.gameId, $0.score) })
      for entry in after.games where entry.gameId != game.gameId {
        #expect(scores[entry.gameId] ?? entry.score == entry.score)
      }
    }
  }

  @Test func `old events and other players' events change nothing`() throws {
    let (player, other) = (model.matrix.players[5], model.matrix.players[6])
    let before = try #require(try model.recommendations(userId: player))
    let game = try #require(before.games.first).gameId
    let old = [swipe(player, game, daysAfter: -1), swipe(other, game)]
    #expect(try model.recommendations(userId: player, since: old) == before)
  }

  @Test func `the order in which actions are given does not matter`() throws {
    let player = model.matrix.players[7]
    let games = try #require(try model.recommendations(userId: player)).games.prefix(4)
    let swipes = games.enumerated().map { index, entry in
      swipe(player, entry.gameId, index % 2 == 0 ? .like : .dislike, id: "\(index)")
    }
    let list = try model.recommendations(userId: player, since: swipes)
    #expect(try model.recommendations(userId: player, since: swipes.reversed()) == list)
  }

  @Test func `an unknown player has a list after the first like`() throws {
    #expect(try model.recommendations(userId: "stranger") == nil)
    let game = model.matrix.games[0]
    let list = try #require(
      try model.recommendations(userId: "stranger", since: [swipe("stranger", game)]))
    #expect(list.source == .personal)
    #expect(list.games.count == 50)
    #expect(!list.games.contains { $0.gameId == game })
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
