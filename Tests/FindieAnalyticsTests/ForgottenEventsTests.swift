import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Testing

/// Totals of reports after players were forgotten, compared with those before.
@Suite struct ForgottenEventsTests {
  private let workers = Workers(threads: 1)

  /// What is left of a world, and the number of the forgotten players' events.
  private func forgotten(
    _ world: StudioWorld, _ isForgotten: (Int) -> Bool
  ) -> (swipes: [Swipe], logs: [Log], events: ForgottenEvents) {
    func isGone(_ user: String) -> Bool { isForgotten(Int(user.dropFirst()) ?? 0) }
    var counts: [ForgottenEvents.Key: Int] = [:]
    let table = PositionTable(
      firstPositions: Self.buckets, effects: [], unavailableReason: "only buckets are needed")
    for swipe in world.swipes where isGone(swipe.user) {
      let key = ForgottenEvents.Key(
        game: swipe.game, day: swipe.day, reportDay: swipe.day, collection: .interactions,
        kind: swipe.action.code,
        position: swipe.action.isVerdict ? table.bucket(of: swipe.position) : nil)
      counts[key, default: 0] += 1
    }
    for log in world.logs where isGone(log.user) {
      let key = ForgottenEvents.Key(
        game: log.game, day: log.day, reportDay: log.day, collection: .analytics,
        kind: log.type.code, position: nil)
      counts[key, default: 0] += 1
    }
    var events = ForgottenEvents()
    events.add(counts)
    return (
      world.swipes.filter { !isGone($0.user) }, world.logs.filter { !isGone($0.user) }, events
    )
  }

  private static let buckets = [0, 3, 6]

  private func counting(
    _ swipes: [Swipe], _ logs: [Log], _ events: ForgottenEvents, _ world: StudioWorld, _ night: Day
  ) -> StudioCounting {
    var stored = EventsByGame([EventTable(swipes), EventTable(logs)])
    stored.forgotten = events
    var setting = StudioSetting()
    setting.positions = PositionTable(
      firstPositions: Self.buckets, effects: [1, 0.9, 0.7], unavailableReason: nil)
    return StudioCounting(
      stored, games: world.games, night: night, setting: setting, workers: workers)
  }

  /// All published numbers but those of players, cells and view times.
  private func totals(_ counting: StudioCounting, _ world: StudioWorld) -> [String] {
    let numbers = counting.numbers(ofGames: Array(world.games.indices), followers: nil)
    let scopes = [numbers.studio] + numbers.games.map(\.periods)
    return scopes.flatMap { periods in
      periods.map { own in
        "\(own.tally.counts) \(String(describing: own.before?.counts)) \(own.records[.interactions] ?? Tally()) "
          + "\(own.records[.analytics] ?? Tally()) \(String(describing: own.impressionsChange)) "
          + "\(String(describing: own.likeRateChange?.ratio)) \(estimate(own.adjustedRate)) "
          + "\(String(describing: own.standing?.shrunkLikeRate)) \(String(describing: own.share))"
      }
    } + numbers.games.map { "\($0.days) \($0.weeks.map(\.counts)) \($0.allTime.counts)" }
      + numbers.weeks.map { "\($0.tally.counts)" }
      + ["\(numbers.days) \(numbers.allTime.counts)"]
      + ["\(numbers.allTimeRange)"]
  }

  /// Without the interval, which depends on the players.
  private func estimate(_ rate: AdjustedRate?) -> String {
    if case .rate(let estimate, _, _, let cards)? = rate { return "\(estimate) \(cards)" }
    return "\(String(describing: rate))"
  }

  /// The totals of published breakdowns. A breakdown of which no event is left is not published.
  private func totalsOfBreakdowns(_ counting: StudioCounting, _ world: StudioWorld) -> [String:
    Tally]
  {
    let numbers = counting.numbers(ofGames: Array(world.games.indices), followers: nil)
    var totals: [String: Tally] = [:]
    for (scope, periods) in ([numbers.studio] + numbers.games.map(\.periods)).enumerated() {
      for (period, own) in periods.enumerated() {
        for cut in own.breakdowns {
          totals["\(scope) \(period) \(cut.cut) \(cut.source) \(cut.range)"] = cut.total
        }
      }
    }
    return totals
  }

  @Test(arguments: [1, 2, 3])
  func `no total changes, whatever part of the players is forgotten`(seed: UInt64) {
    let world = StudioWorld(seed: seed, games: 12, players: 120, events: 6000, spread: 2)
    let before = counting(world.swipes, world.logs, ForgottenEvents(), world, StudioWorld.night)
    let expected = totals(before, world)
    for part in [2, 3, 40] {
      let (swipes, logs, events) = forgotten(world) { $0 % part == 0 }
      #expect(!events.isEmpty)
      let after = counting(swipes, logs, events, world, StudioWorld.night)
      #expect(totals(after, world) == expected, "every \(part)th player")
      let cuts = totalsOfBreakdowns(after, world)
      let cutsBefore = totalsOfBreakdowns(before, world)
      #expect(!cuts.isEmpty && cuts.allSatisfy { cutsBefore[$0.key] == $0.value })
      // Without the counts they change.
      let bare = counting(swipes, logs, ForgottenEvents(), world, StudioWorld.night)
      #expect(totals(bare, world) != expected)
    }
  }

