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

  /// A closed store with a catalogue.
  private func makeStore() throws {
    let store = try folder.store()
    try store.upsert(hostileCatalogue)
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

  @Test(arguments: [10, 14])
  func `a store of another format is refused by writer and reader`(version: UInt8) throws {
    try makeStore()
    try patch(userVersion, to: version)
    let before = try folder.bytes(of: "findie.sqlite")
    let expected = StoreFailure.otherFormat(path: path, found: Int(version), supported: 13)
    #expect(throws: expected) { try WorkspaceStore(at: folder.storeURL) }
    #expect(throws: expected) { try PublishedStore(at: folder.storeURL) }
    #expect(try folder.bytes(of: "findie.sqlite") == before)
  }

  @Test func `another program's database is not touched`() throws {
    try makeStore()
    try patch(applicationId, to: 7)
    let before = try folder.bytes(of: "findie.sqlite")
    #expect(throws: StoreFailure.foreign(path: path)) { try WorkspaceStore(at: folder.storeURL) }
    #expect(try folder.bytes(of: "findie.sqlite") == before)
  }

  @Test func `a file of garbage is called damaged`() throws {
    try folder.write(String(repeating: "garbage ", count: 2000), to: "findie.sqlite")
    for open in [
      { _ = try WorkspaceStore(at: folder.storeURL) },
      { _ = try PublishedStore(at: folder.storeURL) },
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

  @Test func `an undamaged store passes the integrity check`() throws {
    try makeStore()
    try folder.store().integrityCheck()
  }

  @Test func `an empty file is not a published store`() throws {
    try folder.write("", to: "findie.sqlite")
    #expect(throws: StoreFailure.damaged(path: path, detail: "it is empty")) {
      try PublishedStore(at: folder.storeURL)
    }
  }

  @Test func `a missing store is named`() {
    #expect(throws: StoreFailure.missing(path: path)) { try PublishedStore(at: folder.storeURL) }
  }

  @Test func `a missing folder cannot be opened`() {
    let url = folder.url.appending(path: "nowhere/findie.sqlite")
    let failure = #expect(throws: StoreFailure.self) { try WorkspaceStore(at: url) }
    guard case .notPermitted(url.path, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `a second writer fails after the lock timeout`() throws {
    let first = try folder.store()
    let second = try WorkspaceStore(at: folder.storeURL, lockTimeout: 0)
    let catalogue = Catalogue(tags: [FindieDomain.Tag(id: "t", name: "T")])
    try first.merge(catalogue) { _ in
      #expect(throws: StoreFailure.locked(path: path)) { try second.merge(catalogue) }
    }
    try second.merge(catalogue)
  }

  @Test func `a full disk leaves the catalogue unchanged`() throws {
    try makeStore()
    let store = try folder.store()
    try store.limit(toPages: 1)
    let long = String(repeating: "long ", count: 100_000)
    #expect(throws: StoreFailure.diskFull(path: path)) {
      try store.upsert(Catalogue(games: [plainGame("a", "A"), plainGame("b", long)]))
    }
    #expect(try store.catalogue() == hostileCatalogue)
  }

  @Test func `an invalid value in a row is called damaged, with its table and column`() throws {
    try makeStore()
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "UPDATE games SET releaseStatus = 'soon'") }
    try queue.close()
    #expect(
      throws: StoreFailure.damaged(
        path: path, detail: "column releaseStatus of table games has an invalid value")
    ) { try folder.store().catalogue() }
  }

  @Test func `every failure names the file and what to do`() {
    let failures: [StoreFailure] = [
      .missing(path: "/s"), .unpublished(path: "/s"), .notPermitted(path: "/s", detail: "d"),
      .locked(path: "/s"), .diskFull(path: "/s"), .cannotWrite(path: "/s", detail: "d"),
      .damaged(path: "/s", detail: "d"),
      .foreign(path: "/s"), .otherFormat(path: "/s", found: 2, supported: 1),
      .failed(path: "/s", code: 1, detail: "d"),
    ]
    for failure in failures {
      let text = failure.description
      #expect(text.contains("/s") && text.hasSuffix("."))
      // At least a sentence of what is wrong, and one of what to do.
      #expect(text.components(separatedBy: ". ").count >= 2, "\(text)")
    }
  }
}
