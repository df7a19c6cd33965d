import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// Stores of versions 11 and 12, which an earlier Findie wrote.
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
    user.counts = false
    user.countsUntil = Timestamp(milliseconds: 86_400_000)
    return user
  }

  private var game: Game {
    var game = plainGame("a", "Ash")
    game.isMature = true
    return game
  }

  private func makeOlder(_ url: URL, _ version: Int = 11) throws {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { database in
      try database.execute(
        sql: """
          DROP TABLE uncounted;
          ALTER TABLE users DROP COLUMN counts;
          ALTER TABLE users DROP COLUMN countsUntil;
          PRAGMA user_version = \(version);
          """)
      guard version == 11 else { return }
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

  @Test func `a store of version 12 lacks only accounts that do not count`() throws {
    let store = try folder.store()
    try store.merge(Catalogue(games: [game], users: [user]))
    try store.close()
    try folder.publish(Catalogue(games: [game], users: [user])) {
      try $0.add(recommendations("ada", ["a"]))
    }
    try makeOlder(folder.storeURL, 12)
    try makeOlder(folder.publishedURL, 12)
    var counted = user
    (counted.counts, counted.countsUntil) = (nil, nil)
    let published = try PublishedStore(at: folder.publishedURL)
    #expect(try published.catalogue().users == [counted])
    #expect(try published.catalogue().games == [game])
    #expect(try published.searchGames(query: "ash").map(\.id) == ["a"])
    let upgraded = try folder.store()
    #expect(try upgraded.catalogue().users == [counted])
    let staff = PackedRecords([UncountedPlayer(id: "bo")])
    try upgraded.merge(
      Catalogue(
        games: [], developers: [], tags: [], packedUsers: PackedRecords([user]),
        packedWishlists: [], packedUncounted: staff, annotations: [], promotions: []))
    try upgraded.integrityCheck()
    try upgraded.close()
    #expect(try folder.store().catalogue().users == [user])
    #expect(
      try folder.store().catalogue().uncounted
        == [UncountedPlayer(id: "ada", since: Day(daysSinceEpoch: 1)), UncountedPlayer(id: "bo")])
  }
}
