import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

@Suite struct StoredCatalogueTests {
  private let folder: TemporaryFolder
  private let store: WorkspaceStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  private func titles() throws -> [String] { try store.catalogue().games.map(\.title) }

  @Test func `every field of every record is stored`() throws {
    try store.upsert(hostileCatalogue)
    #expect(try store.catalogue() == hostileCatalogue)
  }

  @Test func `texts are stored byte for byte`() throws {
    try store.upsert(hostileCatalogue)
    let games = try store.catalogue().games
    #expect(zip(games, hostileCatalogue.games).allSatisfy { $0.isByteEqual(to: $1) })
  }

  @Test func `fields that are absent stay absent`() throws {
    let catalogue = Catalogue(
      games: [plainGame("a", "A")], developers: [Developer(id: "d", studioName: "D")],
      tags: [FindieDomain.Tag(id: "t", name: "T")], users: [User(id: "u")],
      wishlists: [Wishlist(id: "w", userId: "u", items: [])])
    try store.upsert(catalogue)
    #expect(try store.catalogue() == catalogue)
  }

  @Test(arguments: ["0", "0.01", "19.99", "-5", "12345678901234567890.123456789", "100000"])
  func `a price is stored exactly`(text: String) throws {
    var game = plainGame("a", "A")
    game.price = Decimal(string: text)
    try store.upsert(Catalogue(games: [game]))
    #expect(try store.catalogue().games.first?.price == Decimal(string: text))
  }

  @Test func `a list of texts keeps its order and duplicates, and nil differs from empty`() throws {
    var games = [plainGame("a", "A"), plainGame("b", "B"), plainGame("c", "C")]
    games[0].screenshotURLs = nil
    games[1].screenshotURLs = []
    games[2].screenshotURLs = ["z", "a", "z", "", "\",\"", "\\"]
    try store.upsert(Catalogue(games: games))
    #expect(try store.catalogue().games.map(\.screenshotURLs) == games.map(\.screenshotURLs))
  }

  @Test func `a newer record replaces an older one`() throws {
    try store.upsert(Catalogue(games: [plainGame("a", "old", updatedAt: 1)]))
    let changes = try store.upsert(Catalogue(games: [plainGame("a", "new", updatedAt: 2)]))
    #expect(try titles() == ["new"])
    #expect(changes.games.updated == 1 && changes.games.total == 1)
  }

  @Test func `an older record changes nothing and is counted`() throws {
    try store.upsert(Catalogue(games: [plainGame("a", "new", updatedAt: 2)]))
    let changes = try store.upsert(Catalogue(games: [plainGame("a", "old", updatedAt: 1)]))
    #expect(try titles() == ["new"])
    #expect(changes.games.older == 1 && changes.games.total == 1)
  }

  @Test func `a given record without a time replaces a stored one with a time`() throws {
    try store.upsert(Catalogue(games: [plainGame("a", "dated", updatedAt: 7)]))
    let changes = try store.upsert(Catalogue(games: [plainGame("a", "undated")]))
    #expect(try titles() == ["undated"])
    #expect(changes.games.updated == 1 && changes.games.older == 0)
  }

  @Test func `a stored record of the future is replaced by any given one`() throws {
    try store.upsert(
      Catalogue(games: ["a", "b"].map { plainGame($0, "far", updatedAt: 900) }))
    var rules = MergeRules()
    rules.latestChange = time(100)
    let changes = try store.merge(
      Catalogue(games: [plainGame("a", "now", updatedAt: 50)]), rules
    ).changes
    #expect(try titles() == ["now", "far"])
    #expect(changes.games.updated == 1)
    // The one that is not given stays, and is counted.
    #expect(changes.games.future.first == ["b"])
  }

  @Test func `stored records that are not given are counted and stay`() throws {
    var deleted = plainGame("x", "deleted")
    deleted.isActive = false
    try store.upsert(
      Catalogue(games: ["a", "b", "c", "d", "e"].map { plainGame($0, $0) } + [deleted]))
    let changes = try store.upsert(Catalogue(games: [plainGame("d", "new"), plainGame("f", "f")]))
    // Four of the five active games; the deleted one is on no list.
    #expect(changes.games.missing.count == 4 && changes.games.missing.first == ["a", "b", "c"])
    #expect(changes.games.found == 1)
    #expect(try store.catalogue().games.filter(\.isActive).count == 6)
  }

  @Test func `what a full export lacks is withdrawn, or removed if it is no game`() throws {
    let lists = ["u1", "u2"].map {
      Wishlist(id: $0, userId: $0, items: [WishlistItem(gameId: "a")])
    }
    try store.upsert(
      Catalogue(
        games: [plainGame("a", "A", updatedAt: 5), plainGame("b", "B", updatedAt: 5)],
        users: [User(id: "u1"), User(id: "u2")], wishlists: lists))
    var rules = MergeRules()
    rules.full = ["games", "users", "wishlists"]
    let tonight = Catalogue(
      games: [plainGame("b", "B", updatedAt: 5)], users: [User(id: "u2")], wishlists: [lists[0]])
    let (merged, changes) = try store.merge(tonight, rules)
    #expect(try merged == store.catalogue())
    #expect(merged.games.map(\.id) == ["a", "b"])
    #expect(merged.games.map(\.isActive) == [false, true])
    #expect(merged.users.map(\.id) == ["u2"])
    #expect(merged.wishlists == [lists[0]])
    #expect(changes.games.missing.first == ["a"] && changes.users.missing.first == ["u1"])
    // It is not missing a second time, and comes back with the export.
    #expect(try store.merge(tonight, rules).changes.games.missing.count == 0)
    try store.merge(Catalogue(games: [plainGame("a", "A", updatedAt: 5)]))
    #expect(try store.catalogue().games.map(\.isActive) == [true, true])
  }

