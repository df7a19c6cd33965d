import FindieWorkspace
import FindieDomain
import FindieNight
import FindieWorkers
import Foundation
import Testing

/// The catalogue's fingerprint, by which a night decides what to compute again.
struct CatalogueDigestTests {
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (inout Records) -> Void

    init(_ description: String, _ make: @escaping @Sendable (inout Records) -> Void) {
      testDescription = description
      self.make = make
    }
  }

  /// A catalogue of one record each, to change.
  struct Records {
    var game = Game(id: "g", title: "Game", developerId: "d", price: 10)
    var developer = Developer(id: "d", studioName: "Studio")
    var tag = FindieDomain.Tag(id: "t", name: "tag")
    var user = User(id: "u")
    var wishlist = Wishlist(id: "w", userId: "u", items: [WishlistItem(gameId: "g")])

    var catalogue: Catalogue {
      Catalogue(
        games: [game], developers: [developer], tags: [tag], users: [user], wishlists: [wishlist])
    }
  }

  private static let instant = Timestamp(milliseconds: 1)

  /// Every stored property of every record, but the ids.
  static let changes = [
    Change("game.title") { $0.game.title = "Other" },
    Change("game.subtitle") { $0.game.subtitle = "s" },
    Change("game.description") { $0.game.description = "s" },
    Change("game.shortDescription") { $0.game.shortDescription = "s" },
    Change("game.iconURL") { $0.game.iconURL = "s" },
    Change("game.coverImageURL") { $0.game.coverImageURL = "s" },
    Change("game.screenshotURLs") { $0.game.screenshotURLs = ["s"] },
    Change("game.trailerURL") { $0.game.trailerURL = "s" },
    Change("game.developerId") { $0.game.developerId = "e" },
    Change("game.developerName") { $0.game.developerName = "s" },
    Change("game.studioName") { $0.game.studioName = "s" },
    Change("game.genres") { $0.game.genres = [.rpg] },
    Change("game.tags") { $0.game.tags = ["s"] },
    Change("game.platforms") { $0.game.platforms = [.linux] },
    Change("game.releaseDate") { $0.game.releaseDate = instant },
    Change("game.releaseStatus") { $0.game.releaseStatus = .cancelled },
    Change("game.price") { $0.game.price = 11 },
    Change("game.currency") { $0.game.currency = "EUR" },
    Change("game.isFree") { $0.game.isFree = true },
    Change("game.createdAt") { $0.game.createdAt = instant },
    Change("game.updatedAt") { $0.game.updatedAt = instant },
    Change("game.isActive") { $0.game.isActive = false },
    Change("game.steamURL") { $0.game.steamURL = "s" },
    Change("game.itchioURL") { $0.game.itchioURL = "s" },
    Change("game.officialWebsiteURL") { $0.game.officialWebsiteURL = "s" },
    Change("game.discordURL") { $0.game.discordURL = "s" },
    Change("game.isMature") { $0.game.isMature = true },
    Change("game.launchPlayers") { $0.game.launchPlayers = 1 },
    Change("developer.userId") { $0.developer.userId = "u" },
    Change("developer.studioName") { $0.developer.studioName = "Other" },
    Change("developer.displayName") { $0.developer.displayName = "s" },
    Change("developer.bio") { $0.developer.bio = "s" },
    Change("developer.website") { $0.developer.website = "s" },
    Change("developer.location") { $0.developer.location = "s" },
    Change("developer.foundedYear") { $0.developer.foundedYear = 1999 },
    Change("developer.publishedGameIds") { $0.developer.publishedGameIds = ["g"] },
    Change("developer.isVerified") { $0.developer.isVerified = true },
    Change("developer.followerCount") { $0.developer.followerCount = 1 },
    Change("developer.joinedDate") { $0.developer.joinedDate = instant },
    Change("developer.updatedAt") { $0.developer.updatedAt = instant },
    Change("developer.isActive") { $0.developer.isActive = false },
    Change("tag.name") { $0.tag.name = "other" },
    Change("tag.category") { $0.tag.category = .mood },
    Change("tag.usageCount") { $0.tag.usageCount = 1 },
    Change("tag.isOfficial") { $0.tag.isOfficial = true },
    Change("tag.createdAt") { $0.tag.createdAt = instant },
    Change("tag.updatedAt") { $0.tag.updatedAt = instant },
    Change("user.username") { $0.user.username = "s" },
    Change("user.displayName") { $0.user.displayName = "s" },
    Change("user.favoriteGenres") { $0.user.favoriteGenres = [.rpg] },
    Change("user.preferredPlatforms") { $0.user.preferredPlatforms = [.mac] },
    Change("user.priceRange") { $0.user.priceRange = .under10 },
    Change("user.accountType") { $0.user.accountType = .both },
    Change("user.joinedDate") { $0.user.joinedDate = instant },
    Change("user.lastActiveDate") { $0.user.lastActiveDate = instant },
    Change("user.updatedAt") { $0.user.updatedAt = instant },
    Change("user.friendIds") { $0.user.friendIds = ["v"] },
    Change("user.sharesActivityWithFriends") { $0.user.sharesActivityWithFriends = true },
    Change("user.notificationsEnabled") { $0.user.notificationsEnabled = true },
    Change("user.mutedTags") { $0.user.mutedTags = ["dark"] },
    Change("user.showsMatureGames") { $0.user.showsMatureGames = true },
    Change("user.personalization") { $0.user.personalization = false },
    Change("user.counts") { $0.user.counts = false },
    Change("user.countsUntil") { $0.user.countsUntil = instant },
    Change("user.mutedGenres") { $0.user.mutedGenres = [.horror] },
    Change("user.steamId") { $0.user.steamId = "1" },
    Change("user.itchioUsername") { $0.user.itchioUsername = "s" },
    Change("wishlist.userId") { $0.wishlist.userId = "v" },
    Change("wishlist.items") { $0.wishlist.items = [] },
    Change("wishlist.lastUpdated") { $0.wishlist.lastUpdated = instant },
    Change("wishlist.steamSyncEnabled") { $0.wishlist.steamSyncEnabled = false },
    Change("wishlist.steamLastSynced") { $0.wishlist.steamLastSynced = instant },
    Change("wishlist.itchioSyncEnabled") { $0.wishlist.itchioSyncEnabled = false },
    Change("wishlist.itchioLastSynced") { $0.wishlist.itchioLastSynced = instant },
    Change("item.gameId") { $0.wishlist.items[0].gameId = "h" },
    Change("item.gameTitle") { $0.wishlist.items[0].gameTitle = "s" },
    Change("item.addedDate") { $0.wishlist.items[0].addedDate = instant },
    Change("item.priority") { $0.wishlist.items[0].priority = .high },
    Change("item.notifyOnRelease") { $0.wishlist.items[0].notifyOnRelease = true },
    Change("item.notifyOnDiscount") { $0.wishlist.items[0].notifyOnDiscount = true },
    Change("item.steamAppId") { $0.wishlist.items[0].steamAppId = "1" },
    Change("item.itchioGameId") { $0.wishlist.items[0].itchioGameId = "1" },
    Change("item.priceAtAdd") { $0.wishlist.items[0].priceAtAdd = 1 },
    Change("item.currency") { $0.wishlist.items[0].currency = "EUR" },
    Change("item.sources") { $0.wishlist.items[0].sources = ["steam"] },
    Change("item.owned") { $0.wishlist.items[0].owned = true },
  ]

  /// So that upgrades of a workspace recognize the catalogue that models were trained on.
  @Test func `a record without later fields has the digest of before these fields`() {
    let catalogue = Catalogue(users: [User(id: "u")])
    // The numbers of games, developers and tags, one user with 15 fields and no parts, wishlists.
    let text = "0;0;0;1;1:u~~0;0;3:any6:player~~~0;0;~~~~0;0;"
    #expect(catalogue.digest(workers: Workers(threads: 1)) == Fingerprint(of: text))
  }

  @Test func `every stored property of a record changes the digest`() {
    let records = Records()
    func names(_ record: Any, _ name: String) -> [String] {
      Mirror(reflecting: record).children.compactMap(\.label).filter { $0 != "id" }
        .map { "\(name).\($0)" }
    }
    let stored =
      names(records.game, "game") + names(records.developer, "developer")
      + names(records.tag, "tag") + names(records.user, "user")
      + names(records.wishlist, "wishlist") + names(WishlistItem(gameId: "g"), "item")
    #expect(Set(stored) == Set(Self.changes.map(\.testDescription)))
  }

  @Test func `absent and empty values have different digests`() {
    var absent = Records()
    var empty = Records()
    empty.game.subtitle = ""
    #expect(absent.catalogue.testDigest != empty.catalogue.testDigest)
    absent.game.screenshotURLs = nil
    absent.game.subtitle = ""
    empty.game.screenshotURLs = []
    #expect(absent.catalogue.testDigest != empty.catalogue.testDigest)
  }

  @Test(arguments: changes)
  func `the digest changes with`(_ change: Change) {
    var records = Records()
    let before = records.catalogue.testDigest
    change.make(&records)
    #expect(records.catalogue.testDigest != before)
  }

  @Test func `a vector changes the digest`() {
    func digest(_ vectors: PackedRecords<GameVector>) -> Fingerprint {
      Catalogue(
        games: [Records().game], developers: [], tags: [], packedUsers: [], packedWishlists: [],
        packedVectors: vectors, annotations: [], promotions: []
      ).testDigest
    }
    let digests = [
      [], [GameVector(gameId: "g", [1])], [GameVector(gameId: "g", [2])],
      [GameVector(gameId: "h", [1])], [GameVector(gameId: "g", [1, 0])],
    ].map { digest(PackedRecords($0)) }
    #expect(Set(digests).count == digests.count)
  }

  @Test func `equal catalogues have one digest`() {
    #expect(Records().catalogue.testDigest == Records().catalogue.testDigest)
  }

  @Test func `words that move to another field change the digest`() {
    var first = Records()
    first.game.genres = [.rpg]
    first.game.tags = ["a", "b"]
    var second = first
    second.game.tags = ["a b"]
    #expect(first.catalogue.testDigest != second.catalogue.testDigest)
  }

  @Test func `a record that moves to another collection changes the digest`() {
    #expect(
      Catalogue(tags: [FindieDomain.Tag(id: "a", name: "a")]).testDigest
        != Catalogue(users: [User(id: "a", username: "a")]).testDigest)
  }
}

extension Catalogue {
  fileprivate var testDigest: Fingerprint { digest(workers: Workers(threads: 2)) }
}
