import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieWorkers
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

  private func swipes(_ game: String, likes: Int = 0, of cards: Int) -> [Swipe] {
    (0..<cards).map {
      Swipe(user: "u\($0)", game: game, action: $0 < likes ? .like : .dislike, day: day(200))
    }
  }

  private func game(_ id: String, link: String? = nil, platforms: [Platform] = []) -> Game {
    var game = Game(id: id, title: id, developerId: "d", genres: [.rpg], platforms: platforms)
    game.itchioURL = link
    return game
  }

  @Test func `a much-viewed game without a link to a shop`() throws {
    let cards = swipes("a", of: 120) + swipes("b", of: 100) + swipes("c", of: 110)
    let found = suggestions(cards, [], [game("a", link: "https://x"), game("b"), game("c")])
    // The median of 120, 100 and 110 is 110: b is below it.
    #expect(found.map(\.basis) == [.noStoreLink(impressions: 110, median: 110)])
    #expect(found[0].game == 2)
    #expect(suggestions(swipes("a", of: 100), [], [game("a", link: "")]).count == 1)
    #expect(suggestions(swipes("a", of: 99), [], [game("a")]).isEmpty)
    #expect(suggestions(swipes("a", of: 100), [], [game("a", link: "https://x")]).isEmpty)
    var withdrawn = game("a")
    withdrawn.isActive = false
    #expect(suggestions(swipes("a", of: 100), [], [withdrawn]).isEmpty)
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
