import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct CatalogueTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func catalogue(_ files: [String: String], now: String? = nil) throws -> ReadCatalogue {
    for (name, text) in files { try folder.write(text, to: name) }
    return try CatalogueReader(limits: IngestLimits(), now: now.flatMap { Timestamp(iso8601: $0) })
      .read(InputFolder(scanning: folder.url), workers: Workers(threads: 2))
  }

  /// A game with the fields that it must have, and others.
  private func game(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","title":"Celeste","developerId":"d1","releaseStatus":"released"\#(more)}"#
      + "\n"
  }

  private func games(_ text: String) throws -> CatalogueRecords<Game> {
    let games = try catalogue(["games.ndjson": text]).games
    #expect(games.counts.isBalanced)
    return games
  }

  @Test func `a game's fields are read and absent ones have their defaults`() throws {
    let games = try games(
      game(
        "g1",
        #","genres":["platformer","indie"],"tags":["Pixel-Art"],"platforms":["mac","steam"],"#
          + #""releaseDate":"2018-01-25","price":19.99,"currency":"USD","screenshotURLs":["a","b"]"#
      ))
    let expected = Game(
      id: "g1", title: "Celeste", developerId: "d1", genres: [.platformer, .indie],
      tags: ["Pixel-Art"], platforms: [.mac, .steam],
      releaseDate: Timestamp(iso8601: "2018-01-25"), price: Decimal(string: "19.99"),
      currency: "USD", isFree: false, isActive: true)
    var read = try #require(games.records.first)
    #expect(read.screenshotURLs == ["a", "b"])
    read.screenshotURLs = nil
    #expect(read == expected)
    #expect(games.warnings == [:])
  }

  @Test func `a tag that a game names twice counts once`() throws {
    let read = try games(game("g", #","tags":["a","b","a","Å","A\u030A"]"#)).records.first
    // By bytes: the last two only look the same.
    #expect(read?.tags.count == 4)
    #expect(read?.tags.first == "a")
  }

  @Test func `a future time makes a reading one of its day, also if it is replaced`() throws {
    let now = "2026-03-01T00:00:00Z"
    let old = game("g", #","updatedAt":"2026-02-01T00:00:00Z""#)
    let future = game("g", #","updatedAt":"2026-03-05T00:00:00Z""#)
    for (text, isOfDay) in [(old, false), (future, true), (future + old, true)] {
      #expect(try catalogue(["games.ndjson": text], now: now).hasFutureTimes == isOfDay)
    }
    #expect(try !catalogue(["games.ndjson": future], now: "2026-03-04T12:00:00Z").hasFutureTimes)
  }

  @Test(arguments: [
    ("9.99", "9.99"), ("0.1", "0.1"), ("\"14.95\"", "14.95"), ("60", "60"), ("-1", "-1"),
    ("1e2", "100"), ("\"0\"", "0"),
  ])
  func `a price is a decimal as it was written`(written: String, meant: String) throws {
    let price = try games(game("g", #","price":\#(written)"#)).records.first?.price
    #expect(price == Decimal(string: meant))
    #expect(price.map { "\($0)" } == meant)
  }

  @Test(arguments: ["\"9.99 EUR\"", "\"\"", "\"free\"", "true", "\"1.2.3\"", "\"--1\""])
  func `an invalid price is left out with a warning`(written: String) throws {
    let games = try games(game("g", #","price":\#(written),"genres":["rpg"]"#))
    #expect(games.records.map(\.price) == [nil])
    #expect(games.warnings == ["unreadable.price": 1])
  }

  @Test(
    arguments: [
      ("12", 12), ("0", 0), ("-1", nil), ("-9223372036854775808", nil), ("\"many\"", nil),
    ] as [(String, Int?)])
  func `a negative number of followers is left out with a warning`(
    written: String, meant: Int?
  ) throws {
    let line = #"{"id":"d","studioName":"Extremely OK Games","followerCount":\#(written)}"#
    let developers = try catalogue(["developers.ndjson": line + "\n"]).developers
    #expect(developers.records.map(\.followerCount) == [meant])
    #expect(developers.warnings == (meant == nil ? ["unreadable.followerCount": 1] : [:]))
  }

  @Test func `no record, count or rejected line depends on slices or threads`() throws {
    // About ten blocks of 64 KiB, the smallest slice.
    let pad = String(repeating: "x", count: 500)
    let text = (0..<1300).map { line in
      switch line % 100 {
      case 3: "\n"
      case 17: "no game \(line)\n"
      default: game("g\(line % 1200)", #","genres":["none"],"description":"\#(pad)\#(line)""#)
      }
    }.joined()
    try folder.write(text, to: "games/one.ndjson")
    try folder.write(game("g7", #","updatedAt":"2025-01-01""#), to: "games/two.ndjson")
    let input = try InputFolder(scanning: folder.url)
    func games(_ threads: Int, _ sliceBytes: Int) throws -> CatalogueRecords<Game> {
      try CatalogueReader(limits: IngestLimits())
        .read(input, workers: Workers(threads: threads), sliceBytes: sliceBytes).games
    }
    let whole = try games(1, 1 << 40)
    // 1,300 lines, 13 of them blank and 13 bad; of 1,200 ids 24 stand in such lines only.
    #expect(whole.files.map(\.counts.read) == [1287, 1])
    #expect(whole.counts.isBalanced && whole.counts.rejected == 13)
    #expect(whole.records.count == 1176)
    for (threads, bytes) in [(1, 1), (2, 1), (3, 150_000)] {
      let cut = try games(threads, bytes)
      #expect(cut.records == whole.records)
      #expect(cut.warnings == whole.warnings)
      #expect(cut.files.map(\.counts) == whole.files.map(\.counts))
      #expect(cut.files.map(\.rejected) == whole.files.map(\.rejected))
      #expect(cut.files.map(\.contentHash) == whole.files.map(\.contentHash))
    }
    #expect(try input.sources.map { try $0.contentHash() } == whole.files.map(\.contentHash))
  }

  @Test func `unknown genres and platforms are dropped with a warning`() throws {
    let games = try games(
      game("g", #","genres":["rpg","soulslike","rpg","x"],"platforms":["amiga","mac"]"#))
    #expect(games.records.map(\.genres) == [[.rpg]])
    #expect(games.records.map(\.platforms) == [[.mac]])
    #expect(games.warnings == ["unknownGenre": 2, "unknownPlatform": 1])
  }

  @Test func `a record that violates a rule is used with a warning`() throws {
    let games = try games(
      game("g", #","title2":1,"genres":["rpg","indie","horror","action"]"#)
        .replacing("Celeste", with: "VA"))
    #expect(games.records.map(\.title) == ["VA"])
    #expect(games.warnings == ["game.title.length": 1, "game.genres.count": 1])
  }

  @Test(arguments: [
    (#"{"title":"T","developerId":"d","releaseStatus":"released"}"#, "missingField", "id"),
    (
      #"{"id":"g","developerId":"d","releaseStatus":"released"}"#, "brokenRule",
      "game.title.present"
    ),
    (
      #"{"id":"g","title":"T","releaseStatus":"released"}"#, "brokenRule",
      "game.developer.present"
    ),
    (
      #"{"id":"g","title":"T","developerId":"d","releaseStatus":"soon"}"#, "unknownStatus",
      "releaseStatus"
    ),
    (#"{"id":"g","title":"T","developerId":"d"}"#, "missingField", "releaseStatus"),
    (
      #"{"id":"g","title":7,"developerId":"d","releaseStatus":"released"}"#, "wrongType", "title"
    ),
    (
      #"{"id":"g","title":"T","developerId":"d","releaseStatus":"released","releaseDate":"soon"}"#,
      "badTimestamp", "releaseDate"
    ),
    (
      #"{"id":"g","title":"T","developerId":"d","releaseStatus":"released","isActive":"no"}"#,
      "wrongType", "isActive"
    ),
    (#"{"id":"g","id":"h"}"#, "duplicateKey", "id"), ("[]", "notAnObject", ""),
    (#"{"id":"g","title":"T""#, "notJSON", ""),
    (
      #"{"name":"p/d/games/g","fields":{"title":{"stringValue":"T"}}}"#, "unsupportedShape",
      "Firestore's REST form"
    ),
  ])
  func `a game that cannot be used is rejected with the reason`(
    text: String, reason: String, detail: String
  ) throws {
    let games = try games(game("valid", #","genres":["rpg"]"#) + text)
    #expect(games.records.map(\.id) == ["valid"])
    #expect(games.counts.rejectedByReason == [reason: 1])
    #expect(games.files.flatMap(\.rejected).map(\.detail) == [detail])
  }

  @Test func `a wrapped game has the outer id`() throws {
    let inner = game("inner").dropLast()
    #expect(try games(#"{"id":"outer","data":\#(inner)}"#).records.map(\.id) == ["outer"])
  }

  @Test func `of the records of one id the newest is used, whatever their order`() throws {
    let catalogue = try catalogue([
      "games-1.ndjson": game("a", #","updatedAt":"2025-03-01","subtitle":"new""#)
        + game("b", #","subtitle":"first""#),
      "games-2.ndjson": game("a", #","updatedAt":"2025-02-01","subtitle":"old""#)
        + game("a", #","subtitle":"undated""#) + game("b", #","subtitle":"last""#),
    ])
    #expect(catalogue.games.records.map(\.subtitle) == ["new", "last"])
    #expect(catalogue.games.files.map(\.counts.accepted) == [1, 1])
    #expect(catalogue.games.files.map(\.counts.duplicate) == [1, 2])
    #expect(catalogue.games.counts.isBalanced)
  }

  @Test func `of equally new records the later line wins`() throws {
    let date = #","updatedAt":"2025-03-01","subtitle":"#
    let games = try games(game("a", date + #""1""#) + game("a", date + #""2""#))
    #expect(games.records.map(\.subtitle) == ["2"])
  }

  @Test func `a user's unknown choices fall back with a warning`() throws {
    let users = try catalogue([
      "users.ndjson":
        #"{"id":"u1","priceRange":"under5","accountType":"bot","favoriteGenres":["rpg"]}"#
    ]).users
    #expect(users.records == [User(id: "u1", favoriteGenres: [.rpg])])
    #expect(users.warnings == ["unknownPriceRange": 1, "unknownAccountType": 1])
  }

  @Test func `a wishlist's id and its user id are interchangeable`() throws {
    let wishlists = try catalogue([
      "wishlists.ndjson":
        #"{"id":"u1","items":[{"gameId":"g1","addedDate":1756720800,"priority":"high"}]}"# + "\n"
        + #"{"userId":"u2","items":[{"gameId":"g1"},{"gameTitle":"no id"},7,{"gameId":""}]}"#
        + "\n" + #"{"items":[]}"#
    ]).wishlists
    #expect(wishlists.records.map(\.id) == ["u1", "u2"])
    #expect(wishlists.records.map(\.userId) == ["u1", "u2"])
    #expect(
      wishlists.records[0].items == [
        WishlistItem(
          gameId: "g1", addedDate: Timestamp(milliseconds: 1_756_720_800_000), priority: .high)
      ])
    #expect(wishlists.records[1].items.map(\.gameId) == ["g1"])
    #expect(wishlists.warnings == ["wishlist.item.unreadable": 3])
    #expect(wishlists.counts.rejectedByReason == ["missingField": 1])
  }

  @Test func `an invalid field of an item is left out with a warning that names it`() throws {
    let wishlists = try catalogue([
      "wishlists.ndjson":
        #"{"userId":"u1","items":["#
        + #"{"gameId":"a","owned":1,"addedDate":"31.12.2025","priceAtAdd":"12 EUR"},"#
        + #"{"gameId":"b","owned":"no","notifyOnDiscount":"yes","sources":["steam",3],"#
        + #""priority":"urgent"},"#
        + #"{"gameId":"c","owned":true,"priority":"HIGH","addedDate":{"_seconds":"1"}}]}"# + "\n"
    ]).wishlists
    let items = try #require(wishlists.records.first).items
    #expect(items.map(\.owned) == [nil, nil, true])
    #expect(items.map(\.priority) == [nil, nil, .high])
    #expect(items[1].sources == ["steam"])
    #expect(
      wishlists.warnings == [
        "unreadable.items[].owned": 2, "unreadable.items[].addedDate": 2,
        "unreadable.items[].priceAtAdd": 1, "unreadable.items[].notifyOnDiscount": 1,
        "unreadable.items[].sources[]": 1, "unknown.items[].priority": 1,
      ])
  }

  @Test func `an element of a list that is no text is left out with a warning`() throws {
    let read = try catalogue([
      "games.ndjson": game("g", #","genres":["rpg",4],"tags":[true,"Cozy",null]"#),
      "users.ndjson": #"{"id":"u","favoriteGenres":["rpg"],"friendIds":[17,"v",{"id":"w"}]}"#
        + "\n",
    ])
    #expect(read.games.records.map(\.genres) == [[.rpg]])
    #expect(read.games.records.map(\.tags) == [["Cozy"]])
    #expect(read.games.warnings == ["unreadable.genres[]": 1, "unreadable.tags[]": 2])
    #expect(read.users.records.map(\.friendIds) == [["v"]])
    #expect(read.users.warnings == ["unreadable.friendIds[]": 2])
  }

  @Test func `words are recognized in any case and with blanks, hyphens, dots or underscores`()
    throws
  {
    let read = try catalogue([
      "games.ndjson":
        #"{"id":"g","title":"Celeste","developerId":"d","releaseStatus":"EARLY_ACCESS","#
        + #""genres":["RPG","Puzzle","rpg"],"platforms":["Epic Games","itch.io","LINUX"],"#
        + #""price":5,"currency":" eur"}"# + "\n",
      "users.ndjson":
        #"{"id":"u","favoriteGenres":["Horror"],"preferredPlatforms":["Steam"],"priceRange":"Under-20","#
        + #""accountType":"Both"}"# + "\n",
      "tags.ndjson": #"{"id":"t","name":"Cozy","category":"art style"}"# + "\n",
    ])
    let game = try #require(read.games.records.first)
    #expect(game.releaseStatus == .earlyAccess)
    #expect(game.genres == [.rpg, .puzzle])
    #expect(game.platforms == [.epicGames, .itchio, .linux])
    #expect(game.currency == "EUR")
    let user = try #require(read.users.records.first)
    #expect(user.priceRange == .under20 && user.accountType == .both)
    #expect(user.preferredPlatforms == [.steam])
    #expect(read.tags.records.first?.category == .artStyle)
    #expect(read.games.warnings == [:] && read.users.warnings == [:])
  }

  @Test func `a currency that is no code has a warning`() throws {
    let games = try games(game("g", #","price":3,"currency":"euro","genres":["rpg"]"#))
    #expect(games.records.map(\.currency) == ["EURO"])
    #expect(games.warnings == ["game.currency.form": 1])
  }

  @Test func `a change that is dated more than a day ahead counts as undated`() throws {
    let dates = ["2031-05-07T11:59:00Z", "2031-05-07T12:01:00Z", "2205-01-01"]
    let lines = dates.enumerated().map {
      game("g\($0)", #","genres":["rpg"],"updatedAt":"\#($1)","releaseDate":"2205-01-01""#)
    }
    let read = try catalogue(
      [
        "games.ndjson": lines.joined(),
        "wishlists.ndjson": #"{"userId":"u","items":[],"lastUpdated":"2099-01-01"}"# + "\n",
      ], now: "2031-05-06T12:00:00Z")
    #expect(read.games.records.map(\.updatedAt) == [Timestamp(iso8601: dates[0]), nil, nil])
    // A release may be in the future.
    #expect(read.games.records.allSatisfy { $0.releaseDate != nil })
    #expect(read.games.warnings == ["future.updatedAt": 2])
    #expect(read.wishlists.warnings == ["future.lastUpdated": 1])
  }

  @Test func `records that only files of partners have are known`() throws {
    let read = try catalogue([
      "games/one.ndjson": game("a") + game("b"),
      "games.partners.ndjson": game("b", #","price":1"#) + game("c") + game("d"),
    ])
    #expect(read.games.onlyOfPartners == [ExactText("c"), ExactText("d")])
    #expect(read.games.isExported && !read.users.isExported)
  }

  @Test func `an item of a wishlist may say that the player owns the game`() throws {
    let wishlists = try catalogue([
      "wishlists.ndjson":
        #"{"id":"u1","items":[{"gameId":"g1","owned":true},{"gameId":"g2","owned":false},"#
        + #"{"gameId":"g3"},{"gameId":"g4","owned":null}]}"#
    ]).wishlists
    #expect(wishlists.records[0].items.map(\.owned) == [true, false, nil, nil])
    #expect(wishlists.warnings.isEmpty)
  }

  @Test func `a tag of an unknown category and a developer's games are stored`() throws {
    let catalogue = try catalogue([
      "tags.ndjson": #"{"id":"cozy","category":"colour","usageCount":3}"#,
      "developers.ndjson": #"{"id":"d1","studioName":"Matt","publishedGameIds":["g1","g2"]}"#,
    ])
    #expect(catalogue.tags.records == [Tag(id: "cozy", name: "cozy", usageCount: 3)])
    #expect(catalogue.tags.warnings == ["tag.category.known": 1])
    #expect(
      catalogue.developers.records == [
        Developer(id: "d1", studioName: "Matt", publishedGameIds: ["g1", "g2"])
      ])
  }
}
