import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// Stores of versions 11 and 12, which earlier Findies wrote.
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

  /// What a store of version 12 has of the player.
  private var user12: User {
    var user = user
    (user.counts, user.countsUntil) = (nil, nil)
    return user
  }

  private func makeOlder(_ url: URL, version: Int) throws {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { database in
      try database.execute(
        sql: """
          DROP VIEW row_games;
          ALTER TABLE recommendation_lists DROP COLUMN rows;
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

  @Test(arguments: [11, 12])
  func `a workspace store of an earlier version gets what it lacks`(version: Int) throws {
    let store = try folder.store()
    try store.merge(Catalogue(games: [game], users: [user]))
    try store.close()
    try makeOlder(folder.storeURL, version: version)
    let upgraded = try folder.store()
    let hasAll = version > 11
    #expect(try upgraded.catalogue().games == [hasAll ? game : plainGame("a", "Ash")])
    #expect(
      try upgraded.catalogue().users == [
        hasAll ? user12 : User(id: "ada", notificationsEnabled: true)
      ])
    try upgraded.merge(Catalogue(games: [game], users: [user]))
    try upgraded.integrityCheck()
    try upgraded.close()
    #expect(try folder.store().catalogue().games == [game])
    #expect(try folder.store().catalogue().users == [user])
    #expect(try folder.store().catalogue().packedVectors.isEmpty)
    let app = try folder.publish { try $0.add(recommendations("ada", ["a"])) }
    #expect(try app.recommendationList(userId: "ada")?.rows.count == 2)
    #expect(try app.searchGames(query: "ash").map(\.id) == ["a"])
  }

  @Test(arguments: [11, 12])
  func `an earlier published store is read as it is, without rows or a search`(
    version: Int
  ) throws {
    try folder.publish(Catalogue(games: [game], users: [user])) {
      try $0.add(recommendations("ada", ["a"]))
    }
    try makeOlder(folder.publishedURL, version: version)
    let before = try folder.bytes(of: "published.sqlite")
    let store = try PublishedStore(at: folder.publishedURL)
    let hasAll = version > 11
    #expect(
      try store.catalogue().users == [
        hasAll ? user12 : User(id: "ada", notificationsEnabled: true)
      ])
    #expect(try store.fetchGame(id: "a") == (hasAll ? game : plainGame("a", "Ash")))
    #expect(try store.catalogue().packedVectors.isEmpty)
    let list = recommendations("ada", ["a"])
    #expect(
      try store.recommendationList(userId: "ada")
        == RecommendationList(
          userId: "ada", listId: list.listId, date: list.date, source: list.source,
          games: list.games))
    #expect(try store.playersWithLists() == ["ada"])
    #expect(try store.rows(about: "ada").contains { $0.table == "recommendations" })
    guard version == 11 else { return }
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
    try makeOlder(folder.storeURL, version: 12)
    try makeOlder(folder.publishedURL, version: 12)
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
