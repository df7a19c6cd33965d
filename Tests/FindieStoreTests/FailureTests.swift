import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

@Suite struct FailureTests {
  private let folder: TemporaryFolder
  private var path: String { folder.storeURL.path }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A closed store with a catalogue and a night.
  private func makeStore() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    try store.publish(night: night) { try $0.add(recommendations("ada", ["a"])) }
    try store.close()
  }

  /// Sets a number of four bytes in the header of the store's file.
  private func patch(_ offset: Int, to value: UInt8) throws {
    var bytes = try folder.bytes(of: "findie.sqlite")
    bytes.replaceSubrange(offset..<offset + 4, with: [0, 0, 0, value])
    try Data(bytes).write(to: folder.storeURL)
  }

  // Offsets of PRAGMA user_version and application_id: https://www.sqlite.org/fileformat2.html
  private let userVersion = 60
  private let applicationId = 68

  @Test func `a store of a newer schema is refused by writer and reader`() throws {
    try makeStore()
    try patch(userVersion, to: 9)
    let expected = StoreFailure.newer(path: path, found: 9, known: 3)
    #expect(throws: expected) { try LivingStore(at: folder.storeURL) }
    #expect(throws: expected) { try PublishedStore(at: folder.storeURL) }
    #expect(expected.description.contains("newer findie"))
  }

  @Test func `a reader refuses an older schema, which it cannot migrate`() throws {
    try makeStore()
    try patch(userVersion, to: 0)
    #expect(throws: StoreFailure.older(path: path, found: 0, known: 3)) {
      try PublishedStore(at: folder.storeURL)
    }
  }

  @Test func `a store of the first schema keeps its catalogue and gets its lists anew`() throws {
    try makeStore()
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(
        sql: """
          DROP TABLE announced_games; DROP TABLE night; ALTER TABLE users DROP COLUMN mutedGenres;
          CREATE TABLE night (
            one INTEGER PRIMARY KEY CHECK (one = 1), day INTEGER NOT NULL,
            recommendations INTEGER NOT NULL, similar INTEGER NOT NULL, trending INTEGER NOT NULL,
            newReleases INTEGER NOT NULL);
          INSERT INTO night VALUES (1, 20000, 1, 0, 0, 0);
          DELETE FROM grdb_migrations WHERE identifier IN ('2', '3');
          PRAGMA user_version = 1;
          """)
    }
    try queue.close()
    let store = try folder.store()
    #expect(try store.catalogue().games.count == hostileTexts.count)
    let reader = try PublishedStore(at: folder.storeURL)
    #expect(throws: StoreFailure.unpublished(path: path)) { try reader.trending() }
    try store.publish(night: night) { try $0.add(recommendations("ada", ["b"])) }
    #expect(try reader.night().schemaVersion == 3)
    #expect(try reader.recommendationList(userId: "ada")?.games.map(\.gameId) == ["b"])
    try store.integrityCheck()
  }

  @Test func `another program's database is not touched`() throws {
    try makeStore()
    try patch(applicationId, to: 7)
    let before = try folder.bytes(of: "findie.sqlite")
    #expect(throws: StoreFailure.foreign(path: path)) { try LivingStore(at: folder.storeURL) }
    #expect(try folder.bytes(of: "findie.sqlite") == before)
  }

  @Test func `a file of garbage is called damaged`() throws {
    try folder.write(String(repeating: "garbage ", count: 2000), to: "findie.sqlite")
    for open in [
      { _ = try LivingStore(at: folder.storeURL) }, { _ = try PublishedStore(at: folder.storeURL) },
    ] {
      let failure = #expect(throws: StoreFailure.self) { try open() }
      guard case .damaged(path, _) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
  }

  @Test(arguments: [1, 2, 10])
  func `a truncated file is called damaged`(tenths: Int) throws {
    try makeStore()
    let bytes = try folder.bytes(of: "findie.sqlite")
    try Data(bytes.prefix(bytes.count * tenths / 11)).write(to: folder.storeURL)
    let failure = #expect(throws: StoreFailure.self) {
      let store = try PublishedStore(at: folder.storeURL)
      try store.integrityCheck()
    }
    guard case .damaged(path, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `the integrity check finds overwritten pages`() throws {
    try makeStore()
    var bytes = try folder.bytes(of: "findie.sqlite")
    for index in (bytes.count / 2)..<bytes.count { bytes[index] = 0x5A }
    try Data(bytes).write(to: folder.storeURL)
    let failure = #expect(throws: StoreFailure.self) { try folder.store().integrityCheck() }
    #expect(failure?.description.contains("damaged") == true)
  }

  @Test func `a sound store passes the integrity check`() throws {
    try makeStore()
    try folder.store().integrityCheck()
  }

  @Test func `an empty file is no published store`() throws {
    try folder.write("", to: "findie.sqlite")
    #expect(throws: StoreFailure.damaged(path: path, detail: "it is empty")) {
      try PublishedStore(at: folder.storeURL)
    }
  }

  @Test func `a missing store is named`() {
    #expect(throws: StoreFailure.missing(path: path)) { try PublishedStore(at: folder.storeURL) }
  }

  @Test func `a folder that is not there cannot be opened`() {
    let url = folder.url.appending(path: "nowhere/findie.sqlite")
    let failure = #expect(throws: StoreFailure.self) { try LivingStore(at: url) }
    guard case .notPermitted(url.path, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `a second writer is told that the store is in use`() throws {
    let first = try folder.store()
    let second = try LivingStore(at: folder.storeURL, patience: 0)
    try first.publish(night: night) { lists in
      try lists.add(recommendations("ada", ["a"]))
      #expect(throws: StoreFailure.locked(path: path)) {
        try second.upsert(Catalogue(tags: [FindieDomain.Tag(id: "t", name: "T")]))
      }
    }
    try second.upsert(Catalogue(tags: [FindieDomain.Tag(id: "t", name: "T")]))
  }

  @Test func `a full disk leaves catalogue and lists as they were`() throws {
    try makeStore()
    let store = try folder.store()
    try store.limit(toPages: 1)
    let long = String(repeating: "long ", count: 100_000)
    #expect(throws: StoreFailure.diskFull(path: path)) {
      try store.upsert(Catalogue(games: [plainGame("a", "A"), plainGame("b", long)]))
    }
    #expect(throws: StoreFailure.diskFull(path: path)) {
      try store.publish(night: night) { lists in
        try lists.add(recommendations("ada", ["b"]))
        try lists.add(recommendations(long, ["b"]))
      }
    }
    #expect(try store.catalogue() == hostileCatalogue)
    let reader = try PublishedStore(at: folder.storeURL)
    #expect(try reader.recommendationList(userId: "ada")?.games.map(\.gameId) == ["a"])
  }

  @Test func `every failure names the file and what to do`() {
    let failures: [StoreFailure] = [
      .missing(path: "/s"), .unpublished(path: "/s"), .notPermitted(path: "/s", detail: "d"),
      .locked(path: "/s"), .diskFull(path: "/s"), .cannotWrite(path: "/s", detail: "d"),
      .damaged(path: "/s", detail: "d"),
      .foreign(path: "/s"), .newer(path: "/s", found: 2, known: 1),
      .older(path: "/s", found: 0, known: 1), .failed(path: "/s", code: 1, detail: "d"),
    ]
    for failure in failures {
      let text = failure.description
      #expect(text.contains("/s") && text.hasSuffix("."))
      // At least a sentence of what is wrong, and one of what to do.
      #expect(text.components(separatedBy: ". ").count >= 2, "\(text)")
    }
  }
}

@Suite struct InterruptedStoreTests {
  @Test func `a store whose making was cut off before its first migration is made anew`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "findie.sqlite")
    // What GRDB's migrator writes before it runs the first migration.
    let queue = try DatabaseQueue(path: url.path)
    try queue.write {
      try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    }
    try queue.close()
    let store = try LivingStore(at: url)
    #expect(try store.catalogue().games.isEmpty)
  }
}
