import FindieDomain
import FindiePartners
import Foundation
import Testing

struct WishlistMergeTests {
  private func day(_ day: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_767_225_600_000 + day * 86_400_000)
  }

  /// Game `g1` has the app id 1, and so on.
  private let ids: ShopIds = {
    var ids = ShopIds()
    for number in 1...3 { ids.add("g\(number)", .steam, "\(number)") }
    ids.add("g1", .itch, "i1")
    ids.add("g4", .itch, "i4")
    return ids
  }()

  private func own(_ games: [String]) -> Wishlist {
    Wishlist(id: "u", userId: "u", items: games.map { WishlistItem(gameId: $0, addedDate: day(5)) })
  }

  private func wishes(_ ids: [String], on added: Int64 = 3) -> [ShopWish] {
    ids.map { ShopWish(shopId: $0, addedAt: day(added), rank: nil) }
  }

  private func merge(
    _ own: Wishlist?, steam: [ShopWish]?? = .none, itch: [ShopWish]?? = .none,
    after memory: WishlistMerge.Memory? = nil, on now: Int64 = 10,
    accounts: [Shop: String]? = [.steam: "1001", .itch: "ben"]
  ) -> WishlistMerge {
    var answers: [Shop: ShopWishlist] = [:]
    if case .some(let wishes) = steam {
      answers[.steam] = ShopWishlist(wishes: wishes, at: day(now))
    }
    if case .some(let wishes) = itch {
      answers[.itch] = ShopWishlist(wishes: wishes, at: day(now))
    }
    return WishlistMerge(
      own: own, userId: "u", memory: memory, accounts: accounts, answers: answers, ids: ids,
      now: day(now))
  }

  private func games(_ merge: WishlistMerge) -> [String] { merge.wishlist.items.map(\.gameId) }

  @Test func `the merged list has the items of all lists, each with its sources`() {
    let merge = merge(own(["g1"]), steam: wishes(["1", "2"]), itch: wishes(["i4"]))
    #expect(games(merge).sorted() == ["g1", "g2", "g4"])
    let sources = Dictionary(
      uniqueKeysWithValues: merge.wishlist.items.map { ($0.gameId, $0.sources ?? []) })
    #expect(sources == ["g1": ["findie", "steam"], "g2": ["steam"], "g4": ["itch"]])
    #expect(merge.changes.added.map(\.gameId) == ["g2", "g4"])
  }

  @Test func `a removal that a clock ahead noticed does not hide later wishes`() {
    let first = merge(own(["g1"]), steam: wishes(["1"]), on: 10)
    let ahead = merge(own([]), steam: wishes(["1"]), after: first.memory, on: 400)
    #expect(games(ahead) == [])
    // The clock is right again, and the player wishes for the game once more.
    let right = merge(own([]), steam: wishes(["1"]), after: ahead.memory, on: 11)
    #expect(games(right) == [])
    let wished = merge(own([]), steam: wishes(["1"], on: 12), after: right.memory, on: 13)
    #expect(games(wished) == ["g1"])
  }

  @Test func `the app's values stay, and the earliest date counts`() {
    var list = own(["g1"])
    list.items[0].priority = .low
    list.items[0].notifyOnDiscount = true
    let merge = merge(list, steam: [ShopWish(shopId: "1", addedAt: day(2), rank: 1)])
    #expect(merge.wishlist.items[0].priority == .low)
    #expect(merge.wishlist.items[0].notifyOnDiscount)
    #expect(merge.wishlist.items[0].addedDate == day(2))
    #expect(merge.wishlist.items[0].steamAppId == "1")
  }

  @Test func `a wish that only a shop has gets messages`() {
    let items = merge(own(["g1"]), steam: wishes(["1", "2"])).wishlist.items
    #expect(items.map(\.gameId) == ["g1", "g2"])
    // The app's own item says nothing, which is no.
    #expect(items.map(\.notifyOnDiscount) == [false, true])
    #expect(items.map(\.notifyOnRelease) == [false, true])
  }

  @Test func `thirds of the player's order are priorities, whatever the ranks`() {
    for last in [6, 1 << 62, .max] {
      let steam = [1, last / 3, last / 3 * 2, last].enumerated().map {
        ShopWish(shopId: "\($0 + 1)", addedAt: nil, rank: $1)
      }
      var ids = ids
      ids.add("g4", .steam, "4")
      let merge = WishlistMerge(
        own: nil, userId: "u", memory: nil, accounts: [.steam: "1001"],
        answers: [.steam: ShopWishlist(wishes: steam, at: day(1))], ids: ids, now: day(1))
      #expect(merge.wishlist.items.map(\.priority) == [.high, .high, .medium, .low], "\(last)")
    }
  }

  @Test func `an answer from which nothing may be concluded removes nothing`() {
    let first = merge(own([]), steam: wishes(["1", "2"]))
    let second = merge(own([]), steam: .some(nil), after: first.memory, on: 11)
    #expect(games(second).sorted() == ["g1", "g2"])
    #expect(second.changes.removed == [])
    let third = merge(own([]), after: second.memory, on: 12)
    #expect(games(third).sorted() == ["g1", "g2"])
  }

  @Test func `a wish that the shop no longer has is removed, unless the app has it`() {
    let first = merge(own(["g1"]), steam: wishes(["1", "2"]))
    let second = merge(own(["g1"]), steam: wishes(["3"]), after: first.memory, on: 11)
    #expect(games(second) == ["g1", "g3"])
    #expect(second.changes.removed.map(\.shopId) == ["1", "2"])
  }

  @Test func `a game that the player removed in the app does not come back from the shop`() {
    let first = merge(own(["g1"]), steam: wishes(["1"]))
    let second = merge(own([]), steam: wishes(["1"]), after: first.memory, on: 11)
    #expect(games(second) == [])
    #expect(second.changes.toRemove.map(\.gameId) == ["g1"])
    let third = merge(own([]), steam: wishes(["1"]), after: second.memory, on: 12)
    #expect(games(third) == [])
  }

  @Test func `a game that is wished in the shop again after the removal comes back`() {
    let first = merge(own(["g1"]), steam: wishes(["1"]))
    let second = merge(own([]), steam: wishes(["1"]), after: first.memory, on: 11)
    let third = merge(own([]), steam: wishes(["1"], on: 12), after: second.memory, on: 13)
    #expect(games(third) == ["g1"])
    #expect(third.memory.removed.times == [:])
  }

  @Test func `two spellings of a game's id are two games, also in the memory`() throws {
    // With the letter é, and with an e and an acute accent.
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    var ids = ShopIds()
    ids.add(composed, .steam, "1")
    ids.add(decomposed, .steam, "2")
    func merged(_ games: [String], after memory: WishlistMerge.Memory?, on now: Int64)
      -> WishlistMerge
    {
      WishlistMerge(
        own: own(games), userId: "u", memory: memory, accounts: [.steam: "1001"],
        answers: [.steam: ShopWishlist(wishes: wishes(["1", "2"]), at: day(now))],
        ids: ids, now: day(now))
    }
    func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
    let first = merged([composed], after: nil, on: 10)
    #expect(bytes(games(first)) == bytes([composed, decomposed]))
    // The player removes one of them in the app.
    let second = merged([decomposed], after: first.memory, on: 11)
    #expect(bytes(games(second)) == bytes([decomposed]))
    let third = merged([], after: second.memory, on: 12)
    #expect(games(third).isEmpty && third.memory.removed.times.count == 2)
    let stored = try JSONEncoder().encode(third.memory)
    let read = try JSONDecoder().decode(WishlistMerge.Memory.self, from: stored)
    #expect(read.removed.times == third.memory.removed.times)
  }

  @Test func `removed games of an earlier version are read`() throws {
    let line = #"{"games":[],"removed":{"g1":"2026-01-02T00:00:00Z"},"shops":{},"userId":"u"}"#
    let memory = try JSONDecoder().decode(WishlistMerge.Memory.self, from: Data(line.utf8))
    #expect(memory.removed.times == ["g1": day(1)])
  }

  @Test func `wishes that a shop lacks are listed with a link, owned games are not`() {
    var list = own(["g1", "g2", "g3"])
    list.items[2].owned = true
    let merge = merge(list, steam: wishes(["1"]))
    #expect(merge.changes.toAdd.map(\.shopId) == ["2"])
    #expect(merge.changes.toAdd.map(\.url) == ["https://store.steampowered.com/app/2/"])
  }

  @Test func `a shop that never answered gives no list of missing games`() {
    #expect(merge(own(["g1"]), steam: .some(nil)).changes.toAdd == [])
  }

  @Test func `a game that the app does not know is remembered until it does`() {
    let first = merge(own([]), steam: wishes(["9"]))
    #expect(games(first) == [])
    #expect(first.changes.unknownGames.map(\.shopId) == ["9"])
    var ids = ids
    ids.add("g9", .steam, "9")
    let second = WishlistMerge(
      own: nil, userId: "u", memory: first.memory, accounts: [.steam: "1001"], answers: [:],
      ids: ids, now: day(11))
    #expect(games(second) == ["g9"])
  }

  @Test func `the player's order becomes a priority by thirds`() {
    let ranked = [(1, "1"), (2, "2"), (3, "3")].map {
      ShopWish(shopId: $0.1, addedAt: nil, rank: $0.0)
    }
    #expect(merge(nil, steam: ranked).wishlist.items.map(\.priority) == [.high, .medium, .low])
  }

  @Test(arguments: [4_611_686_018_427_387_904, Int.max])
  func `a place of any size in the player's order is no error`(rank: Int) {
    let ranked = [(1, "1"), (rank / 2, "2"), (rank, "3")].map {
      ShopWish(shopId: $0.1, addedAt: nil, rank: $0.0)
    }
    #expect(merge(nil, steam: ranked).wishlist.items.map(\.priority) == [.high, .medium, .low])
  }

  @Test func `the wishes of an account that is no longer the player's do not count`() {
    let first = merge(own(["g3"]), steam: wishes(["1"]), itch: wishes(["i4"]))
    // Linked to another account of Steam, of which the list is private; and unlinked from itch.io.
    let second = merge(
      own(["g3"]), steam: .some(nil), after: first.memory, on: 11, accounts: [.steam: "2002"])
    #expect(games(second) == ["g3"] && second.memory.shops.isEmpty)
    let third = merge(
      own(["g3"]), steam: wishes(["2"]), after: second.memory, on: 12, accounts: [.steam: "2002"])
    #expect(games(third) == ["g3", "g2"])
    // An export without the player says nothing about accounts.
    #expect(games(merge(own(["g3"]), after: third.memory, on: 13, accounts: nil)) == ["g3", "g2"])
    // An unlinked account that is linked again needs an answer.
    let unlinked = merge(own([]), after: third.memory, on: 14, accounts: [:])
    #expect(games(merge(own([]), after: unlinked.memory, on: 15)) == [])
  }

  /// Two thousand random histories of three lists, against a formulation by sets.
  @Test func `no wish is lost or invented over random histories`() {
    var seed: UInt64 = 7
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    for _ in 0..<2000 {
      var memory: WishlistMerge.Memory?
      var steamKnown: Set<String> = []
      var before: Set<String> = []
      var removed: Set<String> = []
      for now in Int64(10)..<16 {
        let ownGames = Set(["g1", "g2", "g3"].filter { _ in random(2) == 0 })
        let answer = random(4)
        let steam = Set(["1", "2", "3"].filter { _ in random(2) == 0 })
        let result = merge(
          own(ownGames.sorted()),
          steam: answer == 0 ? .none : answer == 1 ? .some(nil) : .some(wishes(steam.sorted())),
          after: memory, on: now)
        if answer > 1 { steamKnown = steam }
        removed = removed.union(before).subtracting(ownGames)
        before = ownGames
        let expected = ownGames.union(
          steamKnown.compactMap { ids.gameId(of: $0, in: .steam) }.filter { !removed.contains($0) })
        #expect(Set(games(result)) == expected)
        #expect(games(result).count == expected.count)
        memory = result.memory
      }
    }
  }
}
