import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// A game compared with its earlier self and with other games.
@Suite struct ComparisonTests {
  private let night = day(210)

  /// - Parameter first: the record's first day, long before the compared periods.
  private func numbers(
    _ swipes: [Swipe], _ games: [Game], _ setting: StudioSetting = .init(), since first: Int = 0
  ) -> [GameNumbers] {
    let first = games.first.map {
      Swipe(user: "first", game: $0.id, action: .skip, day: day(first))
    }
    let counting = StudioCounting(
      EventsByGame([EventTable((first.map { [$0] } ?? []) + swipes), EventTable([Log]())]),
      games: games,
      night: night, setting: setting, workers: Workers(threads: 1))
    return counting.numbers(ofGames: Array(games.indices), followers: nil).games
  }

  private func swipes(
    _ game: String, likes: Int, of cards: Int, on: Int, position: Float = .nan,
    player: String = "u"
  ) -> [Swipe] {
    (0..<cards).map { number in
      Swipe(
        user: "\(player)\(number)", game: game, action: number < likes ? .like : .dislike,
        day: day(on),
        position: position)
    }
  }

  /// Four weeks: the third kind of period. The night is a Tuesday.
  private let month = 2

  @Test func `a change of equal weeks has the interval of two Poisson counts`() throws {
    // 30 in each of four weeks, 20 in the weeks before: 1.5. Six of ten windows end before the
    // period: 6² / 9 degrees of freedom.
    let cards = (0..<13).flatMap { swipes("g", likes: 9, of: $0 < 4 ? 30 : 20, on: 203 - 7 * $0) }
    let change = try #require(numbers(cards, games("g"))[0].periods[month].impressionsChange)
    let half =
      StudentT.value(exceededWith: 0.025, degrees: 4) * (1.0 / 120 + 1.0 / 80).squareRoot()
    #expect(abs(change.ratio - 1.5) < 1e-12)
    #expect(abs(change.lower - 1.5 * exp(-half)) < 1e-12)
    #expect(abs(change.upper - 1.5 * exp(half)) < 1e-12)
  }

  @Test func `a period before that is recorded in part is not compared with`() throws {
    // The night is a Tuesday: the four weeks before begin on day 153.
    let swipes = swipes("g", likes: 60, of: 120, on: 203) + swipes("g", likes: 20, of: 30, on: 175)
    let part = numbers(swipes, games("g"), since: 154)[0].periods[month]
    #expect(part.before == nil && part.playersBefore == nil)
    #expect(part.impressionsChange == nil && part.likeRateChange == nil)
    let whole = numbers(swipes, games("g"), since: 153)[0].periods[month]
    #expect(whole.before?[.impressions] == 31)
    #expect(whole.playersBefore == .atLeast(30))
    #expect(whole.impressionsChange != nil)
  }

