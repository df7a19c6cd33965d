import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// The full-text index of a published store.
struct SearchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func publish(
    _ games: [Game], developers: [Developer] = [], players: [Int]? = nil
  ) throws -> PublishedStore {
    let store = try folder.store()
    try store.merge(Catalogue(games: games, developers: developers))
    let sorted = try store.catalogue().games
    let byId = Dictionary(
      uniqueKeysWithValues: zip(games.map(\.id), players ?? games.map { _ in 0 }))
    try store.publish(night: night, to: folder.publishedURL) { lists in
      try lists.addSearch(
        of: sorted, developers: developers, players: sorted.map { byId[$0.id] ?? 0 })
    }
    return try PublishedStore(at: folder.publishedURL)
  }

  @Test func `a search finds the games with all words, as a scan of all texts does`() throws {
    var random = SeededGenerator(seed: 7)
    let words = ["ash", "ashen", "café", "Dust", "ember", "fog", "fogbound", "grove", "über"]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    let games = (0..<300).map { number in
      var game = plainGame("g\(number)", text(1))
      game.description = text(number % 4)
      game.studioName = number % 3 == 0 ? text(1) : nil
      game.tags = number % 5 == 0 ? ["fog-\(text(1))"] : []
      return game
    }
    let app = try publish(games)
    func folded(_ text: String) -> [Substring] {
      text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        .split { !$0.isLetter }
    }
    for query in ["ash", "fog cafe", "ÜBER", "dust emb", "fo", "grove ash fog", "x"] {
      let wanted = folded(query)
      let expected = games.filter { game in
        let own = folded(
          ([game.title, game.description ?? "", game.studioName ?? ""] + game.tags)
            .joined(separator: " "))
        return wanted.dropLast().allSatisfy(own.contains)
          && own.contains { $0.hasPrefix(wanted.last ?? "") }
      }
      let found = try app.searchGames(query: query, limit: 1000)
      #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "\(query)")
    }
  }

  @Test func `titles come first, then studios and tags, then descriptions`() throws {
    var games = ["a", "b", "c", "d"].map { plainGame($0, "Other words here") }
    games[0].description = "A game of lantern light"
    games[1].tags = ["lantern"]
    games[2].developerId = "s"
    games[3].title = "Paper Lantern Night"
    let app = try publish(
      games, developers: [Developer(id: "s", studioName: "Lantern Works")])
    #expect(try app.searchGames(query: "lantern").map(\.id) == ["d", "c", "b", "a"])
  }

  @Test func `of equal matches the more popular comes first`() throws {
    let games = ["a", "b", "c"].map { plainGame($0, "Lantern") }
    let app = try publish(games, players: [20, 1000, 0])
    #expect(try app.searchGames(query: "lantern").map(\.id) == ["b", "a", "c"])
  }

  @Test func `an unpopular title is found among thousands of mentions`() throws {
    var games = (0..<2000).map { plainGame("g\($0)", "Other") }
    for index in games.indices { games[index].description = "like lantern" }
    let title = plainGame("title", "Lantern")
    let app = try publish(games + [title], players: games.map { _ in 50 } + [0])
    #expect(try app.searchGames(query: "lantern", limit: 1).map(\.id) == ["title"])
  }

  @Test func `the documented statement is the one of the library`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: tests.appending(path: "../docs/SERVING.md").standardized, encoding: .utf8)
    let after = try #require(page.range(of: "\n## Search\n"))
    let block = try #require(
      page[after.upperBound...].split(separator: "```sql\n").dropFirst().first)
    let sql = String(try #require(block.split(separator: "```").first))
    let games = (0..<30).map { number in
      var game = plainGame("g\(number)", number % 2 == 0 ? "Lantern \(number)" : "Other")
      game.description = "lantern of \(number)"
      return game
    }
    let app = try publish(games, players: (0..<30).map { $0 * 10 })
    let queue = try DatabaseQueue(path: folder.publishedURL.path)
    let ids = try queue.read { try String.fetchAll($0, sql: sql, arguments: ["\"lan\"*"]) }
    #expect(ids.count == 20)
    #expect(try app.searchGames(query: "lan", limit: 20).map(\.id) == ids)
  }

  @Test func `equal games give equal bytes`() throws {
    let games = (0..<500).map { plainGame("g\($0)", "Lantern \($0)") }
    _ = try publish(games)
    let first = try folder.bytes(of: "published.sqlite")
    _ = try publish(games)
    #expect(try folder.bytes(of: "published.sqlite") == first)
  }
}