  @Test func `a game that only a partner's file still has is missing`() throws {
    let games = [plainGame("a", "A", updatedAt: 5), plainGame("b", "B", updatedAt: 5)]
    try store.upsert(Catalogue(games: games))
    var rules = MergeRules()
    rules.onlyOfPartners = ["games": [ExactText("a")]]
    let tonight = Catalogue(games: [plainGame("a", "A of a shop", updatedAt: 6), games[1]])
    let delta = try store.merge(tonight, rules).changes
    #expect(delta.games.missing.first == ["a"] && delta.games.found == 1)
    rules.full = ["games"]
    let full = try store.merge(tonight, rules)
    #expect(full.changes.games.missing.first == ["a"])
    #expect(full.catalogue.games.map(\.isActive) == [false, true])
  }

  @Test(arguments: [5, nil] as [Int64?])
  func `of equally new records the given one wins`(updatedAt: Int64?) throws {
    try store.upsert(Catalogue(games: [plainGame("a", "first", updatedAt: updatedAt)]))
    try store.upsert(Catalogue(games: [plainGame("a", "second", updatedAt: updatedAt)]))
    #expect(try titles() == ["second"])
  }

  @Test func `another spelling of the same letters is a change`() throws {
    try store.upsert(Catalogue(games: [plainGame("a", "caf\u{e9}")]))
    let changes = try store.upsert(Catalogue(games: [plainGame("a", "cafe\u{301}")]))
    #expect(changes.games.updated == 1)
    #expect(try titles().first.map { Array($0.unicodeScalars).count } == 5)
  }

  @Test func `records that are not given stay`() throws {
    try store.upsert(Catalogue(games: [plainGame("a", "A"), plainGame("c", "C")]))
    let changes = try store.upsert(Catalogue(games: [plainGame("b", "B"), plainGame("d", "D")]))
    #expect(try titles() == ["A", "B", "C", "D"])
    #expect(changes.games.inserted == 2 && changes.games.total == 2)
  }

  @Test func `changed and removed items of a wishlist are stored`() throws {
    var wishlist = fullWishlist(id: "w", text: "game")
    try store.upsert(Catalogue(wishlists: [wishlist, fullWishlist(id: "x", text: "game")]))
    wishlist.items = [WishlistItem(gameId: "other")]
    let changes = try store.upsert(Catalogue(wishlists: [wishlist]))
    #expect(changes.wishlists.updated == 1)
    #expect(
      try store.catalogue().wishlists == [wishlist, fullWishlist(id: "x", text: "game")])
  }

  @Test func `a second merge of the same records counts all as unchanged`() throws {
    let first = try store.upsert(hostileCatalogue)
    let second = try store.upsert(hostileCatalogue)
    #expect(first.games.inserted == hostileTexts.count)
    #expect(second.games.unchanged == hostileTexts.count)
    #expect(second.wishlists.unchanged == hostileTexts.count)
    #expect(second.users.total == second.users.unchanged)
  }

  @Test func `a second merge of the same records leaves the file unchanged`() throws {
    try store.upsert(hostileCatalogue)
    try store.close()
    let before = try folder.bytes(of: "findie.sqlite")
    let again = try folder.store()
    try again.upsert(hostileCatalogue)
    try again.close()
    #expect(try folder.bytes(of: "findie.sqlite") == before)
  }

  @Test(arguments: [false, true])
  func `a merge returns the stored catalogue`(givesPlayers: Bool) throws {
    func night(_ texts: some Sequence<String>, _ title: String, at time: Int64) -> Catalogue {
      Catalogue(
        games: texts.map { plainGame("game " + $0, title, updatedAt: time) },
        users: texts.map { fullUser(id: "user " + $0, text: title) },
        wishlists: texts.map { fullWishlist(id: "list " + $0, text: title) })
    }
    // New, older, newer and absent records, with ids that are in another order in the table.
    let nights = [
      night(hostileTexts.prefix(9), "first", at: 5), night(hostileTexts.suffix(9), "older", at: 1),
      night(hostileTexts.dropFirst(3).prefix(4), "newer", at: 9), Catalogue(),
    ]
    var players: StoredPlayers?
    for tonight in nights {
      let merged = try store.merge(tonight, players: players).catalogue
      #expect(try merged == store.catalogue())
      if givesPlayers {
        players = StoredPlayers(users: merged.packedUsers, wishlists: merged.packedWishlists)
        #expect(try store.catalogue(players) == merged)
      }
    }
    #expect(try Set(titles()) == ["first", "older", "newer"])
  }

  @Test func `a store has a WAL journal`() throws {
    try store.upsert(hostileCatalogue)
    try store.close()
    // Bytes 18 and 19 of a database's header are 2 in WAL mode.
    #expect(try folder.bytes(of: "findie.sqlite")[18..<20] == [2, 2])
  }

  @Test func `a closed store is one file`() throws {
    try store.upsert(hostileCatalogue)
    try store.close()
    #expect(try folder.names == ["findie.sqlite"])
  }
}
