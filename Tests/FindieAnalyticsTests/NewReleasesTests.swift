import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// The night is day 100: new are the games of days 40 to 99.
@Suite struct NewReleasesTests {
  private func list(_ swipes: [Swipe], _ games: [Game]) -> [NewRelease] {
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games,
      night: day(100), workers: Workers(threads: 1))
    return NewReleases().list(activity, games: games)
  }

  @Test func `new are games out in the sixty days before the night`() {
    let catalogue =
      games("old", releasedOn: day(39)) + games("first", releasedOn: day(40))
      + games("last", releasedOn: day(99)) + games("announced", releasedOn: day(100))
      + games("undated")
    #expect(list([], catalogue).map(\.gameId) == ["last", "first"])
  }

  @Test func `the score is the like rate shrunk by twenty impressions of the catalogue`() {
    // Three likes of four in all, on one game: (3 + 20 · 3/4) / (4 + 20) = 0.75.
    let swipes = (0..<4).map { number in
      Swipe(
        user: "u\(number)", game: "a", action: number == 0 ? .dislike : .like, day: day(90))
    }
    #expect(list(swipes, games("a", releasedOn: day(80))).map(\.score) == [0.75])
  }

  @Test func `liked stands above unseen, unseen above passed over`() {
    let swipes = (0..<10).flatMap { number in
      [
        Swipe(user: "u\(number)", game: "liked", action: .like, day: day(90)),
        Swipe(user: "u\(number)", game: "passed", action: .dislike, day: day(90)),
      ]
    }
    let catalogue = games("liked", "passed", "unseen", releasedOn: day(80))
    #expect(list(swipes, catalogue).map(\.gameId) == ["liked", "unseen", "passed"])
  }

  @Test func `of equal scores the later release comes first, then the smaller id`() {
    let catalogue =
      games("b", "a", releasedOn: day(80)) + games("z", releasedOn: day(81))
    #expect(list([], catalogue).map(\.gameId) == ["z", "a", "b"])
  }
}
