import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

@Suite struct ForgettingTests {
  private let folder: TemporaryFolder
  private let store: WorkspaceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  private func catalogue(with gone: String?) -> Catalogue {
    var friend = User(id: "friend")
    friend.friendIds = ["other"] + (gone.map { [$0] } ?? []) + ["u\0nul"]
    var studio = Developer(id: "d", studioName: "D")
    studio.userId = gone
    let item = WishlistItem(gameId: "a")
    return Catalogue(
      games: [plainGame("a", "A")], developers: [studio], tags: [],
      users: ([friend, User(id: "other")] + (gone.map { [User(id: $0)] } ?? []))
        .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) },
      wishlists: [Wishlist(id: "w", userId: "other", items: [item])]
        + (gone.map { [Wishlist(id: "x", userId: $0, items: [item, item])] } ?? []))
  }

  @Test(arguments: ["zoe", "with\0nul", "émigré"])
  func `the store equals one that never contained the player`(gone: String) throws {
    try store.upsert(catalogue(with: gone))
    try store.forget(who: "gone") { $0 == gone }
    #expect(try store.catalogue() == catalogue(with: nil))
  }

  @Test func `the store's file does not contain the id`() throws {
    let gone = "player-that-is-gone"
    try store.upsert(catalogue(with: gone))
    try store.forget(who: "gone") { $0 == gone }
    try store.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let bytes = try Data(contentsOf: folder.url.appending(path: name))
      #expect(bytes.range(of: Data(gone.utf8)) == nil, "\(name)")
    }
  }

  @Test func `deleted players are not reported as removed while a reader keeps their pages`() throws
  {
    let gone = "player-that-is-gone"
    try store.upsert(catalogue(with: gone))
    try store.claim(for: WorkspaceStore.Owner(workspace: "w", changes: 0))
    try store.close()
    let store = try WorkspaceStore(at: folder.storeURL, lockTimeout: 0.1)
    let reader = try DatabaseQueue(path: folder.storeURL.path)
    try reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM users")
      #expect(throws: StoreFailure.locked(path: folder.storeURL.path)) {
        try store.forget(who: "gone") { $0 == gone }
      }
      #expect(try store.owner()?.forgotten == nil)
      try database.execute(sql: "COMMIT")
    }
    try store.forget(who: "gone") { $0 == gone }
    #expect(try store.owner()?.forgotten == "gone")
    // Both connections are still open.
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let bytes = try Data(contentsOf: folder.url.appending(path: name))
      #expect(bytes.range(of: Data(gone.utf8)) == nil, "\(name)")
    }
    try reader.close()
  }

  @Test func `the store says which players were removed, also one of an earlier version`() throws {
    try store.upsert(catalogue(with: "zoe"))
    try store.close()
    let queue = try DatabaseQueue(path: folder.storeURL.path)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE owner (workspace TEXT NOT NULL, changes INTEGER NOT NULL);
          INSERT INTO owner VALUES ('w', 3)
          """)
    }
    try queue.close()
    let again = try folder.store()
    #expect(try again.owner() == WorkspaceStore.Owner(workspace: "w", changes: 3))
    try again.forget(who: "zoe") { $0 == "zoe" }
    #expect(try again.owner()?.forgotten == "zoe")
  }

  @Test func `a second call changes nothing`() throws {
    try store.upsert(catalogue(with: "zoe"))
    try store.forget(who: "gone") { $0 == "zoe" }
    let once = try store.catalogue()
    try store.forget(who: "gone") { $0 == "zoe" }
    #expect(try store.catalogue() == once)
  }
}