  /// With all players gone, a number of 0 players would tell that they were the only ones.
  @Test func `numbers of players are suppressed if all players are forgotten`() {
    let world = StudioWorld(seed: 4, games: 2, players: 60, events: 2000)
    let (swipes, logs, events) = forgotten(world) { _ in true }
    #expect(swipes.isEmpty && logs.isEmpty)
    let numbers = counting(swipes, logs, events, world, StudioWorld.night)
      .numbers(ofGames: [0, 1], followers: nil)
    for (period, own) in zip(numbers.periods, numbers.studio) where period.kind != .day {
      #expect(own.players == .suppressed)
      #expect(own.funnel.allSatisfy { $0 == .suppressed }, "\(own.funnel)")
      #expect(own.newPlayers == .suppressed || own.newPlayers == nil)
      #expect(own.playersSource != nil)
      #expect(own.breakdowns.allSatisfy { $0.cells.isEmpty })
    }
  }

  @Test func `totals over all days stay when days are merged`() {
    let world = StudioWorld(seed: 5, games: 4, players: 80, events: 4000)
    // More than two quarters later.
    let night = StudioWorld.night.adding(days: 400)
    let before = counting(world.swipes, world.logs, ForgottenEvents(), world, night)
    var (swipes, logs, events) = forgotten(world) { $0 % 3 == 0 }
    let first = ReportPeriod.firstDay(before: night)
    events.merge(before: first, tables: [EventTable(swipes), EventTable(logs)], .utc)
    #expect(events.counts.isEmpty && !events.sums.isEmpty)
    let after = counting(swipes, logs, events, world, night)
    #expect(totals(after, world) == totals(before, world))
    for game in world.games.indices {
      #expect(after.lastDay(of: [game]) == before.lastDay(of: [game]))
    }
    // Only what lies before the first day of a report is merged.
    (swipes, logs, events) = forgotten(world) { $0 % 3 == 0 }
    let all = events
    events.merge(
      before: ReportPeriod.firstDay(before: StudioWorld.night),
      tables: [EventTable(swipes), EventTable(logs)], .utc)
    #expect(events.counts.count < all.counts.count || events == all)
    #expect(
      totals(counting(swipes, logs, events, world, StudioWorld.night), world)
        == totals(
          counting(world.swipes, world.logs, ForgottenEvents(), world, StudioWorld.night), world))
  }

  @Test func `the team's totals by day do not change`() {
    let world = StudioWorld(seed: 6, games: 4, players: 80, events: 4000)
    func activity(_ swipes: [Swipe], _ logs: [Log]) -> Activity {
      Activity(
        interactions: EventTable(swipes), analytics: EventTable(logs), games: world.games,
        night: StudioWorld.night, workers: workers)
    }
    let before = activity(world.swipes, world.logs)
    let (swipes, logs, events) = forgotten(world) { $0 % 2 == 0 }
    let after = activity(swipes, logs).adding(events)
    let range = before.wholeRange
    #expect(after.wholeRange == range)
    for id in world.games.map(\.id) {
      guard let old = before.index(of: id), let new = after.index(of: id) else { continue }
      #expect(after.series(of: [new], over: range) == before.series(of: [old], over: range))
    }
    #expect(
      after.series(of: Array(after.gameIds.indices), over: range)
        == before.series(of: Array(before.gameIds.indices), over: range))
    let players = after.teamKPIs(over: range, users: []).activePlayers
    #expect(players < before.teamKPIs(over: range, users: []).activePlayers)
  }

  @Test func `rounded totals are multiples of k, and so are the counts of rates`() {
    let world = StudioWorld(seed: 7, games: 4, players: 150, events: 6000)
    var setting = StudioSetting()
    setting.totals = .rounded
    setting.positions = PositionTable(
      firstPositions: Self.buckets, effects: [1, 0.9, 0.7], unavailableReason: nil)
    let numbers = world.counting(setting).numbers(ofGames: [0, 1, 2, 3], followers: nil)
    let exact = world.counting().numbers(ofGames: [0, 1, 2, 3], followers: nil)
    let all = numbers.studio + numbers.games.flatMap(\.periods)
    let tallies =
      all.flatMap { [$0.tally, $0.before ?? Tally()] + $0.records.values }
      + all.flatMap { $0.breakdowns.map(\.total) } + numbers.days + numbers.weeks.map(\.tally)
      + numbers.games.flatMap { $0.days + $0.weeks + [$0.allTime] } + [numbers.allTime]
    #expect(tallies.count > 500)
    for tally in tallies { #expect(Measure.allCases.allSatisfy { tally[$0] % 10 == 0 }) }
    for (own, other) in zip(numbers.studio, exact.studio) {
      for measure in Measure.allCases {
        #expect(own.tally[measure] == other.tally[measure] / 10 * 10)
      }
      #expect(own.players == other.players)
    }
    for own in all {
      for rate in Rate.allCases {
        guard let rate = own.rate(rate) else { continue }
        #expect(rate.successes % 10 == 0 && rate.trials % 10 == 0)
      }
      if case .rate(_, _, _, let cards)? = own.adjustedRate { #expect(cards % 10 == 0) }
    }
  }
}
