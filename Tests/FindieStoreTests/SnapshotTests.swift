import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

@Suite struct SnapshotTests {
  private let folder: TemporaryFolder
  private let store: LivingStore
  private var copy: URL { folder.url.appending(path: "published/findie.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "published/findie.sqlite")
    store = try folder.store()
    try store.upsert(hostileCatalogue)
    try store.publish(night: night) { try $0.add(recommendations("ada", ["b", "a"])) }
  }

  @Test func `a snapshot holds the same rows`() throws {
    try store.snapshot(to: copy)
    let snapshot = try PublishedStore(at: copy)
    #expect(try snapshot.catalogue() == store.catalogue())
    #expect(try snapshot.recommendationList(userId: "ada") == recommendations("ada", ["b", "a"]))
    try snapshot.integrityCheck()
  }

  @Test func `a snapshot needs no write-ahead log`() throws {
    try store.snapshot(to: copy)
    // Bytes 18 and 19 of the header: 1 is a rollback journal, 2 a WAL, which readers must write to.
    #expect(try folder.bytes(of: "published/findie.sqlite")[18...19] == [1, 1])
  }

  @Test func `reading a snapshot leaves nothing beside it`() throws {
    try store.snapshot(to: copy)
    let before = try folder.bytes(of: "published/findie.sqlite")
    let snapshot = try PublishedStore(at: copy)
    _ = try snapshot.searchGames(query: "")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: copy.deletingLastPathComponent().path)
    #expect(names == ["findie.sqlite"])
    #expect(try folder.bytes(of: "published/findie.sqlite") == before)
  }

  @Test func `a snapshot stays as it is while the store lives on`() throws {
    try store.snapshot(to: copy)
    try store.publish(night: night) { try $0.add(recommendations("ada", ["c"])) }
    let list = try PublishedStore(at: copy).recommendationList(userId: "ada")
    #expect(list?.games.map(\.gameId) == ["b", "a"])
  }

  @Test func `equal rows give equal bytes whatever the nights before`() throws {
    try store.snapshot(to: copy)
    let other = try TemporaryFolder()
    let otherStore = try other.store()
    try otherStore.upsert(Catalogue(games: hostileCatalogue.games.suffix(3)))
    try otherStore.publish(night: night) { lists in
      for user in ["x", "y", "z"] { try lists.add(recommendations(user, ["q", "r"])) }
    }
    try otherStore.upsert(hostileCatalogue)
    try otherStore.publish(night: night) { try $0.add(recommendations("ada", ["b", "a"])) }
    try otherStore.snapshot(to: other.url.appending(path: "copy.sqlite"))
    #expect(
      try other.bytes(of: "copy.sqlite") == folder.bytes(of: "published/findie.sqlite"))
  }

  @Test func `a snapshot into a folder that is not there is refused with its path`() throws {
    let nowhere = folder.url.appending(path: "nowhere/findie.sqlite")
    let failure = #expect(throws: StoreFailure.self) { try store.snapshot(to: nowhere) }
    #expect(failure?.description.contains(nowhere.path) == true)
  }

  @Test func `an open reader stays with its night when the file is exchanged`() throws {
    try store.snapshot(to: copy)
    let reader = try PublishedStore(at: copy)
    try store.publish(night: night) { try $0.add(recommendations("ada", ["c"])) }
    try store.snapshot(to: copy)
    #expect(
      try reader.recommendationList(userId: "ada")?.games.map(\.gameId) == ["b", "a"])
    let next = try PublishedStore(at: copy).recommendationList(userId: "ada")
    #expect(next?.games.map(\.gameId) == ["c"])
  }
}
