import FindieAnalytics
import FindieDomain
import FindiePublishing
import Foundation
import Testing

/// The lines of the published lists.
struct PublishedLineTests {
  private let day = Day(daysSinceEpoch: 17_063)  // 2016-09-19: 46 years, 11 leap days, 262 days

  private func text(_ append: (inout PublishedLine) -> Void) -> String {
    var line = PublishedLine()
    append(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  @Test func `a player's list has the documented keys in their order`() {
    let list = RecommendationList(
      userId: "u1", listId: "l", date: day, source: .personal,
      games: [
        .init(
          gameId: "g1", rank: 1, score: 1.0 / 3,
          reasons: [
            Reason(kind: .liked, gameId: "a", weight: 0.625),
            Reason(kind: .favoriteGenre, genre: .rpg, weight: 0.25),
          ]),
        .init(gameId: "g2", rank: 2, score: -2, reasons: []),
      ])
    #expect(
      text { $0.append(list) }
        == #"{"userId":"u1","listId":"l","source":"personal","games":["#
        + #"{"gameId":"g1","rank":1,"score":0.333333,"reasons":["#
        + #"{"kind":"liked","gameId":"a","weight":0.625},"#
        + #"{"kind":"favoriteGenre","genre":"rpg","weight":0.25}]},"#
        + #"{"gameId":"g2","rank":2,"score":-2,"reasons":[]}]}"# + "\n")
  }

  @Test func `the id of an arm's list is that of its line and names the arm`() {
    let list = RecommendationList(userId: "u1", date: day, source: .popular, games: [])
    // printf '{"userId":"u1","arm":"a-b","source":"popular","games":[]}' | sha256sum
    let expected =
      #"{"userId":"u1","listId":"5612bc323a4f5043-a-b","arm":"a-b","source":"popular","games":[]}"#
      + "\n"
    #expect(text { $0.append(list, arm: "a-b") } == expected)
    let identified = list.identified(arm: "a-b")
    #expect(identified.arm == "a-b")
    #expect(text { $0.append(identified) } == expected)
    #expect(list.identified(arm: nil).arm == nil)
  }

  @Test func `a player's price drops are one line, with exact decimals`() {
    let drops = ["g1", "g\"2"].map { game in
      PriceDrop(
        userId: "u", gameId: game, shop: "steam", country: "US", currency: "USD",
        priceWhenWished: Decimal(1999) / 100, price: Decimal(1) / 10,
        regularPrice: game == "g1" ? 20 : nil, since: day.start, isLowestIn90Days: game == "g1")
    }
    let rest =
      #""shop":"steam","country":"US","currency":"USD","priceWhenWished":19.99,"price":0.1,"#
      + #""percent":99,"since":"2016-09-19T00:00:00Z","lowestIn90Days":"#
    #expect(
      text { $0.append(drops[...]) }
        == #"{"userId":"u","drops":[{"gameId":"g1",\#(rest)true,"regularPrice":20,"discount":99},"#
        + #"{"gameId":"g\"2",\#(rest)false}]}"# + "\n")
  }

  @Test func `a drawn entry is marked and has its probability`() {
    let list = RecommendationList(
      userId: "u1", date: day, source: .personal,
      games: [
        .init(
          gameId: "g1", rank: 1, score: 1, reasons: [Reason(kind: .exploration, weight: 0)],
          probability: 1.0 / 3)
      ])
    #expect(
      text { $0.append(list) }.hasSuffix(
        #""reasons":[{"kind":"exploration","weight":0}],"slot":"exploration","#
          + #""probability":0.333333}]}"# + "\n"))
  }

  @Test func `a player's rows are one line with the documented keys`() {
    let rows: [RecommendationList.Row] = [
      .init(key: .becauseYouOwn, subject: "a", gameIds: ["g1", "g\"2"]),
      .init(key: .newFromStudios, subject: nil, gameIds: ["g3"]),
    ]
    #expect(
      text { $0.append(rows, ofPlayer: "u1") }
        == #"{"userId":"u1","rows":["#
        + #"{"key":"because-you-own","subject":"a","games":["g1","g\"2"]},"#
        + #"{"key":"new-from-studios","games":["g3"]}]}"# + "\n")
  }

  @Test func `an empty list is a list`() {
    let list = RecommendationList(
      userId: "u1", listId: "l", date: day, source: .popular, games: [])
    #expect(
      text { $0.append(list) }
        == #"{"userId":"u1","listId":"l","source":"popular","games":[]}"# + "\n")
  }

  /// The ids are `printf '%s' LINE | sha256sum | cut -c1-16` of the line without its id.
  @Test func `a list's id is a hash of the player, the source and the games, of no day`() {
    func id(_ user: String, _ date: Day, _ source: RecommendationList.Source) -> String? {
      RecommendationList(userId: user, date: date, source: source, games: []).identified(arm: nil)
        .listId
    }
    let first = id("u1", day, .popular)
    #expect(first == "c5c58198d301f07c")
    #expect(id("u1", day.adding(days: 1), .popular) == first)
    #expect(id("u2", day, .popular) == "ff640326902593f5")
    #expect(id("u1", day, .genres) == "0930c4ea04332db9")
  }

  @Test func `a list that has an id keeps it`() {
    let list = RecommendationList(
      userId: "u1", listId: "of the whole list", date: day, source: .popular, games: [])
    #expect(list.identified(arm: nil) == list)
    #expect(text { $0.append(list) }.contains(#""listId":"of the whole list""#))
  }

  @Test func `similar games have the documented keys in their order`() {
    let list = SimilarGames(
      gameId: "g1", date: day,
      games: [
        .init(gameId: "g2", rank: 1, score: 0.5, carriedBy: .tags),
        .init(gameId: "g3", rank: 2, score: 0.25, carriedBy: .players),
      ])
    #expect(
      text { $0.append(list) } == #"{"gameId":"g1","games":["#
        + #"{"gameId":"g2","rank":1,"score":0.5,"carriedBy":"tags"},"#
        + #"{"gameId":"g3","rank":2,"score":0.25,"carriedBy":"players"}]}"# + "\n")
  }

  @Test(arguments: [(Genre.rpg as Genre?, #""rpg""#), (nil, "null")])
  func `trending games have the documented keys in their order`(genre: Genre?, name: String) {
    let list = TrendingGames(
      genre: genre, date: day,
      games: [.init(gameId: "g1", rank: 1, lift: 2, lowerBound: 1.25, events: 7)])
    #expect(
      text { $0.append(list) } == #"{"genre":\#(name),"games":["#
        + #"{"gameId":"g1","rank":1,"lift":2,"lowerBound":1.25,"events":7}]}"# + "\n")
  }

  @Test(arguments: [(7 as Int?, "7"), (nil, "null")])
  func `popular games have the documented keys in their order`(days: Int?, text said: String) {
    let list = PopularGames(
      genre: .rpg, date: day, days: days, games: [.init(gameId: "g\"1", rank: 1, players: 20)])
    #expect(
      text { $0.append(list) } == #"{"genre":"rpg","days":\#(said),"games":["#
        + #"{"gameId":"g\"1","rank":1,"players":20}]}"# + "\n")
  }

  @Test func `a flagged trending game has its flags last`() {
    let list = TrendingGames(
      genre: nil, date: day,
      games: [
        .init(
          gameId: "g1", rank: 1, lift: 2, lowerBound: 1.25, events: 7,
          flags: [.oneSession, .freshAccounts]),
        .init(gameId: "g2", rank: 2, lift: 2, lowerBound: 1, events: 8),
      ])
    #expect(
      text { $0.append(list) } == #"{"genre":null,"games":["#
        + #"{"gameId":"g1","rank":1,"lift":2,"lowerBound":1.25,"events":7,"#
        + #""flags":["oneSession","freshAccounts"]},"#
        + #"{"gameId":"g2","rank":2,"lift":2,"lowerBound":1,"events":8}]}"# + "\n")
  }

  @Test(arguments: [(Day("2016-09-20"), #""2016-09-20""#), (nil, "null")])
  func `an announced game has the documented keys in their order`(release: Day?, text said: String)
  {
    let game = AnnouncedGame(
      gameId: "g1", date: day, rank: 3, releaseDate: release, status: .upcoming)
    #expect(
      text { $0.append(game) } == #"{"gameId":"g1","rank":3,"#
        + #""releaseDate":\#(said),"status":"upcoming"}"# + "\n")
  }

  @Test func `a new release has the documented keys in their order`() {
    let release = NewRelease(
      gameId: "g1", date: day, rank: 3, releaseDate: day.adding(days: -1), status: .earlyAccess,
      score: 0.75)
    #expect(
      text { $0.append(release) } == #"{"gameId":"g1","rank":3,"#
        + #""releaseDate":"2016-09-18","status":"earlyAccess","score":0.75}"# + "\n")
  }

  @Test(arguments: [
    #"a "quoted" \ word"#, "tab\tline\nreturn\rend", "\u{0}\u{1}\u{1F}\u{7F}", "🎮 é 漢字",
    "</script><script>alert(1)</script>", "\u{2028}\u{2029}\u{202E}", #"\u0000"#, "",
  ])
  func `hostile text is read back unchanged, on one line`(hostile: String) throws {
    let line = text {
      $0.append(
        RecommendationList(
          userId: hostile, date: day, source: .genres,
          games: [
            .init(
              gameId: hostile, rank: 1, score: 1,
              reasons: [Reason(kind: .liked, gameId: hostile, weight: 1)])
          ]))
    }
    #expect(line.utf8.filter { $0 < 0x20 } == [0x0A])
    let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let games = try #require(parsed?["games"] as? [[String: Any]])
    #expect(parsed?["userId"] as? String == hostile)
    #expect(games.first?["gameId"] as? String == hostile)
    let reasons = try #require(games.first?["reasons"] as? [[String: Any]])
    #expect(reasons.map { $0["gameId"] as? String } == [hostile])
  }
}
