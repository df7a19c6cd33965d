package import FindieDomain

/// Merges a player's wishlist in the app with those in shops.
///
/// Rules:
///
/// 1. An item of the app's list stays, with everything that the app says about it.
/// 2. An item of a shop is added, unless the player removed it in the app after wishing for it in
///    the shop.
/// 3. An item that only a shop had is removed when the shop no longer has it. An inconclusive
///    answer removes nothing: the shop's last list counts.
/// 4. An item has the earliest of its dates, and the names of all lists that have it.
/// 5. A wish for a game that the app does not know is remembered, and added once the app knows the
///    game.
/// 6. The wishes of an account that is no longer the player's do not count.
package struct WishlistMerge: Sendable {
  /// One player's lists when they were last merged.
  package struct Memory: Codable, Hashable, Sendable {
    package let userId: String
    /// Each shop's wishes in its last answer, by `Shop.rawValue`.
    package fileprivate(set) var shops: [String: ShopMemory] = [:]
    /// The games of the app's list.
    package fileprivate(set) var games: [String] = []
    package fileprivate(set) var removed = RemovedGames()

    package init(userId: String) {
      self.userId = userId
    }
  }

  /// When the removal of games in the app was noticed.
  ///
  /// It is stored as a list, since a JSON object would lose one of two keys that differ only in
  /// their Unicode normal form.
  package struct RemovedGames: Codable, Hashable, Sendable {
    package fileprivate(set) var times: [ExactText: Timestamp] = [:]

    private struct Entry: Codable {
      let gameId: String
      let at: Timestamp
    }

    fileprivate init() {}

    package init(from decoder: any Decoder) throws {
      do {
        for entry in try [Entry](from: decoder) { times[ExactText(entry.gameId)] = entry.at }
      } catch DecodingError.typeMismatch {
        // Until 2026-11 it was an object.
        for (game, time) in try [String: Timestamp](from: decoder) { times[ExactText(game)] = time }
      }
    }

    package func encode(to encoder: any Encoder) throws {
      let entries = times.sorted { $0.key < $1.key }
      try entries.map { Entry(gameId: $0.key.text, at: $0.value) }.encode(to: encoder)
    }
  }

  package struct ShopMemory: Codable, Hashable, Sendable {
    package let at: Timestamp
    /// The player's id or name in the shop. Nil in files of earlier versions, which means the
    /// current name.
    package let account: String?
    package let wishes: [ShopWish]
  }

  /// The merged list: the app's items, then the shops'.
  package private(set) var wishlist: Wishlist
  package private(set) var memory: Memory
  package private(set) var changes: WishlistChanges
  /// The indices of the items, by game.
  private var places: [ExactText: Int] = [:]

  /// - Parameters:
  ///   - own: the app's list; nil if the player has none.
  ///   - earlier: the memory of the last merge; nil if there was none.
  ///   - accounts: the player's ids or names in shops; nil if the export does not have the player.
  ///   - answers: by shop.
  ///   - ids: the shop games that are the app's games.
  package init(
    own: Wishlist?, userId: String, memory earlier: Memory?, accounts: [Shop: String]?,
    answers: [Shop: ShopWishlist], ids: ShopIds, now: Timestamp
  ) {
    wishlist = own ?? Wishlist(id: userId, userId: userId, items: [])
    memory = Memory(userId: userId)
    changes = WishlistChanges(userId: userId)
    for shop in Shop.allCases {
      let last = earlier?.shops[shop.rawValue]
      memory.shops[shop.rawValue] =
        accounts.map { Self.memory(of: $0[shop], answers[shop], last) } ?? last
    }
    rememberRemovals(since: earlier, now)
    for index in wishlist.items.indices {
      wishlist.items[index].sources = ["findie"]
      let game = ExactText(wishlist.items[index].gameId)
      places[game] = places[game] ?? index
    }
    let ownItems = wishlist.items
    for shop in Shop.allCases {
      guard let known = memory.shops[shop.rawValue] else { continue }
      if let fields = shop.fields { wishlist[keyPath: fields.lastSynced] = known.at }
      add(known.wishes, of: shop, ids)
      let wished = Set(known.wishes.map { ExactText($0.shopId) })
      for item in ownItems where !(item.owned ?? false) {
        guard let id = ids.shopId(of: item.gameId, in: shop), !wished.contains(ExactText(id)) else {
          continue
        }
        changes.toAdd.append(.init(shop: shop, shopId: id, gameId: item.gameId))
      }
      for wish in earlier?.shops[shop.rawValue]?.wishes ?? []
      where !wished.contains(ExactText(wish.shopId)) {
        let gameId = ids.gameId(of: wish.shopId, in: shop)
        changes.removed.append(.init(shop: shop, shopId: wish.shopId, gameId: gameId))
      }
    }
  }

  /// An account's wishes after an answer; nil if there is no account, or it never had an answer.
  private static func memory(
    of account: String?, _ answer: ShopWishlist?, _ earlier: ShopMemory?
  ) -> ShopMemory? {
    guard let account else { return nil }
    let known = earlier.flatMap { $0.account ?? account == account ? $0 : nil }
    guard let answer, answer.wishes != nil else {
      return known.map { ShopMemory(at: $0.at, account: account, wishes: $0.wishes) }
    }
    return ShopMemory(
      at: answer.at, account: account, wishes: answer.entries(after: known?.wishes ?? []))
  }

  private mutating func rememberRemovals(since earlier: Memory?, _ now: Timestamp) {
    let games = Set(wishlist.items.map { ExactText($0.gameId) })
    memory.games = games.sorted().map(\.text)
    // The clock was ahead when a removal in the future was noticed.
    memory.removed.times = (earlier?.removed.times ?? [:]).filter { !games.contains($0.key) }
      .mapValues { $0 > now.latestChange ? now : $0 }
    for game in (earlier?.games ?? []).map({ ExactText($0) }) where !games.contains(game) {
      memory.removed.times[game] = memory.removed.times[game] ?? now
    }
  }

  private mutating func add(_ wishes: [ShopWish], of shop: Shop, _ ids: ShopIds) {
    let ranks = wishes.compactMap(\.rank).max() ?? 0
    for wish in wishes {
      guard let gameId = ids.gameId(of: wish.shopId, in: shop) else {
        changes.unknownGames.append(.init(shop: shop, shopId: wish.shopId))
        continue
      }
      let entry = WishlistChanges.Entry(shop: shop, shopId: wish.shopId, gameId: gameId)
      let game = ExactText(gameId)
      if let place = places[game] {
        wishlist.items[place].add(wish, of: shop, ranks: ranks)
      } else if let removedAt = memory.removed.times[game],
        wish.addedAt.map({ $0 <= removedAt }) ?? true
      {
        changes.toRemove.append(entry)
      } else {
        memory.removed.times[game] = nil
        // The app has no setting for it: a shop wish gets the messages that the player allows.
        var item = WishlistItem(
          gameId: gameId, addedDate: wish.addedAt, notifyOnRelease: true, notifyOnDiscount: true)
        item.add(wish, of: shop, ranks: ranks)
        places[game] = wishlist.items.count
        wishlist.items.append(item)
        changes.added.append(entry)
      }
    }
  }
}

extension WishlistItem {
  /// Adds what a shop knows. The app's own values stay.
  fileprivate mutating func add(_ wish: ShopWish, of shop: Shop, ranks: Int) {
    if !(sources ?? []).contains(shop.rawValue) { sources = (sources ?? []) + [shop.rawValue] }
    if let addedAt = wish.addedAt { addedDate = min(addedDate ?? addedAt, addedAt) }
    if let id = shop.fields?.gameId { self[keyPath: id] = self[keyPath: id] ?? wish.shopId }
    guard priority == nil, let rank = wish.rank, ranks > 0 else { return }
    // The player's order is divided into thirds.
    let place = Double(rank) / Double(ranks)
    priority = place <= 1.0 / 3 ? .high : place <= 2.0 / 3 ? .medium : .low
  }
}
