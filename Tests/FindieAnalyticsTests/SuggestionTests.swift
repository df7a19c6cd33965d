import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Foundation
import Testing

/// Suggestions, each from a measure that is just enough and one that is just too small.
@Suite struct SuggestionTests {
  /// A Tuesday.
  private let night = day(210)
  /// Four weeks: the third kind of period.
  private let month = 2

  private func suggestions(
    _ swipes: [Swipe], _ logs: [Log] = [], _ games: [Game]
  ) -> [Suggestion] {
    StudioCounting(
      interactions: EventTable(swipes), analytics: EventTable(logs), games: games, night: night,
      workers: Workers(threads: 1)
    ).numbers(ofGames: Array(games.indices), followers: nil).suggestions[month]
  }

  private func swipes(
    _ game: String, likes: Int = 0, skips: Int = 0, of cards: Int
  ) -> [Swipe] {
    (0..<cards).map {
      Swipe(
        user: "u\($0)", game: game,
        action: $0 < likes ? .like : $0 < likes + skips ? .skip : .dislike, day: day(200))
    }
  }

  private func clicks(_ game: String, _ count: Int) -> [Log] {
    (0..<count).map { Log(user: "c\($0)", game: game, type: .externalLinkClick, day: day(200)) }
  }

  private func game(
    _ id: String, link: String? = nil, platforms: [Platform] = [], tags: [String] = [],
    price: Decimal? = nil, studio: String = "d"
  ) -> Game {
    var game = Game(
      id: id, title: id, developerId: studio, genres: [.rpg], tags: tags, platforms: platforms,
      price: price, currency: price == nil ? nil : "USD")
    game.itchioURL = link
    return game
  }

  /// Three games with a link, of three studios: 200 impressions and `clicked` clicks each.
  private func world(clicked: Int, own: Int = 0) -> ([Swipe], [Log], [Game]) {
    let linked = ["x", "y", "z"].map { game($0, link: "https://x", studio: "of \($0)") }
    return (
      linked.flatMap { swipes($0.id, of: 200) },
      linked.flatMap { clicks($0.id, clicked) } + clicks("a", own), linked
    )
  }

