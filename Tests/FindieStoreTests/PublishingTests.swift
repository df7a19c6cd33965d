import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import GRDB
import Testing

/// Copies of a store with the lists of a night.
@Suite struct PublishingTests {
  private let folder: TemporaryFolder
  private let store: WorkspaceStore
  private var copy: URL { folder.url.appending(path: "copy.sqlite") }

  private struct Stopped: Error {}

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
    try store.upsert(hostileCatalogue)
  }

  /// The list in the numbers of `texts`.
  private func encoded(_ list: RecommendationList, _ texts: [String]) throws -> EncodedPlayerList {
    try list.encoded { text in
      try #require(texts.firstIndex { $0.utf8.elementsEqual(text.utf8) }) + 1
    }
  }

  @Test func `the copy has the catalogue and the lists, the store none`() throws {
    let counts = try store.publish(night: night, to: copy) { lists in
      try lists.add(recommendations("ada", ["b", "a"]))
      try lists.add(SimilarGames(gameId: "a", date: night, games: []))
    }
    let published = try PublishedStore(at: copy)
    #expect(try published.catalogue() == store.catalogue())
    #expect(try published.recommendationList(userId: "ada") == recommendations("ada", ["b", "a"]))
    #expect(try published.night().day == night)
    #expect(try published.night().counts == counts)
    #expect(counts.recommendations == 1 && counts.similar == 1)
    try published.integrityCheck()
    let own = try PublishedStore(at: folder.storeURL)
    #expect(throws: StoreFailure.unpublished(path: folder.storeURL.path)) { try own.night() }
  }

  @Test(arguments: hostileTexts)
  func `a list that was encoded before is read as it was`(text: String) throws {
    let texts = ["a", "b", "z" + text, "rpg"]
    let list = RecommendationList(
      userId: text, listId: "l", date: night, source: .genres,
      games: [
        .init(
          gameId: texts[2], rank: 1, score: 0.1,
          reasons: [
            Reason(kind: .liked, gameId: texts[2], weight: 0.625),
            Reason(kind: .popular, weight: 0.25),
          ]),
        .init(gameId: "a", rank: 2, score: -12.5, reasons: [], probability: 1.0 / 3),
        .init(
          gameId: "b", rank: 3, score: 0,
          reasons: [Reason(kind: .favoriteGenre, genre: .rpg, weight: 1)], probability: 1),
      ])
    try store.publish(night: night, to: copy) { lists in
      try lists.begin(texts: texts)
      try lists.add(encoded(list, texts))
    }
    #expect(try PublishedStore(at: copy).recommendationList(userId: text) == list)
  }

  @Test func `an encoded list that is cut off anywhere is called damaged`() throws {
    let texts = ["a"]
    let list = RecommendationList(
      userId: "ada", listId: "l", date: night, source: .personal,
      games: [
        .init(
          gameId: "a", rank: 1, score: 2, reasons: [Reason(kind: .liked, gameId: "a", weight: 1)],
          probability: 0.5)
      ])
    let whole = try encoded(list, texts)
    try store.publish(night: night, to: copy) { lists in
      try lists.begin(texts: texts)
      try lists.add(whole)
    }
    for length in 0..<whole.entries.utf8.count {
      let queue = try DatabaseQueue(path: copy.path)
      try queue.write {
        try $0.execute(
          sql: "UPDATE recommendation_lists SET entries = ?",
          arguments: [String(whole.entries.prefix(length))])
      }
      try queue.close()
      let failure = #expect(throws: StoreFailure.self, "\(length) bytes") {
        try PublishedStore(at: copy).recommendationList(userId: "ada")
      }
      #expect(failure?.description.contains("damaged") == true)
    }
  }

  @Test func `all lists use the numbers of texts that were added first`() throws {
    let texts = ["b"]
    try store.publish(night: night, to: copy) { lists in
      try lists.begin(texts: texts)
      try lists.add(encoded(recommendations("ada", ["b"], hasRows: false), texts))
      try lists.add(recommendations("bob", ["b", "a"], hasRows: false))
    }
    let published = try PublishedStore(at: copy)
    #expect(
      try published.recommendationList(userId: "bob")
        == recommendations("bob", ["b", "a"], hasRows: false))
    let queue = try DatabaseQueue(path: copy.path)
    let numbered = try queue.read {
      try String.fetchAll($0, sql: "SELECT text FROM list_texts ORDER BY number")
    }
    #expect(numbered == texts + ["a"])
  }

  @Test func `a copy whose lists fail is removed, and the store can be used`() throws {
    #expect(throws: Stopped.self) {
      try store.publish(night: night, to: copy) { lists in
        try lists.add(recommendations("ada", ["a"]))
        throw Stopped()
      }
    }
    #expect(throws: StoreFailure.self) {
      try store.publish(night: night, to: copy) { lists in
        try lists.add(recommendations("bob", ["b"]))
        try lists.add(recommendations("bob", ["b"]))
      }
    }
    #expect(try !folder.names.contains { $0.hasPrefix("copy") })
    #expect(try store.catalogue() == hostileCatalogue)
    try store.publish(night: night, to: copy) { try $0.add(recommendations("ada", ["a"])) }
    #expect(try PublishedStore(at: copy).playersWithLists() == ["ada"])
  }

  @Test func `a full disk is a failure of the copy, which is removed`() throws {
    let long = String(repeating: "long ", count: 1_000_000)
    // The catalogue takes some dozens of pages, the list more than a thousand.
    try store.limit(toPages: 500)
    #expect(throws: StoreFailure.diskFull(path: copy.path)) {
      try store.publish(night: night, to: copy) { try $0.add(recommendations(long, ["b"])) }
    }
    #expect(try !folder.names.contains { $0.hasPrefix("copy") })
  }

  @Test func `equal nights give equal bytes, whatever the store contained before`() throws {
    func publish(_ store: WorkspaceStore, to url: URL) throws {
      try store.publish(night: night, to: url) { lists in
        for user in 0..<3000 { try lists.add(recommendations("u\(user)", ["q", "r"])) }
      }
    }
    try publish(store, to: copy)
    let other = try TemporaryFolder()
    let otherStore = try other.store()
    try otherStore.upsert(Catalogue(games: hostileCatalogue.games.suffix(3)))
    try otherStore.upsert(hostileCatalogue)
    try publish(otherStore, to: other.url.appending(path: "copy.sqlite"))
    #expect(try other.bytes(of: "copy.sqlite") == folder.bytes(of: "copy.sqlite"))
    // A second time to the same path.
    try publish(store, to: copy)
    #expect(try other.bytes(of: "copy.sqlite") == folder.bytes(of: "copy.sqlite"))
    // Bytes 18 and 19 of the header: 1 is a rollback journal, 2 a WAL, which readers must write to.
    #expect(try folder.bytes(of: "copy.sqlite")[18...19] == [1, 1])
  }

  @Test func `a copy in a folder that does not exist is refused with its path`() throws {
    let nowhere = folder.url.appending(path: "nowhere/findie.sqlite")
    let failure = #expect(throws: StoreFailure.self) {
      try store.publish(night: night, to: nowhere) { _ in }
    }
    #expect(failure?.description.contains(nowhere.path) == true)
  }

  @Test func `reading a copy creates no other file`() throws {
    try store.publish(night: night, to: copy) { try $0.add(recommendations("ada", ["a"])) }
    let (names, bytes) = (try folder.names, try folder.bytes(of: "copy.sqlite"))
    _ = try PublishedStore(at: copy).searchGames(query: "")
    #expect(try folder.names == names)
    #expect(try folder.bytes(of: "copy.sqlite") == bytes)
  }

  @Test func `an open reader keeps its night when the file is replaced`() throws {
    try store.publish(night: night, to: copy) { try $0.add(recommendations("ada", ["b", "a"])) }
    let reader = try PublishedStore(at: copy)
    try store.publish(night: night, to: copy) { try $0.add(recommendations("ada", ["c"])) }
    #expect(
      try reader.recommendationList(userId: "ada")?.games.map(\.gameId) == ["b", "a"])
    let next = try PublishedStore(at: copy).recommendationList(userId: "ada")
    #expect(next?.games.map(\.gameId) == ["c"])
  }
}
