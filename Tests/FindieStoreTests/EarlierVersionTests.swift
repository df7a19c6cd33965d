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
    User(
      id: "ben", friendIds: ["ada"], sharesActivityWithFriends: false, notificationsEnabled: true),
  ]

  private let sale = Annotation(id: "a", day: night, text: "Sale")
  private let pinned = Promotion(id: "p", gameId: "g", from: night, to: night, rank: 1)

  /// Makes a file one of version 8, 9 or 10, with a reason that it knew.
  private func makeOlder(_ url: URL, version: Int) throws {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { database in
      if version < 9 {
        try database.execute(sql: "ALTER TABLE users DROP COLUMN sharesActivityWithFriends")
      }
      if version < 10 {
        try database.execute(
          sql: "DROP TABLE popular_games; ALTER TABLE night DROP COLUMN popular")
      }
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
          UPDATE reason_kinds SET kind = 'friendLikes' WHERE kind = 'liked';
          PRAGMA user_version = \(version);
          """)
    }
    try queue.close()
  }

  private func known(in version: Int) -> [User] {
    users.map { user in
      var user = user
      user.notificationsEnabled = nil
      if version < 9 { user.sharesActivityWithFriends = nil }
      return user
    }
  }

  @Test(arguments: [8, 9, 10])
  func `a workspace store of an earlier version gets what it lacks`(version: Int) throws {
    let store = try folder.store()
    try store.merge(Catalogue(users: users))
    try store.close()
    try makeOlder(folder.storeURL, version: version)
    let upgraded = try folder.store()
    #expect(try upgraded.catalogue().users == known(in: version))
    try upgraded.merge(Catalogue(users: users, annotations: [sale], promotions: [pinned]))
    try upgraded.integrityCheck()
    try upgraded.close()
    #expect(try folder.store().catalogue().users == users)
    #expect(try folder.store().catalogue().annotations == [sale])
    #expect(try folder.store().catalogue().promotions == [pinned])
    let list = PopularGames(
      genre: nil, date: night, days: 7, games: [.init(gameId: "a", rank: 1, players: 10)])
    #expect(try folder.publish { try $0.add(list) }.popular() == list)
  }

  @Test(arguments: [8, 9, 10])
  func `an earlier published store is read as it is, without reasons of one friend`(
    version: Int
  ) throws {
    try folder.publish(Catalogue(games: [plainGame("a", "A")], users: users)) {
      try $0.add(recommendations("ada", ["a"]))
    }
    try makeOlder(folder.publishedURL, version: version)
    let before = try folder.bytes(of: "published.sqlite")
    let store = try PublishedStore(at: folder.publishedURL)
    #expect(try store.catalogue().users == known(in: version))
    #expect(try store.catalogue().annotations.isEmpty)
    #expect(try store.catalogue().promotions.isEmpty)
    #expect(
      try store.recommendationList(userId: "ada")?.games.map(\.reasons)
        == [[Reason(kind: .unseen, weight: 0)]])
    #expect(try store.recommendationList(userId: "ben")?.games.isEmpty == true)
    #expect(try store.night().counts.recommendations == 1)
    #expect(try store.night().counts.popular == 0)
    #expect(try store.fetchPopularGames(limit: 5).isEmpty)
    #expect(try folder.bytes(of: "published.sqlite") == before)
  }
}
