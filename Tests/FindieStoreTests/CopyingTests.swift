import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

/// Copies of a store that may be open.
@Suite struct CopyingTests {
  private let folder: TemporaryFolder
  private var copy: URL { folder.url.appending(path: "copy.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
  }

  @Test func `a store that no process has open is copied without other files`() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    try store.close()
    let before = try folder.bytes(of: "findie.sqlite")
    try WorkspaceStore.copy(folder.storeURL, to: copy)
    #expect(try names() == ["findie.sqlite", "copy.sqlite"])
    #expect(try folder.bytes(of: "findie.sqlite") == before)
    let known = try WorkspaceStore(at: copy).catalogue()
    #expect(known.games.count == hostileCatalogue.games.count)
  }

  @Test func `the copy of a store during a write has the state before`() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    let before = try store.catalogue()
    _ = try store.merge(Catalogue(games: [fullGame(id: "new", text: "new")])) { _ in
      // Everything is written, and nothing is committed.
      try WorkspaceStore.copy(folder.storeURL, to: copy)
    }
    #expect(try store.catalogue().games.count == before.games.count + 1)
    let copied = try WorkspaceStore(at: copy)
    try copied.integrityCheck()
    #expect(try copied.catalogue() == before)
  }

  @Test func `a copy has the state of one moment, whoever opens, writes and closes the store`()
    throws
  {
    let store = folder.storeURL
    // The first and the last page have the same number; the pages between them take time to copy.
    let setup = try WorkspaceStore(at: store)
    try setup.close()
    let queue = try DatabaseQueue(path: store.path)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE first (number INTEGER); INSERT INTO first VALUES (0);
          CREATE TABLE pages (bytes BLOB); INSERT INTO pages VALUES (zeroblob(30000000));
          CREATE TABLE last (number INTEGER); INSERT INTO last VALUES (0);
          """)
    }
    try queue.close()
    let isDone = Atomic(false)
    let writer = Thread {
      while !isDone.load(ordering: .relaxed) {
        do {
          let queue = try DatabaseQueue(path: store.path)
          try queue.write {
            try $0.execute(
              sql: "UPDATE first SET number = number + 1; UPDATE last SET number = number + 1")
          }
          try queue.close()
        } catch {
          // A copy holds the store.
        }
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
    writer.start()
    defer { isDone.store(true, ordering: .relaxed) }
    for _ in 0..<10 {
      try WorkspaceStore.copy(store, to: copy)
      let copied = try DatabaseQueue(path: copy.path)
      let numbers = try copied.read { database in
        try ["first", "last"].map {
          try #require(try Int.fetchOne(database, sql: "SELECT number FROM \($0)"))
        }
      }
      #expect(numbers[0] == numbers[1])
      try copied.close()
      try FileManager.default.removeItem(at: copy)
    }
  }

  @Test func `an error right before the commit leaves the store unchanged`() throws {
    struct Stopped: Error {}
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    let before = try store.catalogue()
    #expect(throws: Stopped.self) {
      try store.merge(Catalogue(games: [fullGame(id: "new", text: "new")])) { _ in throw Stopped() }
    }
    #expect(try store.catalogue() == before)
  }

  /// A published store is a backup of the workspace store.
  @Test func `a published store can replace a damaged workspace store`() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    let before = try store.catalogue()
    try store.publish(night: night, to: copy) { try $0.add(recommendations("ada", ["b"])) }
    try store.close()
    try folder.write("no database", to: "findie.sqlite")
    #expect(throws: StoreFailure.self) { try WorkspaceStore(at: folder.storeURL) }
    try FileManager.default.removeItem(at: folder.storeURL)
    try FileManager.default.copyItem(at: copy, to: folder.storeURL)
    let again = try folder.store()
    #expect(try again.catalogue() == before)
    try again.integrityCheck()
    try again.upsert(Catalogue(games: [fullGame(id: "new", text: "new")]))
    // Its lists are replaced when it publishes.
    try again.publish(night: night, to: copy) { try $0.add(recommendations("bob", ["a"])) }
    let players = try DatabaseQueue(path: copy.path).read {
      try String.fetchAll($0, sql: "SELECT user_id FROM recommendation_lists")
    }
    #expect(players == ["bob"])
  }
}