  @Test func `a much-viewed game without a link to a shop, where games with a link are clicked`() {
    let (cards, logs, linked) = world(clicked: 60)
    let found = suggestions(swipes("a", of: 100) + cards, logs, [game("a")] + linked)
    #expect(
      found.map(\.basis) == [.noStoreLink(impressions: 100, clicks: 0, usual: 180.0 / 600)])
    #expect(abs(found[0].significance - 30 / 30.0.squareRoot()) < 1e-9)
    // Too few impressions, a link, and a withdrawn game.
    #expect(suggestions(swipes("a", of: 99) + cards, logs, [game("a")] + linked).isEmpty)
    var site = game("a")
    site.officialWebsiteURL = "https://a"
    #expect(suggestions(swipes("a", of: 100) + cards, logs, [site] + linked).isEmpty)
    var withdrawn = game("a")
    withdrawn.isActive = false
    #expect(suggestions(swipes("a", of: 100) + cards, logs, [withdrawn] + linked).isEmpty)
  }

  @Test func `no link is missed where few games have one, or few players click`() {
    let own = swipes("a", of: 100)
    // 9 of 200 for each: 0.045 per impression, or about 4 clicks.
    let few = world(clicked: 9)
    #expect(suggestions(own + few.0, few.1, [game("a")] + few.2).isEmpty)
    let (cards, logs, linked) = world(clicked: 60)
    // The app knows another way to a shop.
    let clicked = world(clicked: 60, own: 30)
    #expect(suggestions(own + clicked.0, clicked.1, [game("a")] + linked).isEmpty)
    // Two studios with a link, and four games without one.
    let two = linked.prefix(2) + [game("z", studio: "of z")]
    #expect(suggestions(own + cards, logs, [game("a")] + two).isEmpty)
    let others = ["b", "c", "e", "f"]
    #expect(
      suggestions(
        own + cards + others.flatMap { swipes($0, of: 99) }, logs,
        [game("a")] + linked + others.map { game($0) }
      ).isEmpty)
    // No clicks at all.
    #expect(suggestions(own + cards, [], [game("a")] + linked).isEmpty)
  }

  @Test func `a card that is skipped more often than those of similar games`() throws {
    let names = (0..<9).map { "g\($0)" }
    let games = (names + ["a"]).map { game($0) }
    let peers = names.flatMap { swipes($0, likes: 20, skips: 40, of: 200) }
    let found = suggestions(peers + swipes("a", likes: 20, skips: 80, of: 200), [], games)
    #expect(found.map(\.game) == [9])
    guard case .skips(let rate, let usual, let count) = try #require(found.first).basis else {
      Issue.record("another basis: \(found)")
      return
    }
    #expect(rate == Proportion(80, of: 200))
    #expect(usual == 440.0 / 2000 && count == 10)
    #expect(suggestions(peers + swipes("a", likes: 20, skips: 55, of: 200), [], games).isEmpty)
  }

  @Test func `a price above that of similar games, with fewer clicks`() throws {
    let names = (0..<10).map { "g\($0)" }
    func found(_ price: Decimal, _ clicked: Int) -> [Suggestion] {
      let games =
        names.map { game($0, link: "x", price: 10) } + [game("a", link: "x", price: price)]
      return suggestions(
        (names + ["a"]).flatMap { swipes($0, likes: 20, of: 200) },
        names.flatMap { clicks($0, 20) } + clicks("a", clicked), games)
    }
    guard
      case .price(let price, "USD", let peers, .externalClicks, let rate, let usual) =
        try #require(found(15, 4).first).basis
    else {
      Issue.record("another basis")
      return
    }
    #expect(price == 15 && peers == PeerPrices(median: 10, games: 11))
    #expect(rate == Proportion(4, of: 200) && usual == 204.0 / 2200)
    #expect(found(15, 4).map(\.game) == [10])
    #expect(found(14.99, 4).isEmpty)
    #expect(found(15, 16).isEmpty)
  }

  @Test func `a tag of games that its players also like`() throws {
    // 100 players like a; 80 of them like b too, of 300 players who like b or c.
    let games = [
      game("a", tags: ["base"]), game("b", tags: ["cozy"]), game("c", tags: ["dark"]),
    ]
    func swipes(_ game: String, _ users: Range<Int>) -> [Swipe] {
      users.map { Swipe(user: "u\($0)", game: game, action: .like, day: day(200)) }
    }
    func found(alsoLike: Int) -> [Suggestion] {
      suggestions(
        swipes("a", 0..<100) + swipes("b", 100 - alsoLike..<200 - alsoLike)
          + swipes("c", 85..<285), [], games)
    }
    let first = found(alsoLike: 80).filter { $0.game == 0 }
    guard case .tag("cozy", 100, 80, let usual) = try #require(first.first).basis else {
      Issue.record("another basis: \(first)")
      return
    }
    // 280 (rounded from 285) like any game; 100 like cozy and 200 dark ones; of a's players, 80 and
    // 10 (rounded from 15).
    #expect(abs(usual - 90.0 / 100 / (300.0 / 280) * 100 / 280) < 1e-12)
    #expect(found(alsoLike: 25).filter { $0.game == 0 }.isEmpty)
  }

  @Test func `at most three suggestions, the most significant first`() {
    let names = (0..<9).map { "g\($0)" }
    let (cards, logs, linked) = world(clicked: 60)
    let peers = names.flatMap { swipes($0, likes: 20, skips: 40, of: 200) }
    let views = (0..<60).map {
      Log(user: "m\($0)", game: "g1", type: .gameView, day: day(200), device: "macOS")
    }
    let more = (0..<120).map {
      Log(user: "w\($0)", game: "g1", type: .gameView, day: day(200), device: "Windows")
    }
    let games =
      [game("a"), game("b", link: "x")] + names.map { game($0, link: "x", platforms: [.windows]) }
      + linked
    let found = suggestions(
      swipes("a", skips: 40, of: 200) + swipes("b", likes: 20, skips: 160, of: 200) + peers
        + cards, logs + views + more, games)
    #expect(found.count == 3)
    #expect(found.map(\.significance) == found.map(\.significance).sorted(by: >))
    #expect(Set(found.map(\.game)) == [0, 1, 3])
  }

  /// Views on two devices, one per player.
  private func views(_ devices: [(String, Int)]) -> [Log] {
    devices.flatMap { device, count in
      (0..<count).map {
        Log(user: "\(device)\($0)", game: "a", type: .gameView, day: day(200), device: device)
      }
    }
  }

  @Test func `an audience on a platform that the game lacks`() throws {
    let own = game("a", link: "https://x", platforms: [.windows])
    let found = suggestions([], views([("Windows", 120), ("macOS", 30)]), [own])
    #expect(found.map(\.basis) == [.missingPlatform(.mac, share: 30.0 / 150)])
    // A tenth of the impressions, rounded down, of at least a hundred.
    #expect(suggestions([], views([("Windows", 190), ("macOS", 15)]), [own]).isEmpty)
    #expect(suggestions([], views([("Windows", 60), ("macOS", 30)]), [own]).isEmpty)
    #expect(suggestions([], views([("Windows", 120), ("iPad", 30)]), [own]).isEmpty)
    let both = game("a", link: "https://x", platforms: [.windows, .mac])
    #expect(suggestions([], views([("Windows", 120), ("macOS", 30)]), [both]).isEmpty)
  }

  @Test func `a like rate above its peers with few impressions`() throws {
    // Nine peers with 250 impressions, and the game with 150: all in the class from 100.
    let names = (0..<9).map { "g\($0)" }
    let peers = names.flatMap { swipes($0, likes: 20, of: 250) }
    let games = (names + ["a"]).map { game($0, link: "https://x") }
    let found = suggestions(peers + swipes("a", likes: 60, of: 150), [], games)
    #expect(found.map(\.game) == [9])
    guard case .fewImpressions(let standing, _) = found[0].basis else {
      Issue.record("another basis: \(found[0].basis)")
      return
    }
    #expect(standing.likeRatePercentile == 100)
    #expect(standing.impressionsPercentile == 0)
    #expect(suggestions(peers + swipes("a", likes: 60, of: 260), [], games).isEmpty)
    #expect(suggestions(peers + swipes("a", likes: 13, of: 150), [], games).isEmpty)
    // Fewer than thirty impressions are too few for a rate.
    let small = names.flatMap { swipes($0, likes: 2, of: 29) }
    #expect(suggestions(small + swipes("a", likes: 24, of: 25), [], games).isEmpty)
  }
}
