import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Testing

/// Attacks by subtracting published numbers of one night.
struct SubtractionTests {
  private let night = day(210)

  private func numbers(_ swipes: [Swipe], _ games: [Game]) -> StudioNumbers {
    StudioCounting(
      interactions: EventTable(swipes), analytics: EventTable([Log]()), games: games,
      night: night, workers: Workers(threads: 1)
    ).numbers(ofGames: Array(games.indices), followers: nil)
  }

  /// Views of different lengths, one per player.
  private func views(_ game: String, _ players: Range<Int>, on number: Int) -> [Swipe] {
    players.map { player in
      Swipe(
        user: "u\(player)", game: game, action: .skip, day: day(number),
        viewSeconds: Float(player + 1))
    }
  }

  private func index(_ kind: ReportPeriod.Kind) throws -> Int {
    try #require(ReportPeriod.Kind.allCases.firstIndex(of: kind))
  }

  @Test func `one player's view does not show in the studio's quartiles`() throws {
    let games = games("a", "b")
    let alone = views("a", 0..<10, on: 205) + views("b", 10..<11, on: 205)
    let month = try index(.last28Days)
    let numbers = numbers(alone, games)
    #expect(numbers.games[0].periods[month].viewTime?.views == 10)
    #expect(numbers.games[1].periods[month].viewTime == nil)
    #expect(numbers.studio[month].viewTime == nil)
    // With enough players it does, so the test can fail.
    let many = self.numbers(alone + views("b", 11..<21, on: 205), games)
    #expect(many.studio[month].viewTime?.views == 21)
  }

  @Test func `one player's view does not show in the quartiles of a longer period`() throws {
    let games = games("a")
    let (month, quarter) = (try index(.last28Days), try index(.last90Days))
    let one = views("a", 0..<10, on: 205) + views("a", 10..<11, on: 150)
    let numbers = numbers(one, games)
    #expect(numbers.studio[month].viewTime?.views == 10)
    #expect(numbers.studio[quarter].viewTime == nil)
    let many = self.numbers(one + views("a", 11..<21, on: 150), games)
    #expect(many.studio[quarter].viewTime?.views == 21)
  }

  @Test func `periods that differ by days without players contain each other`() throws {
    // The week starts on a Monday without players; the last day of the record has
    // three players: publishing both would reveal them.
    let end = night.adding(days: -1)
    let monday = night.adding(days: -(night.weekday.rawValue - 1) - 7)
    let inWeek = (0..<20).map {
      Swipe(user: "u\($0)", game: "a", action: .skip, day: monday.adding(days: 6))
    }
    let few = (20..<23).map { Swipe(user: "u\($0)", game: "a", action: .skip, day: end) }
    let (week, last7) = (try index(.isoWeek), try index(.last7Days))
    let published = numbers(inWeek + few, games("a")).studio
    let both = [week, last7].compactMap { published[$0].players.count }
    #expect(both.count < 2, "\(both)")
    let enough = (20..<40).map { Swipe(user: "u\($0)", game: "a", action: .skip, day: end) }
    let all = numbers(inWeek + enough, games("a")).studio
    #expect(all[week].players == .exactly(20))
    #expect(all[last7].players == .exactly(40))
  }

  @Test func `all suppressed numbers have the same case`() throws {
    let few = (0..<3).map { Swipe(user: "u\($0)", game: "a", action: .skip, day: day(205)) }
    let month = try index(.last28Days)
    #expect(numbers(few, games("a")).studio[month].players == .suppressed)
  }
}
