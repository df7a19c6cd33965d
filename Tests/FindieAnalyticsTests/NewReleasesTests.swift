import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// The night is day 100, so games of days 40 to 99 are new.
@Suite struct NewReleasesTests {
  private func list(
    _ swipes: [Swipe], _ games: [Game], minimumPlayers: Int = 1
  ) -> [NewRelease] {
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games,
      night: day(100), workers: Workers(threads: 1))
    return NewReleases(minimumPlayers: minimumPlayers).list(activity, games: games)
  }

  @Test func `games released in the sixty days before the run are new`() {
    let catalogue =
      games("old", releasedOn: day(39)) + games("first", releasedOn: day(40))
      + games("last", releasedOn: day(99)) + games("announced", releasedOn: day(100))
      + games("undated")
    #expect(list([], catalogue).map(\.gameId) == ["last", "first"])
  }

  @Test func `the score is the like rate shrunk by twenty impressions of the catalogue`() {
    // Three likes of four impressions in total, all on one game: (3 + 20 · 3/4) / (4 + 20) = 0.75.
    let swipes = (0..<4).map { number in
      Swipe(
        user: "u\(number)", game: "a", action: number == 0 ? .dislike : .like, day: day(90))
    }
    #expect(list(swipes, games("a", releasedOn: day(80))).map(\.score) == [0.75])
  }

  @Test func `liked games rank above unseen ones, and unseen ones above disliked ones`() {
    let swipes = (0..<10).flatMap { number in
      [
        Swipe(user: "u\(number)", game: "liked", action: .like, day: day(90)),
        Swipe(user: "u\(number)", game: "disliked", action: .dislike, day: day(90)),
      ]
    }
    let catalogue = games("liked", "disliked", "unseen", releasedOn: day(80))
    #expect(list(swipes, catalogue).map(\.gameId) == ["liked", "unseen", "disliked"])
  }

  @Test func `ties go to the later release, then to the smaller id`() {
    let catalogue =
      games("b", "a", releasedOn: day(80)) + games("z", releasedOn: day(81))
    #expect(list([], catalogue).map(\.gameId) == ["z", "a", "b"])
  }

  /// `count` players, of whom `likes` like a game and the others dislike it.
  private func verdicts(_ game: String, _ count: Int, likes: Int) -> [Swipe] {
    (0..<count).map { number in
      Swipe(
        user: "\(game)-\(number)", game: game, action: number < likes ? .like : .dislike,
        day: day(90))
    }
  }

  @Test func `scores are of multiples of k, and of games that k players saw`() {
    let catalogue = games("a", "b", "c", releasedOn: day(80)) + games("old")
    // p is 50 of 80: of `old` 40 of 60, of `c` 10 of 20.
    var swipes = verdicts("a", 9, likes: 9)
    swipes += verdicts("c", 16, likes: 14)
    swipes += verdicts("old", 64, likes: 36)
    // One player alone saw this game, often.
    swipes += (60..<90).map { Swipe(user: "x", game: "b", action: .like, day: day($0)) }
    let found = list(swipes, catalogue, minimumPlayers: 10)
    #expect(found.map(\.gameId) == ["a", "b", "c"])
    // (10 + 20 · 0.625) / (20 + 20)
    #expect(found.map(\.score) == [0.625, 0.625, 0.5625])
  }

  @Test func `what few players do with new games changes neither scores nor the order`() {
    let catalogue = games("a", "b", "c", releasedOn: day(80)) + games("old")
    let known: [Swipe] = verdicts("c", 16, likes: 14) + verdicts("old", 64, likes: 36)
    let liked: [Swipe] = known + verdicts("a", 9, likes: 9)
    let disliked: [Swipe] = known + verdicts("a", 4, likes: 0) + verdicts("b", 9, likes: 2)
    let without = list(known, catalogue, minimumPlayers: 10)
    #expect(list(liked, catalogue, minimumPlayers: 10) == without)
    #expect(list(disliked, catalogue, minimumPlayers: 10) == without)
    #expect(list(liked, catalogue) != list(known, catalogue))
  }

  private func announced(
    _ swipes: [Swipe], _ games: [Game], minimumPlayers: Int = 1
  ) -> [AnnouncedGame] {
    let activity = Activity(
      interactions: EventTable(swipes), analytics: EventTable(.analytics), games: games,
      night: day(100), workers: Workers(threads: 1))
    return NewReleases(minimumPlayers: minimumPlayers).announced(activity, games: games)
  }

  @Test func `announced games have a future date or the status, earliest first`() {
    var undated = games("undated")
    undated[0].releaseStatus = .upcoming
    var late = games("late", releasedOn: day(90))
    late[0].releaseStatus = .upcoming
    var cancelled = games("cancelled", releasedOn: day(120))
    cancelled[0].releaseStatus = .cancelled
    let list = announced(
      [],
      undated + games("far", releasedOn: day(140)) + games("out", releasedOn: day(99))
        + games("tonight", releasedOn: day(100)) + cancelled + late)
    #expect(list.map(\.gameId) == ["tonight", "far", "late", "undated"])
    #expect(list.map(\.releaseDate) == [day(100), day(140), nil, nil])
    #expect(list.map(\.rank) == [1, 2, 3, 4])
    #expect(list.map(\.status) == [.released, .released, .upcoming, .upcoming])
  }

  @Test func `ties in the date go to more wishlist adds, then to the smaller id`() {
    let swipes = (0..<3).map { number in
      Swipe(user: "u\(number)", game: number < 2 ? "c" : "b", action: .wishlist, day: day(90))
    }
    let list = announced(swipes, games("a", "b", "d", "c", releasedOn: day(120)))
    #expect(list.map(\.gameId) == ["c", "b", "a", "d"])
  }

  @Test func `wishes of few players order nothing`() {
    func wishes(_ game: String, _ players: Int, each: Int = 1) -> [Swipe] {
      (0..<players * each).map {
        Swipe(user: "u\($0 % players)", game: game, action: .wishlist, day: day(90 - $0 / players))
      }
    }
    let catalogue = games("a", "b", "c", "d", releasedOn: day(120))
    let list = announced(
      wishes("b", 9, each: 3) + wishes("c", 10) + wishes("d", 14), catalogue, minimumPlayers: 10)
    #expect(list.map(\.gameId) == ["c", "d", "a", "b"])
  }

  @Test func `early access keeps its status among the new releases`() {
    var catalogue = games("early", "whole", releasedOn: day(80))
    catalogue[0].releaseStatus = .earlyAccess
    #expect(list([], catalogue).map(\.status) == [.earlyAccess, .released])
  }
}
