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

  @Test func `a period before has the record of its period on a tie`() throws {
    // The month has more players in the analytics, the month before as many in both records.
    let cards = [120, 176, 204].flatMap { swipes("g", likes: 9, of: 40, on: $0) }
    let views = [(40, 176), (60, 204)].flatMap { count, date in
      (0..<count).map { Log(user: "v\($0)", game: "g", type: .gameView, day: day(date)) }
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable(views)]), games: games("g"),
      night: night, workers: Workers(threads: 1))
    let own = counting.numbers(ofGames: [0], followers: nil).studio[month]
    #expect(own.playersSource == .analytics && own.players?.count == 60)
    #expect(own.playersSourceBefore == .analytics && own.playersBefore?.count == 40)
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

  @Test func `the interval of rounded players has that of each pair of true numbers`() throws {
    let dispersion = try #require(
      DispersionWindows(
        of: (0..<13).map { week in
          DayRange(first: day(7 * week), last: day(7 * week + 6))
        }, start: day(63))?
        .dispersion(of: [40, 30, 50, 45, 38, 61, 40, 44, 39, 52, 41, 47, 43]))
    for (now, before) in [(40, 30), (30, 30), (120, 60)] {
      let rounded = try #require(
        Change(of: now, since: before, dispersion, of: (3 * now, 3 * before), rounding: 9))
      for (more, earlier) in [(0, 0), (9, 0), (0, 9), (9, 9), (4, 5)] {
        let own = try #require(
          Change(
            of: now + more, since: before + earlier, dispersion, of: (3 * now, 3 * before)))
        #expect(rounded.lower <= own.lower && own.upper <= rounded.upper)
        #expect(rounded.probability >= own.probability - 1e-12)
      }
    }
  }

  @Test func `a game that grows with all others has no change relative to them`() throws {
    // Cards of g and of three other studios' games grow by a twentieth each week; h's do not.
    let cards = (0..<13).flatMap { week -> [Swipe] in
      let count = 100 + 8 * week
      return ["g", "a", "b", "c"].flatMap {
        swipes($0, likes: 9, of: count, on: 119 + 7 * week)
      } + swipes("h", likes: 9, of: 150, on: 119 + 7 * week)
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable([Log]())]), games: games("g", "a", "b", "c", "h"),
      night: night, workers: Workers(threads: 1))
    let studio = counting.numbers(ofGames: [0], followers: nil)
    let period = try #require(studio.periods.firstIndex { $0.kind == .last4Weeks })
    let own = studio.studio[period]
    let (relative, plain) = try (
      #require(own.relativeChange), #require(own.impressionsChange)
    )
    let app = try #require(studio.app[period]?.impressionsChange)
    #expect(plain.ratio > 1.15 && app > 1.1)
    #expect(abs(relative.ratio - plain.ratio / app) < 1e-9 && !relative.isSignificant)
    // The change of h is none, and a fall relative to the others.
    let still = counting.numbers(ofGames: [4], followers: nil).studio[period]
    #expect(abs(try #require(still.impressionsChange).ratio - 1) < 1e-9)
    #expect(try #require(still.relativeChange).ratio < 0.9)
    #expect(studio.studio[0].relativeChange == nil)
  }
}
