import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
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
      EventsByGame([EventTable(swipes), EventTable(logs)]), games: games, night: night,
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
    price: Decimal? = nil
  ) -> Game {
    var game = Game(
      id: id, title: id, developerId: "of \(id)", genres: [.rpg], tags: tags, platforms: platforms,
      price: price, currency: price == nil ? nil : "USD")
    game.itchioURL = link
    return game
  }

  /// Twelve games with a link, of twelve studios: 200 impressions and `clicked` clicks each.
  private func world(clicked: Int, own: Int = 0) -> ([Swipe], [Log], [Game]) {
    let linked = (0..<12).map { game("x\($0)", link: "https://x") }
    return (
      linked.flatMap { swipes($0.id, likes: 20, of: 200) },
      linked.flatMap { clicks($0.id, clicked) } + clicks("a", own), linked
    )
  }

  /// The first game's suggestions.
  private func own(_ cards: [Swipe], _ logs: [Log], _ games: [Game]) -> [Suggestion] {
    suggestions(cards, logs, games).filter { $0.game == 0 }
  }

  @Test func `a much-viewed game without a link to a shop, where games with a link are clicked`()
    throws
  {
    let (cards, logs, linked) = world(clicked: 60)
    let found = own(swipes("a", of: 100) + cards, logs, [game("a")] + linked)
    guard case .noStoreLink(100, 0, let usual) = try #require(found.first).basis else {
      Issue.record("another basis: \(found)")
      return
    }
    #expect(abs(usual - 60.375 / 200.75) < 1e-12)
    #expect(found.count == 1)
    // Too few impressions, a link, and a withdrawn game.
    #expect(own(swipes("a", of: 99) + cards, logs, [game("a")] + linked).isEmpty)
    var site = game("a", price: 60)
    site.officialWebsiteURL = "https://a"
    #expect(own(swipes("a", of: 100) + cards, logs, [site] + linked).isEmpty)
    var withdrawn = game("a")
    withdrawn.isActive = false
    #expect(own(swipes("a", of: 100) + cards, logs, [withdrawn] + linked).isEmpty)
  }

  @Test func `no link is missed where few games have one, or few players click`() {
    let mine = swipes("a", of: 100)
    // 9 of 200 for each: 0.045 per impression, or about 4 clicks.
    let few = world(clicked: 9)
    #expect(own(mine + few.0, few.1, [game("a")] + few.2).isEmpty)
    let (cards, logs, linked) = world(clicked: 60)
    // The app knows another way to a shop.
    let clicked = world(clicked: 60, own: 30)
    #expect(own(mine + clicked.0, clicked.1, [game("a")] + linked).isEmpty)
    // Thirteen games without a link, and no clicks at all.
    let others = (0..<13).map { "b\($0)" }
    #expect(
      own(
        mine + cards + others.flatMap { swipes($0, of: 99) }, logs,
        [game("a")] + linked + others.map { game($0) }
      ).isEmpty)
    #expect(own(mine + cards, [], [game("a")] + linked).isEmpty)
  }

  @Test func `a game without a link has no price that explains its clicks`() {
    let names = (0..<11).map { "g\($0)" }
    func kinds(_ link: String?) -> [Suggestion.Kind] {
      let games = [game("a", link: link, price: 60)] + names.map { game($0, link: "x", price: 10) }
      return own(
        (["a"] + names).flatMap { swipes($0, likes: 20, of: 200) },
        names.flatMap { clicks($0, 60) }, games
      ).map(\.basis.kind)
    }
    #expect(kinds("x") == [.price])
    #expect(kinds(nil).contains(.price) == false)
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
    // Of the nine others, not of the game itself.
    #expect(abs(usual - 40.375 / 200.75) < 1e-12 && count == 10)
    #expect(found[0].effect == rate.lower / usual)
    #expect(suggestions(peers + swipes("a", likes: 20, skips: 55, of: 200), [], games).isEmpty)
  }

  @Test func `a price above that of similar games, with fewer clicks`() throws {
    let names = (0..<10).map { "g\($0)" }
    func found(_ price: Decimal, _ clicked: Int) -> [Suggestion] {
      let games =
        names.map { game($0, link: "x", price: 10) } + [game("a", link: "x", price: price)]
      return suggestions(
        (names + ["a"]).flatMap { swipes($0, likes: 20, of: 200) },
        names.flatMap { clicks($0, 40) } + clicks("a", clicked), games)
    }
    guard
      case .price(let price, "USD", let peers, .externalClicks, let rate, let usual) =
        try #require(found(15, 4).first).basis
    else {
      Issue.record("another basis")
      return
    }
    #expect(price == 15 && peers.median == 10 && peers.games == 11)
    #expect(rate == Proportion(4, of: 200))
    #expect(abs(usual - 40.375 / 200.75) < 1e-12)
    #expect(found(15, 4).map(\.game) == [10])
    #expect(found(14.99, 4).isEmpty)
    #expect(found(15, 36).isEmpty)
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
    // 100 like cozy and 200 dark ones; of a's players, 80 and 15: 95 / 300 · 100 / 100.
    #expect(first.first?.basis == .tag("cozy", likers: 100, share: 0.8, usual: 0.32))
    #expect(found(alsoLike: 25).filter { $0.game == 0 }.isEmpty)
    // 84 of 100 is at least 80 %, and 97 of 100 is not told.
    for (alsoLike, share) in [(84, 0.8), (85, 0.85), (97, 0.9)] {
      guard case .tag(_, _, share, _)? = found(alsoLike: alsoLike).first?.basis else {
        Issue.record("\(alsoLike): \(found(alsoLike: alsoLike))")
        return
      }
    }
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
    #expect(found.map(\.basis) == [.missingPlatform(.mac, share: 30.0 / 150, .analytics)])
    // A tenth of the impressions, rounded down, of at least a hundred.
    #expect(suggestions([], views([("Windows", 190), ("macOS", 15)]), [own]).isEmpty)
    #expect(suggestions([], views([("Windows", 60), ("macOS", 30)]), [own]).isEmpty)
    #expect(suggestions([], views([("Windows", 120), ("iPad", 30)]), [own]).isEmpty)
    let both = game("a", link: "https://x", platforms: [.windows, .mac])
    #expect(suggestions([], views([("Windows", 120), ("macOS", 30)]), [both]).isEmpty)
  }

  @Test func `clicks on a link to a shop are no audience there, and a shop is no platform`() {
    let clicked = (0..<200).map {
      Log(
        user: "c\($0)", game: "a", type: .externalLinkClick, day: day(200), shop: "Steam")
    }
    let views = views([("Windows", 120), ("macOS", 60)])
    #expect(suggestions([], views + clicked, [game("a", platforms: [.windows, .mac])]).isEmpty)
    #expect(suggestions([], views + clicked, [game("a", platforms: [.itchio])]).isEmpty)
    // All views of one device are of few players.
    let few = (0..<600).map {
      Log(
        user: "u\($0 % 20)", game: "a", type: .gameView, day: day(200),
        device: $0 % 20 < 3 ? "macOS" : "Windows")
    }
    #expect(suggestions([], few, [game("a", platforms: [.windows])]).isEmpty)
  }

  @Test func `one rate against others, by its definition`() throws {
    let others = [(30, 200), (40, 200), (55, 220), (20, 150), (48, 260)]
    var rates = PeerRates(isAbove: true)
    let own = try #require(Proportion(90, of: 180))
    for (count, trials) in others { rates.add(try #require(Proportion(count, of: trials))) }
    rates.add(own)
    rates.add(own, sign: -1)
    let found = try #require(rates.comparison(of: own))
    // By scipy 1.17: the larger of both tails of Student's distribution with 4 degrees of freedom.
    #expect(abs(found.usual - 0.180465230149) < 1e-9)
    #expect(abs(found.probability - 0.009283168523) < 1e-9)
    #expect(found.effect == own.lower / found.usual)
  }

  /// Games differ by their quality, and players' cards of a game depend on each other.
  @Test func `of equal studios, at most one in twenty has a suggestion; a planted one is found`() {
    var random = SeededGenerator(seed: 59)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
    var (wrong, found) = (0, 0)
    let worlds = 400
    for world in 0..<worlds {
      // Quality varies by a quarter.
      let games = (0..<30).map { game -> Proportion in
        let quality = 0.25 * exp(0.25 * normal()) * (game == 5 && world % 2 == 1 ? 2.5 : 1)
        let groups = Int.random(in: 40...400, using: &random)
        // The variance is twice that of independent cards.
        let cards = Double(5 * groups)
        let skips =
          cards * quality + (2 * cards * quality * (1 - min(1, quality))).squareRoot() * normal()
        return Proportion(min(5 * groups, max(0, Int(skips))), of: 5 * groups)!
      }
      var rates = PeerRates(isAbove: true)
      for game in games { rates.add(game) }
      let tests = games.prefix(6).map { game in
        var others = rates
        others.add(game, sign: -1)
        return others.comparison(of: game)!.probability
      }
      let findings = FalseDiscoveries.findings(in: tests, rate: 0.05)
      if world % 2 == 0 {
        wrong += findings.isEmpty ? 0 : 1
      } else {
        found += findings.contains(5) ? 1 : 0
      }
    }
    #expect(wrong <= 20)
    #expect(found >= 150)
  }
}
