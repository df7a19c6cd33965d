import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The changes of studios' reports between periods.
@Suite struct PeriodChangeTests {
  private let night = day(210)
  /// Four weeks: the third kind of period. The night is a Tuesday.
  private let month = 2

  private func swipes(_ game: String, likes: Int, of cards: Int, on: Int) -> [Swipe] {
    (0..<cards).map { number in
      Swipe(
        user: "u\(number)", game: game, action: number < likes ? .like : .dislike, day: day(on))
    }
  }

  @Test func `months of different length are compared per day`() throws {
    // 60 wishes and 12 cards on every day: 1,680 wishes in February, after 1,860.
    let night = try #require(Day(year: 2017, month: 3, day: 2))
    let events = (1...100).flatMap { back -> [Swipe] in
      (0..<72).map {
        Swipe(
          user: "u\($0)", game: "g", action: $0 < 60 ? .wishlist : .skip,
          day: night.adding(days: -back))
      }
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(events), EventTable([Log]())]), games: games("g"),
      night: night, workers: Workers(threads: 1))
    let february = counting.numbers(ofGames: [0], followers: nil).studio[4]
    let counts = [february.tally, try #require(february.before)].map { $0[.wishlistAdds] }
    #expect(counts == [1680, 1860] && !february.hasEqualLengths)
    // Without regard to days it was a clear fall.
    #expect(isClearChange(of: 1680, since: 1860))
    let change = try #require(february.change(of: .wishlistAdds))
    #expect(abs(change.ratio - 1) < 1e-12 && !change.isSignificant)
    // The 72 players of a month are no more in a longer one, or not in proportion.
    #expect(february.players?.count != nil && february.playersChange == nil)
  }

  @Test(arguments: [0, 60])
  func `players are compared within one record`(viewers: Int) throws {
    let cards = (0..<13).flatMap { swipes("g", likes: 9, of: 40, on: 203 - 7 * $0) }
    let views = (0..<viewers).map {
      Log(user: "v\($0)", game: "g", type: .gameShare, day: day(203))
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable(views)]), games: games("g"),
      night: night, workers: Workers(threads: 1))
    let own = counting.numbers(ofGames: [0], followers: nil).studio[month]
    #expect(own.playersSource == (viewers > 0 ? .analytics : .interactions))
    #expect(own.playersSourceBefore == .interactions && own.playersBefore?.count == 40)
    #expect((own.playersChange == nil) == (viewers > 0))
  }

  @Test func `weekday factors are of recorded days`() throws {
    // Ten equal days: the weekdays with two of them are like those with one.
    let games = (0..<3).map { Game(id: "g\($0)", title: "", developerId: "d\($0)") }
    let cards = (1...10).flatMap { back in
      games.flatMap { swipes($0.id, likes: 9, of: 40, on: 210 - back) }
    }
    for back in 0..<3 {
      let counting = StudioCounting(
        EventsByGame([EventTable(cards.filter { $0.day < day(210 - back) }), EventTable([Log]())]),
        games: games, night: day(210 - back),
        workers: Workers(threads: 1))
      let ratio = counting.numbers(ofGames: [0], followers: nil).app[0]?.impressionsChange
      #expect(abs(try #require(ratio) - 1) < 1e-12)
    }
  }

  @Test func `of many games that vary, only the one that doubled moved`() throws {
    // Each game's week has a mean of 60 times a factor from 0.5 to 1.5.
    var random = SeededGenerator(seed: 59)
    let games = (0..<30).map { Game(id: "g\($0)", title: "", developerId: "d") }
    var clear = 0
    let cards = games.indices.flatMap { game in
      (0..<13).flatMap { week -> [Swipe] in
        let mean = Double.random(in: 30...90, using: &random)
        let count = Int(game == 0 ? week < 4 ? 600 : 60 : mean)
        return swipes("g\(game)", likes: 1, of: count, on: 203 - 7 * week)
      }
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable([Log]())]), games: games, night: night,
      workers: Workers(threads: 1))
    let published = counting.numbers(ofGames: Array(games.indices), followers: nil)
    for game in published.games.dropFirst() {
      let own = game.periods[month]
      let (now, before) = (own.tally[.impressions], own.before?[.impressions] ?? 0)
      if min(now, before) > 0, isClearChange(of: now, since: before) { clear += 1 }
    }
    #expect(clear >= 3)
    let movers = published.movers[month]
    #expect(movers.best == 0 && movers.worst == nil && movers.changes.keys.sorted() == [0])
    // One interval of 30 is chosen, so it misses the truth with the probability 0.05 / 30.
    let (own, chosen) = (
      try #require(published.games[0].periods[month].impressionsChange),
      try #require(movers.changes[0])
    )
    // The data begins on a Tuesday, so that twelve weeks are recorded.
    // Eight recorded weeks before the last four.
    let degrees = 25 / 7.25
    let wider =
      StudentT.value(exceededWith: 0.025 / 30, degrees: degrees)
      / StudentT.value(exceededWith: 0.025, degrees: degrees)
    #expect(
      abs(log(chosen.upper / chosen.ratio) / log(own.upper / own.ratio) - wider) < 1e-6)
    guard case .rose(0, let move) = published.findings[month][2] else {
      Issue.record("\(published.findings[month])")
      return
    }
    #expect(move.change == chosen)
  }
}
