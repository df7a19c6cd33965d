import FindieDomain
import Foundation
import Testing

@Suite struct PackedRecordsTests {
  private let texts = [
    "", "a", "é", "e\u{301}", "\0", "a\0b", "\u{10FFFF}", "\r\n", "\"\\",
    String(repeating: "x", count: 300),
  ]

  private var times: [Timestamp?] {
    [nil, Timestamp.range.lowerBound, Timestamp.range.upperBound]
      + [0, -1, 1, 1_700_000_000_000].map { Timestamp(milliseconds: $0) }
  }

  /// Records with each field absent, empty and filled.
  private var users: [User] {
    texts.enumerated().map { index, text in
      User(
        id: "user " + text, username: index.isMultiple(of: 2) ? text : nil, displayName: text,
        favoriteGenres: Array(Genre.allCases.prefix(index)).reversed(),
        mutedGenres: Array(Genre.allCases.suffix(index % 3)),
        preferredPlatforms: Array(Platform.allCases.prefix(index % 3)),
        priceRange: PricePreference.allCases[index % 5],
        accountType: AccountType.allCases[index % 3], joinedDate: times[index % 7],
        lastActiveDate: times[(index + 1) % 7], updatedAt: times[(index + 2) % 7],
        friendIds: Array(texts.prefix(index)),
        sharesActivityWithFriends: [nil, true, false][index % 3],
        notificationsEnabled: [false, nil, true][index % 3], steamId: text,
        itchioUsername: index.isMultiple(of: 3) ? text : nil)
    }
  }

  private var wishlists: [Wishlist] {
    texts.enumerated().map { index, text in
      Wishlist(
        id: "list " + text, userId: "user", items: texts.prefix(index).enumerated().map(item),
        lastUpdated: times[index % 7], steamSyncEnabled: index.isMultiple(of: 2),
        steamLastSynced: times[(index + 1) % 7], itchioSyncEnabled: index.isMultiple(of: 3),
        itchioLastSynced: times[(index + 3) % 7])
    }
  }

  private func item(_ index: Int, _ text: String) -> WishlistItem {
    WishlistItem(
      gameId: text, gameTitle: index.isMultiple(of: 2) ? text : nil, addedDate: times[index % 7],
      priority: ([nil] + Priority.allCases)[index % 4], notifyOnRelease: index.isMultiple(of: 2),
      notifyOnDiscount: index.isMultiple(of: 3), steamAppId: text, itchioGameId: nil,
      priceAtAdd: [nil, 0, 9.99, -1, Decimal(string: "12345678901234567890.123456789")][index % 5],
      currency: [nil, "", "EUR"][index % 3], sources: [nil, [], texts][index % 3],
      owned: [nil, true, false][index % 3])
  }

  private func isByteEqual(_ one: [String], _ other: [String]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  @Test func `records are as they were packed`() {
    let packed = (PackedRecords(users), PackedRecords(wishlists))
    #expect(packed.0.records == users && packed.1.records == wishlists)
    #expect(isByteEqual(packed.0.records.map(\.id), users.map(\.id)))
    #expect(zip(packed.0.records, users).allSatisfy { isByteEqual($0.friendIds, $1.friendIds) })
    let ids = (packed.1.records.flatMap(\.items), wishlists.flatMap(\.items))
    #expect(isByteEqual(ids.0.map(\.gameId), ids.1.map(\.gameId)))
  }

  @Test func `single values of users are those of the records`() {
    for (packed, user) in zip(PackedRecords(users), users) {
      #expect(packed.id.hasSameBytes(as: user.id))
      #expect(packed.favoriteGenres == user.favoriteGenres)
      #expect(packed.mutedGenres == user.mutedGenres ?? [])
      #expect(packed.preferredPlatforms == user.preferredPlatforms)
      #expect(packed.priceRange == user.priceRange)
      #expect(packed.joinedDate == user.joinedDate)
      #expect(packed.lastChanged == user.updatedAt)
      #expect(isByteEqual(packed.friendIds, user.friendIds))
      #expect(packed.sharesActivityWithFriends == user.sharesActivityWithFriends)
      #expect(packed.notificationsEnabled == user.notificationsEnabled)
    }
  }

  @Test func `single values of wishlists are those of the records`() {
    for (packed, wishlist) in zip(PackedRecords(wishlists), wishlists) {
      #expect(packed.userId == wishlist.userId)
      #expect(packed.lastChanged == wishlist.lastUpdated)
      #expect(packed.steamLastSynced == wishlist.steamLastSynced)
      #expect(packed.itchioLastSynced == wishlist.itchioLastSynced)
      let items = Array(packed.parts)
      #expect(items.map(\.value) == wishlist.items)
      #expect(isByteEqual(items.map(\.gameId), wishlist.items.map(\.gameId)))
      #expect(items.map(\.addedDate) == wishlist.items.map(\.addedDate))
      #expect(items.map(\.owned) == wishlist.items.map(\.owned))
    }
  }

  @Test func `the newest record of each id stays, in the order of the bytes`() {
    func user(_ id: String, _ name: String, _ time: Int64?) -> User {
      User(id: id, username: name, updatedAt: time.map { Timestamp(milliseconds: $0) })
    }
    let given = [
      user("b", "1", 5), user("é", "2", nil), user("b", "3", 5), user("e\u{301}", "4", 1),
      user("b", "5", nil), user("abcdefgh2", "6", nil), user("abcdefgh", "7", nil),
      user("abcdefgh\0", "8", nil), user("b", "9", 4), user("é", "10", nil),
    ]
    let packed = PackedRecords(given)
    #expect(packed.newest.records.map(\.username) == ["7", "8", "6", "3", "4", "10"])
    #expect(packed.indicesOfReplaced == [0, 1, 4, 8])
    #expect(packed.newest.newest == packed.newest)
  }

  @Test func `joined, selected and compact collections have the same records`() {
    let (first, second) = (PackedRecords(users), PackedRecords(users.reversed()))
    var both = first + second
    both.append(users[3])
    #expect(both.records == users + users.reversed() + [users[3]])
    let selected = both.selecting([20, 0, 12, 3, 0])
    #expect(selected.records == [20, 0, 12, 3, 0].map { both[$0].record })
    #expect(selected.compact == selected && selected.compact.buffers.count == 1)
    #expect(selected.compact.buffers[0].count < both.compact.buffers[0].count)
    #expect(first.records == users)
    var shared = PackedRecords(sharing: first)
    shared.append(at: 4, of: first)
    shared.append(users[1])
    #expect(shared.records == [users[4], users[1]])
    #expect(first == PackedRecords(users) && first != second)
  }
}
