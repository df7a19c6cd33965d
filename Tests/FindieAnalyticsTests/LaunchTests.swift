import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Testing

@Suite struct LaunchTests {
  /// A Tuesday; the last complete week ends on day 208.
  private let night = day(210)

  /// A game of each of `count` studios, with 10 cards on each of the days from its release on; the
  /// n-th one has n likes a day.
  private func numbers(
    others count: Int, release: Int, minimumPlayers: Int = 5
  ) -> (StudioNumbers, [Game]) {
    var all = games("own", releasedOn: day(release))
    for number in 0..<count { all += games("g\(number)", releasedOn: day(release)) }
    let swipes = all.enumerated().flatMap { number, game in
      (release..<210).flatMap { on in
        (0..<10).map {
          Swipe(
            user: "u\($0)", game: game.id,
            action: $0 < (number == 0 ? 3 : number - 1) ? .like : .dislike, day: day(on))
        }
      }
    }
    var setting = StudioSetting()
    setting.suppression = Suppression(minimumPlayers: minimumPlayers)
    let counting = StudioCounting(
      EventsByGame([EventTable(swipes), EventTable([Log]())]), games: all, night: night,
      setting: setting, workers: Workers(threads: 1))
    var own = counting.numbers(ofGames: [0], followers: nil)
    let weeks = DayRange(first: own.weeks[0].range.first, last: day(208))
    own.launchPeers = LaunchPeers(
      all, weeks: weeks, since: own.allTimeRange.first, minimumGames: minimumPlayers
    ) { game in
      counting.numbers(ofGames: [game], followers: nil).games[0].days
    }
    return (own, all)
  }

  @Test func `a launch has its first days, and those of other studios' launches`() throws {
    let (own, all) = numbers(others: 6, release: 195)
    let launch = try #require(own.launches(of: [all[0]]).first)
    #expect(launch.release == day(195) && launch.days == 14 && launch.windows.count == 1)
    let window = launch.windows[0]
    #expect(window.days == 7 && window.tally[.impressions] == 70 && window.tally.positives == 21)
    let standing = try #require(window.standing)
    #expect(standing.games == 6 && standing.fewerImpressions == 0)
    // Likes of 0, 1 and 2 of 10 cards are fewer than 3.
    #expect(standing.lowerLikeRate?.games == 3 && standing.lowerLikeRate?.of == 6)
  }

  @Test func `few launches, and launches before the record, are not compared`() throws {
    let (own, all) = numbers(others: 4, release: 195)
    #expect(own.launches(of: [all[0]]).first?.windows.first?.standing == nil)
    var old = all[0]
    old.releaseDate = day(190).start
    #expect(own.launches(of: [old]).isEmpty)
    old.releaseDate = nil
    #expect(own.launches(of: [old]).isEmpty)
    old.releaseDate = day(205).start
    #expect(own.launches(of: [old]).first?.windows.isEmpty == true)
  }
}
