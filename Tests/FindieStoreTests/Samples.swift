import FindieDomain
import FindieStore
import FindieTestSupport
import FindieText
import Foundation
import Testing

/// Texts that break careless code.
let hostileTexts = [
  "", "'); DROP TABLE games; --", "\"quoted\" and \\ back\\slash", "a\0b", "\0", "100 %_ done",
  "<script>alert('x')</script>", "👩‍👩‍👧 émigré e\u{301}migre\u{301}", "line\nbreak\ttab\r\u{1}\u{7f}",
  "[\"a\",\"b\"]", "\u{2028}\u{FFFD}", "NULL", "1e5", "007",
]

let night = Day(year: 2025, month: 10, day: 1)!

func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

/// A game with every field set, its texts all `text`.
func fullGame(id: String, text: String) -> Game {
  var game = Game(
    id: id, title: text, developerId: text, genres: [.rpg, .action, .rpg], tags: [text, "b", text],
    platforms: [.itchio, .windows], releaseDate: time(-1), releaseStatus: .earlyAccess,
    price: Decimal(string: "19.99"), currency: text, isFree: true, isActive: false)
  game.subtitle = text
  game.description = text
  game.shortDescription = text
  game.iconURL = text
  game.coverImageURL = text
  game.screenshotURLs = [text, text]
  game.trailerURL = text
  game.developerName = text
  game.studioName = text
  game.createdAt = Timestamp.range.lowerBound
  game.updatedAt = Timestamp.range.upperBound
  game.steamURL = text
  game.itchioURL = text
  game.officialWebsiteURL = text
  game.discordURL = text
  game.launchPlayers = 12
  game.isMature = true
  return game
}

func fullDeveloper(id: String, text: String) -> Developer {
  var developer = Developer(
    id: id, studioName: text, displayName: text, bio: text, publishedGameIds: [text, "b"],
    isVerified: true, isActive: false)
  developer.userId = text
  developer.website = text
  developer.location = text
  developer.foundedYear = 1987
  developer.followerCount = 12
  developer.joinedDate = time(1)
  developer.updatedAt = time(2)
  return developer
}

func fullTag(id: String, text: String) -> FindieDomain.Tag {
  var tag = FindieDomain.Tag(id: id, name: text, category: .mood, usageCount: 3, isOfficial: true)
  tag.createdAt = time(1)
  tag.updatedAt = time(2)
  return tag
}

func fullUser(id: String, text: String) -> User {
  var user = User(
    id: id, username: text, displayName: text, favoriteGenres: [.horror, .rpg],
    mutedGenres: [.puzzle], preferredPlatforms: [.gog], priceRange: .under20, accountType: .both,
    joinedDate: time(1),
    lastActiveDate: time(2), updatedAt: time(3), friendIds: [text, "b"],
    sharesActivityWithFriends: false, notificationsEnabled: true, steamId: text,
    itchioUsername: text)
  user.mutedTags = [text, "b"]
  user.showsMatureGames = true
  user.personalization = false
  return user
}

func fullWishlist(id: String, text: String) -> Wishlist {
  let item = WishlistItem(
    gameId: text, gameTitle: text, addedDate: time(1), priority: .low, notifyOnRelease: true,
    notifyOnDiscount: true, steamAppId: text, itchioGameId: text,
    priceAtAdd: Decimal(string: "0.1000000000000000000000000001"), currency: text,
    sources: [text, "b"], owned: true)
  return Wishlist(
    id: id, userId: text, items: [item, WishlistItem(gameId: "b"), item], lastUpdated: time(1),
    steamSyncEnabled: true, steamLastSynced: time(2), itchioSyncEnabled: true,
    itchioLastSynced: time(3))
}

/// Every kind of record with every field set, with each of `hostileTexts` as text and in the id.
let hostileCatalogue = Catalogue(
  games: hostileTexts.map { fullGame(id: "game " + $0, text: $0) },
  developers: hostileTexts.map { fullDeveloper(id: "developer " + $0, text: $0) },
  tags: hostileTexts.map { fullTag(id: "tag " + $0, text: $0) },
  users: hostileTexts.map { fullUser(id: "user " + $0, text: $0) },
  wishlists: hostileTexts.map { fullWishlist(id: "wishlist " + $0, text: $0) })

func plainGame(_ id: String, _ title: String, updatedAt: Int64? = nil) -> Game {
  var game = Game(id: id, title: title, developerId: "studio")
  game.updatedAt = updatedAt.map(time)
  return game
}

func recommendations(
  _ userId: String, _ games: [String], hasRows: Bool = true
) -> RecommendationList {
  RecommendationList(
    userId: userId, listId: "list of \(userId)", date: night, source: .personal,
    games: games.enumerated().map {
      .init(
        gameId: $1, rank: $0 + 1, score: 1 - Double($0) / 8,
        reasons: [Reason(kind: .liked, gameId: $1, weight: 0.5)])
    },
    rows: !hasRows
      ? []
      : [
        .init(key: .moreOfTag, subject: "a\0 \"b\" \u{301}", gameIds: games),
        .init(key: .hiddenGems, subject: nil, gameIds: games.reversed()),
      ])
}

extension RecommendationList {
  /// - Parameter number: of a text.
  func encoded(_ number: (String) throws -> Int) throws -> EncodedPlayerList {
    var encoder = PlayerListEncoder()
    encoder.begin()
    for entry in games {
      encoder.add(game: try number(entry.gameId), score: SixDigitText(entry.score))
      for reason in entry.reasons {
        encoder.add(
          reason: reason.kind,
          subject: try (reason.gameId ?? reason.genre?.rawValue).map { try number($0) },
          thousandths: Int((1000 * reason.weight).rounded()))
      }
      encoder.endEntry(probability: entry.probability, isPromoted: entry.promoted ?? false)
    }
    for row in rows {
      encoder.addRow(
        key: try number(row.key.rawValue), subject: try row.subject.map { try number($0) },
        games: try row.gameIds.map { try number($0) })
    }
    return encoder.list(userId: userId, listId: try #require(listId), source: source)
  }
}

extension ListWriter {
  mutating func add(_ list: RecommendationList) throws {
    try add(list.encoded { try number(of: $0) })
  }
}

extension TemporaryFolder {
  var storeURL: URL { url.appending(path: "findie.sqlite") }

  var publishedURL: URL { url.appending(path: "published.sqlite") }

  func store() throws -> WorkspaceStore { try WorkspaceStore(at: storeURL) }

  /// Publishes a catalogue with the lists that `write` adds.
  @discardableResult
  func publish(
    _ catalogue: Catalogue = Catalogue(), by write: (inout ListWriter) throws -> Void
  ) throws -> PublishedStore {
    let store = try store()
    try store.merge(catalogue)
    try store.publish(night: night, to: publishedURL) { lists in
      try write(&lists)
      let games = try store.catalogue().games
      try lists.addSearch(
        of: games, developers: catalogue.developers, players: games.map { _ in 0 })
    }
    return try PublishedStore(at: publishedURL)
  }

  func bytes(of name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: url.appending(path: name)))
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

extension WorkspaceStore {
  @discardableResult
  func upsert(_ catalogue: Catalogue) throws -> CatalogueChanges { try merge(catalogue).changes }
}

extension Game {
  /// As `==`, but by the bytes of the texts.
  func isByteEqual(to other: Game) -> Bool {
    self == other && id.utf8.elementsEqual(other.id.utf8)
      && title.utf8.elementsEqual(other.title.utf8)
      && zip(tags, other.tags).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