  @Test func `a change of rates has Katz's interval`() throws {
    let change = try #require(
      numbers(
        swipes("g", likes: 60, of: 120, on: 203) + swipes("g", likes: 20, of: 80, on: 175),
        games("g"))[0].periods[month].likeRateChange)
    let half =
      1.959963984540054 * (1.0 / 60 - 1.0 / 120 + 1.0 / 20 - 1.0 / 80).squareRoot()
    #expect(abs(change.ratio - 2) < 1e-12)
    #expect(abs(change.upper - 2 * exp(half)) < 1e-12)
  }

  @Test func `there is no change from or to zero`() {
    let published = numbers(swipes("g", likes: 60, of: 120, on: 203), games("g"))[0].periods[month]
    #expect(published.impressionsChange == nil)
    #expect(published.likeRateChange == nil)
  }

  @Test func `a day like earlier ones of its weekday is not a change`() throws {
    // Sundays have ten times the cards of other days, the same every week; the night is on a
    // Monday.
    let monday = night.adding(days: (8 - night.weekday.rawValue) % 7)
    let offset = monday.days(since: day(0))
    let cards = (1...180).flatMap { back -> [Swipe] in
      let on = offset - back
      return swipes("g", likes: 10, of: day(on).weekday == .sunday ? 1000 : 100, on: on)
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable([Log]())]), games: games("g"),
      night: monday, workers: Workers(threads: 1))
    let published = counting.numbers(ofGames: [0], followers: nil).studio[0]
    #expect(published.tally[.impressions] == 1000)
    #expect(published.before?[.impressions] == 100)
    // Ten times the cards, as on all 13 Sundays of 91 days; the prior of 100 reduces it a little:
    // 10 / ((13 × 1000 + 100) / (13 × 100 + 100)).
    let change = try #require(published.impressionsChange)
    #expect(abs(change.ratio - 14_000.0 / 13_100) < 1e-12)
    #expect(!change.isSignificant)
  }

  @Test func `a game's percentile is the share of its cohort below it`() throws {
    // Twenty games of one genre and age, 40 cards each, with 0, 2, … 38 likes.
    let games = (0..<20).map { number -> Game in
      var game = Game(id: "g\(number)", title: "", developerId: "d", genres: [.puzzle])
      game.releaseDate = night.adding(days: -200).start
      return game
    }
    let published = numbers(
      (0..<20).flatMap { swipes("g\($0)", likes: 2 * $0, of: 40, on: 200) }, games)
    for number in 0..<20 {
      let standing = try #require(published[number].periods[month].standing)
      #expect(standing.games == 20)
      #expect(standing.cohort.age == .upTo1Year)
      #expect(standing.cohort.impressionsFrom == 30)
      #expect(abs(standing.likeRatePercentile - 100 * Double(number) / 19) < 1e-9)
      // All have the same number of impressions.
      #expect(abs(standing.medianLikeRate - 19.0 / 40) < 1e-9)
      // Wilson's interval of s of 40 contains 0.475 from s = 13 to s = 25.
      let verdict: Standing.Verdict =
        2 * number < 13 ? .below : 2 * number > 25 ? .above : .tooEarly
      #expect(standing.verdict == verdict, "\(2 * number) of 40")
    }
  }

  @Test func `a like rate is compared from 30 impressions on`() throws {
    // Rates of 29 of 29 or 30 of 30 are far above the others' 1 of 10.
    for (cards, verdict) in [(29, Standing.Verdict.tooFew), (30, .above)] {
      let games = (0..<12).map {
        Game(id: "g\($0)", title: "", developerId: "d", genres: [.puzzle])
      }
      let published = numbers(
        (0..<12).flatMap { swipes("g\($0)", likes: $0 == 1 ? cards : 3, of: cards, on: 200) },
        games)
      let standing = try #require(published[1].periods[month].standing)
      #expect(standing.verdict == verdict, "\(cards) cards")
    }
  }

  @Test func `a change is shown if both periods have 30 impressions`() {
    for (now, before, isShown) in [(30, 30, true), (200, 29, false), (29, 200, false)] {
      let published = numbers(
        swipes("g", likes: 1, of: now, on: 203) + swipes("g", likes: 1, of: before, on: 175),
        games("g"))[0].periods[month]
      #expect(published.impressionsChange != nil)
      #expect((published.shownImpressionsChange != nil) == isShown, "\(now) after \(before)")
    }
  }

  /// Twelve games: `alike` have the first game's genre, age and number of impressions.
  @Test(arguments: [
    (10, PeerGroup.genreAgeAudience, 10), (9, .genreAudience, 12), (8, .genreNearAudience, 12),
    (7, .genre, 12), (6, .all, 12),
  ])
  func `a game is compared with the first group that has enough games`(
    alike: Int, group: PeerGroup, size: Int
  ) throws {
    let games = (0..<12).map { number -> Game in
      let isAlike = number < alike
      var game = Game(
        id: "g\(number)", title: "", developerId: "d",
        genres: [!isAlike && group == .all ? .rpg : .puzzle])
      if !isAlike { game.releaseDate = night.adding(days: -200).start }
      return game
    }
    let published = numbers(
      (0..<12).flatMap { number -> [Swipe] in
        let cards = number < alike ? 40 : [.genreNearAudience: 120, .genre: 320][group] ?? 40
        return swipes("g\(number)", likes: 9, of: cards, on: 200)
      }, games)
    let standing = try #require(published[0].periods[month].standing)
    #expect(standing.group == group)
    #expect(standing.games == size)
  }

  @Test(arguments: [2, 3])
  func `the app's change is that of other studios, from three studios on`(studios: Int) throws {
    let games = (0..<studios).map { Game(id: "g\($0)", title: "", developerId: "d\($0)") }
    // The studio itself grows threefold, and all of its cards are liked.
    let cards =
      swipes("g0", likes: 900, of: 900, on: 203) + swipes("g0", likes: 300, of: 300, on: 175)
      + games.dropFirst().flatMap {
        swipes($0.id, likes: 30, of: 120, on: 203) + swipes($0.id, likes: 20, of: 80, on: 175)
      }
    let counting = StudioCounting(
      EventsByGame([
        EventTable(
          [Swipe(user: "u", game: "g0", action: .skip, day: day(0))] + cards), EventTable([Log]()),
      ]), games: games, night: night, workers: Workers(threads: 1))
    let app = counting.numbers(ofGames: [0], followers: nil).app[month]
    guard studios > 2 else {
      #expect(app == nil)
      return
    }
    #expect(abs(try #require(app?.impressionsChange) - 1.5) < 1e-12)
    #expect(app?.likeRate == 0.25)
  }

  @Test func `a release is compared with the days before and other studios' games`() throws {
    // From the release on day 180 on, other games double; the game has six times as many.
    var games = (0..<4).map { Game(id: "g\($0)", title: "", developerId: "d\($0)") }
    games[0].releaseDate = day(180).start
    let cards = (130..<200).flatMap { on in
      swipes("g0", likes: 0, of: on < 180 ? 4 : 24, on: on)
        + (1..<4).flatMap { swipes("g\($0)", likes: 0, of: on < 180 ? 12 : 24, on: on) }
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(cards), EventTable([Log]())]), games: games, night: night,
      workers: Workers(threads: 1))
    let impacts = counting.numbers(ofGames: [0], followers: nil).impacts
    #expect(impacts.map(\.occasion.day) == [day(180)])
    let effect = try #require(impacts.first?.effects.first)
    #expect(impacts[0].effects.count == 1 && effect.measure == .impressions)
    #expect(effect.count == 168 && effect.before == 112)
    // (24 / 72) / (4 / 36).
    #expect(abs(effect.change.ratio - 3) < 1e-12)
    #expect(counting.numbers(ofGames: [1], followers: nil).impacts.isEmpty)
    games[0].releaseDate = day(204).start
    let late = StudioCounting(
      EventsByGame([EventTable(cards), EventTable([Log]())]), games: games, night: night,
      workers: Workers(threads: 1))
    #expect(late.numbers(ofGames: [0], followers: nil).impacts.isEmpty)
  }

  @Test func `nine games are too few to compare with`() {
    let games = (0..<9).map { Game(id: "g\($0)", title: "", developerId: "d", genres: [.puzzle]) }
    let published = numbers((0..<9).flatMap { swipes("g\($0)", likes: 9, of: 40, on: 200) }, games)
    #expect(published.allSatisfy { $0.periods[month].standing == nil })
  }

  @Test func `a like rate is adjusted for the positions of its cards`() throws {
    // The effect at position 0 is 1, and from position 5 on it is one half:
    // 30 of 100 and 15 of 100 are one game's 0.3 = 45 / (100 + 100 × 0.5).
    var setting = StudioSetting()
    setting.positions = PositionTable(
      firstPositions: [0, 1, 5], effects: [1, nil, 0.5], unavailableReason: nil)
    let published = numbers(
      swipes("g", likes: 30, of: 100, on: 200, position: 0)
        + swipes("g", likes: 15, of: 100, on: 201, position: 7, player: "v"), games("g"), setting)
    guard
      case .rate(let estimate, let lower, let upper, let cards)? = published[0].periods[month]
        .adjustedRate
    else {
      Issue.record("no rate")
      return
    }
    #expect(abs(estimate - 0.3) < 1e-12)
    #expect(cards == 200)
    let plain = try #require(Proportion(45, of: 200))
    #expect(abs(lower - plain.lower * 200 / 150) < 1e-12)
    #expect(abs(upper - plain.upper * 200 / 150) < 1e-12)
  }

  @Test func `an adjusted like rate is at most 1`() throws {
    var setting = StudioSetting()
    setting.positions = PositionTable(
      firstPositions: [0, 5], effects: [1, 0.5], unavailableReason: nil)
    let published = numbers(
      swipes("g", likes: 3, of: 3, on: 200, position: 7), games("g"), setting)
    guard
      case .rate(let estimate, let lower, let upper, _)? = published[0].periods[month].adjustedRate
    else {
      Issue.record("no rate")
      return
    }
    #expect(estimate == 1 && upper == 1)
    #expect(lower > 0.5 && lower <= 1)
  }

  /// Cards of which every player likes all or none: 12 players with 10 cards each.
  private func dependent(likers: Int) -> [Swipe] {
    (0..<120).map { number in
      Swipe(
        user: "u\(number % 12)", game: "g\(number / 12 % 2)",
        action: number % 12 < likers ? .like : .skip, day: day(190 + number / 24))
    }
  }

  @Test func `cards of one player count as one in the interval of a studio`() throws {
    let counting = StudioCounting(
      EventsByGame([EventTable(dependent(likers: 6)), EventTable([Log]())]),
      games: games("g0", "g1"), night: night, workers: Workers(threads: 1))
    let numbers = counting.numbers(ofGames: [0, 1], followers: nil)
    // 120 cards tell as much as 12, those of a game with 60 as much as 12 too.
    let rate = try #require(numbers.studio[month].rate(.likeRate))
    #expect(rate.trials == 120 && rate.effect == 10)
    #expect(rate.lower == Proportion(6, of: 12)?.lower)
    #expect(numbers.games[0].periods[month].rate(.likeRate)?.effect == 5)
  }

  @Test func `of fewer players than the minimum, no interval tells how they differ`() throws {
    let few = dependent(likers: 6).filter { $0.user <= "u5" }
    let counting = StudioCounting(
      EventsByGame([EventTable(few), EventTable([Log]())]), games: games("g0", "g1"),
      night: night, workers: Workers(threads: 1))
    let rate = counting.numbers(ofGames: [0, 1], followers: nil).studio[month].rate(.likeRate)
    #expect(rate?.effect == 1 && rate?.trials == few.count)
  }

  @Test func `the team's interval of the like rate counts players too`() {
    let activity = Activity(
      interactions: EventTable(dependent(likers: 6)), analytics: EventTable([Log]()),
      games: games("g0", "g1"), night: night, workers: Workers(threads: 1))
    let kpis = activity.teamKPIs(
      over: DayRange(lastDays: 28, before: night), users: [])
    #expect(kpis.tally.likeRate?.trials == 120 && kpis.tally.likeRate?.effect == 10)
  }

  @Test func `a like rate is not adjusted if positions cannot be compared`() {
    var setting = StudioSetting()
    setting.positions = PositionTable(
      firstPositions: [0, 1, 5], effects: [1, nil, 0.5], unavailableReason: nil)
    let unlinked = numbers(
      swipes("g", likes: 30, of: 100, on: 200, position: 2), games("g"), setting)
    #expect(
      unlinked[0].periods[month].adjustedRate
        == .unavailable(.noOtherGame))
    setting.positions = .unavailable("cardPosition is 0 in all cards")
    let constant = numbers(
      swipes("g", likes: 30, of: 100, on: 200, position: 0), games("g"), setting)
    #expect(
      constant[0].periods[month].adjustedRate
        == .unavailable(.noEffects("cardPosition is 0 in all cards")))
  }

  @Test func `the best mover is the game with the largest significant rise`() {
    func weekly(_ game: String, _ now: Int, after before: Int) -> [Swipe] {
      (0..<13).flatMap { swipes(game, likes: 1, of: $0 < 4 ? now : before, on: 203 - 7 * $0) }
    }
    let (rose, fell) = (weekly("rose", 50, after: 12), weekly("fell", 20, after: 50))
    // One player saw it repeatedly, which is not a rise.
    let again =
      (0..<160).map { number in
        Swipe(user: "u1", game: "again", action: .like, day: day(203 - number % 4 * 7))
      } + weekly("again", 0, after: 9)
    // Three after one is three times as many, but may be due to chance.
    let few = swipes("few", likes: 1, of: 3, on: 203) + swipes("few", likes: 1, of: 1, on: 175)
    let counting = StudioCounting(
      EventsByGame([
        EventTable(
          [Swipe(user: "u1", game: "fell", action: .skip, day: day(0))] + again + rose + fell + few),
        EventTable([Log]()),
      ]),
      games: games("again", "few", "fell", "rose"), night: night, workers: Workers(threads: 1))
    let published = counting.numbers(ofGames: [0, 1, 2, 3], followers: nil)
    #expect(published.games[0].periods[month].impressionsChange?.isSignificant == true)
    #expect(published.movers[month].best == 3)
    #expect(published.movers[month].worst == 2)
    guard case .rose(let game, _) = published.findings[month][2] else {
      Issue.record("no rise: \(published.findings[month][2])")
      return
    }
    #expect(game == 3)
  }
}
