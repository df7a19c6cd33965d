import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// Stores of versions 10 and 11, which earlier Findies wrote.
struct EarlierVersionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private let users = [
    User(id: "ada", friendIds: ["ben"]),
    User(
      id: "ben", friendIds: ["ada"], sharesActivityWithFriends: false, notificationsEnabled: true),
  ]

  private let sale = Annotation(id: "a", day: night, text: "Sale")
  private let pinned = Promotion(id: "p", gameId: "g", from: night, to: night, rank: 1)

  private let vectors: PackedRecords<GameVector> = [GameVector(gameId: "g", [1, -2.5])]

  private func makeOlder(_ url: URL, version: Int = 10) throws {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { database in
      try database.execute(sql: "DROP TABLE vectors; PRAGMA user_version = \(version);")
      guard version == 10 else { return }
      let view = try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_master WHERE name = 'recommendations'")
      let older = try #require(view).replacing(/,\s+coalesce\(.*AS promoted/, with: "")
      try database.execute(
        sql: """
          DROP VIEW recommendations;
          \(older);
          DROP TABLE annotations;
          DROP TABLE promotions;
          ALTER TABLE games DROP COLUMN launchPlayers;
          ALTER TABLE users DROP COLUMN notificationsEnabled;
          """)
    }
    try queue.close()
  }

  private var known: [User] {
    users.map { user in
      var user = user
      user.notificationsEnabled = nil
      return user
    }
  }

  @Test func `a workspace store of an earlier version gets what it lacks`() throws {
    let store = try folder.store()
    try store.merge(Catalogue(users: users))
    try store.close()
    try makeOlder(folder.storeURL)
    let upgraded = try folder.store()
    #expect(try upgraded.catalogue().users == known)
    try upgraded.merge(Catalogue(users: users, annotations: [sale], promotions: [pinned]))
    try upgraded.integrityCheck()
    try upgraded.close()
    #expect(try folder.store().catalogue().users == users)
    #expect(try folder.store().catalogue().annotations == [sale])
    #expect(try folder.store().catalogue().promotions == [pinned])
  }

  @Test func `a store of version 11 gets and reads vectors`() throws {
    try folder.publish(Catalogue(users: users, annotations: [sale])) { _ in }
    for url in [folder.storeURL, folder.publishedURL] { try makeOlder(url, version: 11) }
    #expect(try PublishedStore(at: folder.publishedURL).catalogue().packedVectors.isEmpty)
    let store = try folder.store()
    #expect(try store.catalogue().annotations == [sale] && store.catalogue().users == users)
    try store.merge(
      Catalogue(
        games: [], developers: [], tags: [], packedUsers: [], packedWishlists: [],
        packedVectors: vectors, annotations: [], promotions: []))
    try store.integrityCheck()
    #expect(try store.catalogue().packedVectors == vectors)
  }

  @Test func `an earlier published store is read as it is`() throws {
    try folder.publish(Catalogue(games: [plainGame("a", "A")], users: users)) {
      try $0.add(recommendations("ada", ["a"]))
    }
    try makeOlder(folder.publishedURL)
    let before = try folder.bytes(of: "published.sqlite")
    let store = try PublishedStore(at: folder.publishedURL)
    #expect(try store.catalogue().users == known)
    #expect(try store.catalogue().annotations.isEmpty)
    #expect(try store.catalogue().promotions.isEmpty)
    #expect(try store.recommendationList(userId: "ada") == recommendations("ada", ["a"]))
    #expect(try store.recommendationList(userId: "ben")?.games.isEmpty == true)
    #expect(try store.night().counts.recommendations == 1)
    #expect(try folder.bytes(of: "published.sqlite") == before)
  }
}
