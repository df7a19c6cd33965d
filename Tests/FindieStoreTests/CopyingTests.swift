import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// A copy of a store that may be in use.
@Suite struct CopyingTests {
  private let folder: TemporaryFolder
  private var copy: URL { folder.url.appending(path: "copy.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
  }

  @Test func `a store that nobody has open is copied, and nothing is left beside it`() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    try store.close()
    let before = try folder.bytes(of: "findie.sqlite")
    try LivingStore.copy(folder.storeURL, to: copy)
    #expect(try names() == ["findie.sqlite", "copy.sqlite"])
    #expect(try folder.bytes(of: "findie.sqlite") == before)
    let known = try LivingStore(at: copy).catalogue()
    #expect(known.games.count == hostileCatalogue.games.count)
  }

  @Test func `a store in the middle of a write is copied as it was before`() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    let before = try store.catalogue()
    _ = try store.merge(Catalogue(games: [fullGame(id: "new", text: "new")])) {
      // All is written, and nothing committed.
      try LivingStore.copy(folder.storeURL, to: copy)
    }
    #expect(try store.catalogue().games.count == before.games.count + 1)
    let copied = try LivingStore(at: copy)
    try copied.integrityCheck()
    #expect(try copied.catalogue() == before)
  }

  @Test func `what is given up right before the commit leaves the store as it was`() throws {
    struct GivenUp: Error {}
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    let before = try store.catalogue()
    #expect(throws: GivenUp.self) {
      try store.merge(Catalogue(games: [fullGame(id: "new", text: "new")])) { throw GivenUp() }
    }
    #expect(try store.catalogue() == before)
  }

  /// The copy that a night publishes is the store's backup: with it in its place a night goes on.
  @Test func `a published copy takes the place of a damaged store`() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
    let before = try store.catalogue()
    try store.publish(night: night, to: copy) { try $0.add(recommendations("ada", ["b"])) }
    try store.close()
    try folder.write("no database", to: "findie.sqlite")
    #expect(throws: StoreFailure.self) { try LivingStore(at: folder.storeURL) }
    try FileManager.default.removeItem(at: folder.storeURL)
    try FileManager.default.copyItem(at: copy, to: folder.storeURL)
    let again = try folder.store()
    #expect(try again.catalogue() == before)
    try again.integrityCheck()
    try again.upsert(Catalogue(games: [fullGame(id: "new", text: "new")]))
  }
}
