import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// Stores that an earlier version of Findie wrote.
struct EarlierVersionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private let users = [
    User(id: "ada", friendIds: ["ben"]),
    User(id: "ben", friendIds: ["ada"], sharesActivityWithFriends: false),
  ]

  /// Makes a file one of version 8, with a reason that it knew.
  private func makeOlder(_ url: URL) throws {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { database in
      try database.execute(
        sql: """
          ALTER TABLE users DROP COLUMN sharesActivityWithFriends;
          UPDATE reason_kinds SET kind = 'friendLikes' WHERE kind = 'liked';
          PRAGMA user_version = 8;
          """)
    }
    try queue.close()
  }

  private let unknown = [User(id: "ada", friendIds: ["ben"]), User(id: "ben", friendIds: ["ada"])]

  @Test func `a workspace store of version 8 gets what it lacks`() throws {
    let store = try folder.store()
    try store.merge(Catalogue(users: users))
    try store.close()
    try makeOlder(folder.storeURL)
    let upgraded = try folder.store()
    #expect(try upgraded.catalogue().users == unknown)
    try upgraded.merge(Catalogue(users: users))
    try upgraded.integrityCheck()
    try upgraded.close()
    #expect(try folder.store().catalogue().users == users)
  }

  @Test func `a published store of version 8 is read as it is, without reasons of one friend`()
    throws
  {
    try folder.publish(Catalogue(games: [plainGame("a", "A")], users: users)) {
      try $0.add(recommendations("ada", ["a"]))
    }
    try makeOlder(folder.publishedURL)
    let before = try folder.bytes(of: "published.sqlite")
    let store = try PublishedStore(at: folder.publishedURL)
    #expect(try store.catalogue().users == unknown)
    #expect(
      try store.recommendationList(userId: "ada")?.games.map(\.reasons)
        == [[Reason(kind: .unseen, weight: 0)]])
    #expect(try store.recommendationList(userId: "ben")?.games.isEmpty == true)
    #expect(try store.night().counts.recommendations == 1)
    #expect(try folder.bytes(of: "published.sqlite") == before)
  }
}
