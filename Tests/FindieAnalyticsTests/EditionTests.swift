import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Testing

/// The closed weeks of studios' reports: when they change, and what a change depends on.
struct EditionTests {
  /// A Monday in the calendar of the reports, as are its 7 multiples.
  private static let monday = StudioWorld.night.monday
  private static let world = StudioWorld(seed: 61, games: 4, players: 300, events: 9000)
  /// Each of a studio of its own.
  private static let games = world.games.enumerated().map { number, game in
    var game = game
    game.developerId = "d\(number)"
    return game
  }

  @Test func `weeks are provisional for three nights, then final`() {
    let states = (0..<8).map {
      ReportEdition(of: Self.monday.adding(days: $0), .utc)
    }
    #expect(
      states.map(\.state) == [
        .provisional, .provisional, .provisional, .final, .final, .final, .final, .provisional,
      ])
    #expect(states.map(\.end) == (0..<8).map { Self.monday.adding(days: $0 / 7 * 7) })
    // Ten hours west of Greenwich, the night of Monday is still in the week before.
    let hours = ReportCalendar.OffsetChange(since: .min, offset: -10 * 3_600_000)
    let west = ReportCalendar(timeZone: "West", changes: [hours])
    #expect(ReportEdition(of: Self.monday, west).end == Self.monday.adding(days: -7))
    #expect(west.firstNight(withOpenDay: Self.monday) == Self.monday.adding(days: 1))
    let midnight = Self.monday.start.milliseconds
    #expect(west.start(of: Self.monday) == midnight + 10 * 3_600_000)
    #expect(ReportCalendar.utc.start(of: Self.monday) == midnight)
  }

  private func counting(
    _ swipes: [Swipe], _ logs: [Log], totals: CatalogueTotals? = nil
  ) -> StudioCounting {
    StudioCounting(
      EventsByGame([EventTable(swipes), EventTable(logs)]), games: Self.games,
      night: Self.monday, totals: totals, workers: Workers(threads: 2))
  }

  private func hashes(_ swipes: [Swipe], _ logs: [Log]) -> [UInt64] {
    counting(swipes, logs).hashes(of: Array(Self.games.indices))
  }

  @Test func `a game's hash changes with each value of an event, and not with the order`() {
    let (swipes, logs) = (Self.world.swipes, Self.world.logs)
    let before = hashes(swipes, logs)
    #expect(hashes(swipes.reversed(), logs.reversed()) == before)
    let recent = Self.monday.adding(days: -3)
    let own = Swipe(user: "new", game: "g1", action: .like, day: recent, viewSeconds: 3)
    var changes = [own]
    for _ in 0..<7 { changes.append(own) }
    changes[1].user = "other"
    changes[2].action = .skip
    changes[3].day = recent.adding(days: 1)
    changes[4].viewSeconds = 4
    changes[5].position = 2
    changes[6].genres = [Genre.rpg.rawValue]
    changes[7].game = "g0"
    let added = changes.map { hashes(swipes + [$0], logs) }
    #expect(Set(added.map { $0[1] }).count == 8)
    #expect(added.prefix(7).allSatisfy { $0[0] == before[0] && $0[2] == before[2] })
    #expect(added[7][1] == before[1] && added[7][0] != before[0])
    var log = Log(user: "hash", game: "g1", type: .gameView, day: recent)
    let views = hashes(swipes, logs + [log])
    for change in [\Log.device, \.version, \.shop, \.surface, \.campaign] {
      log[keyPath: change] = "other"
      #expect(hashes(swipes, logs + [log])[1] != views[1])
    }
    // Events of open days do not count.
    #expect(
      hashes(swipes + [Swipe(user: "n", game: "g1", action: .like, day: Self.monday)], logs)
        == before)
  }

  @Test func `a player's first day is part of the hash of each game that the player saw`() {
    let (swipes, logs) = (Self.world.swipes, Self.world.logs)
    let recent = Swipe(
      user: "new", game: "g1", action: .like, day: Self.monday.adding(days: -3))
    let earlier = Swipe(
      user: "new", game: "g0", action: .like, day: Self.monday.adding(days: -30))
    let one = hashes(swipes + [recent], logs)
    let both = hashes(swipes + [recent, earlier], logs)
    #expect(one[1] != both[1] && one[2] == both[2])
  }

  @Test func `late events change the numbers of their own studio only`() throws {
    let (swipes, logs) = (Self.world.swipes, Self.world.logs)
    let before = counting(swipes, logs)
    // Players of the record, whose first days do not change.
    let late = swipes.filter { $0.game == "g1" }.suffix(40).map { swipe in
      var again = swipe
      again.action = .dislike
      again.viewSeconds = 1
      return again
    }
    let after = counting(swipes + late, logs, totals: before.totals)
    let again = counting(swipes + late, logs)
    func numbers(_ counting: StudioCounting, _ game: Int) -> StudioNumbers {
      counting.numbers(ofGames: [game], followers: nil)
    }
    let (mine, same) = (numbers(before, 0), numbers(after, 0))
    #expect(mine.studio == same.studio && mine.app == same.app && mine.days == same.days)
    #expect(mine.suggestions == same.suggestions && mine.findings == same.findings)
    // Other studios moved as before; the studio's own numbers have the late events.
    #expect(numbers(after, 1).app == numbers(before, 1).app)
    func counts(_ counting: StudioCounting) -> [[Int]] {
      numbers(counting, 1).studio.map { own in Measure.allCases.map { own.tally[$0] } }
    }
    #expect(counts(after) == counts(again) && counts(after) != counts(before))
    // Without the totals, the others' numbers would move too.
    #expect(numbers(again, 0).app != mine.app)
  }

  @Test func `design effects are those of the totals, for games and studios`() throws {
    let (swipes, logs) = (Self.world.swipes, Self.world.logs)
    let games = Self.games.map { game in
      var game = game
      game.developerId = ["g1", "g2"].contains(game.id) ? "several" : game.id
      return game
    }
    func counting(_ swipes: [Swipe], totals: CatalogueTotals? = nil) -> StudioCounting {
      StudioCounting(
        EventsByGame([EventTable(swipes), EventTable(logs)]), games: games, night: Self.monday,
        totals: totals, workers: Workers(threads: 2))
    }
    /// By scope: the studio, then each game, then all days.
    func effects(_ counting: StudioCounting, _ games: [Int]) -> [[Double]] {
      let own = counting.numbers(ofGames: games, followers: nil)
      return ([own.studio] + own.games.map(\.periods)).map { $0.map(\.tally.designEffect) }
        + [own.games.map(\.allTime.designEffect) + [own.allTime.designEffect]]
    }
    let before = counting(swipes)
    let gone = Set(swipes.map(\.user)).sorted().prefix(120)
    let kept = swipes.filter { !gone.contains($0.user) }
    let (after, again) = (counting(kept, totals: before.totals), counting(kept))
    let studios = [[0], [1, 2], [3]]
    for games in studios { #expect(effects(after, games) == effects(before, games)) }
    #expect(studios.contains { effects(again, $0) != effects(before, $0) })
    // A game that was added since has its own.
    let added = StudioCounting(
      EventsByGame([EventTable(swipes), EventTable(logs)]), games: Array(games.prefix(2)),
      night: Self.monday, workers: Workers(threads: 1))
    let late = counting(swipes, totals: added.totals)
    #expect(effects(late, [1, 2]) == effects(before, [1, 2]))
  }
}
