import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// Stores of version 11, which an earlier Findie wrote.
struct EarlierVersionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var user: User {
    var user = User(id: "ada", notificationsEnabled: true)
    user.mutedTags = ["dark"]
    user.showsMatureGames = true
    user.personalization = false
    return user
  }

  private var game: Game {
    var game = plainGame("a", "Ash")
    game.isMature = true
    return game
  }

  private func makeOlder(_ url: URL) throws {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { database in
      try database.execute(
        sql: """
          DROP TABLE vectors;
          DROP TABLE game_search;
          DROP TABLE searched_games;
          ALTER TABLE games ADD COLUMN searchText TEXT;
          ALTER TABLE games DROP COLUMN isMature;
          ALTER TABLE users DROP COLUMN mutedTags;
          ALTER TABLE users DROP COLUMN showsMatureGames;
          ALTER TABLE users DROP COLUMN personalization;
          PRAGMA user_version = 11;
          """)
    }
    try queue.close()
  }

  @Test func `a workspace store of an earlier version gets what it lacks`() throws {
    let store = try folder.store()
    try store.merge(Catalogue(games: [game], users: [user]))
    try store.close()
    try makeOlder(folder.storeURL)
    let upgraded = try folder.store()
    #expect(try upgraded.catalogue().games == [plainGame("a", "Ash")])
    #expect(try upgraded.catalogue().users == [User(id: "ada", notificationsEnabled: true)])
    try upgraded.merge(Catalogue(games: [game], users: [user]))
    try upgraded.integrityCheck()
    try upgraded.close()
    #expect(try folder.store().catalogue().games == [game])
    #expect(try folder.store().catalogue().users == [user])
    #expect(try folder.store().catalogue().packedVectors.isEmpty)
    let app = try folder.publish { _ in }
    #expect(try app.searchGames(query: "ash").map(\.id) == ["a"])
  }

  @Test func `an earlier published store is read as it is, without a search`() throws {
    try folder.publish(Catalogue(games: [game], users: [user])) {
      try $0.add(recommendations("ada", ["a"]))
    }
    try makeOlder(folder.publishedURL)
    let before = try folder.bytes(of: "published.sqlite")
    let store = try PublishedStore(at: folder.publishedURL)
    #expect(try store.catalogue().users == [User(id: "ada", notificationsEnabled: true)])
    #expect(try store.fetchGame(id: "a") == plainGame("a", "Ash"))
    #expect(try store.catalogue().packedVectors.isEmpty)
    #expect(try store.recommendationList(userId: "ada") == recommendations("ada", ["a"]))
    #expect(throws: StoreFailure.notSearchable(path: folder.publishedURL.path)) {
      try store.searchGames(query: "ash")
    }
    #expect(try folder.bytes(of: "published.sqlite") == before)
  }
}
