package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// The numbers of all studios' reports of a night: counted once for all games, told studio by studio.
///
/// ```swift
/// let counting = StudioCounting(
///   interactions: interactions, analytics: analytics, games: games, users: users, night: day,
///   setting: StudioSetting(), workers: workers)
/// counting.numbers(ofGames: [0, 5], followers: nil).studio[0].tally[.likes]
/// ```
///
/// - Complexity: O(events) once, O(n log n) in a studio's events for its numbers.
package struct StudioCounting: Sendable {
  package let night: Day
  package let setting: StudioSetting
  package let periods: [ReportPeriod]
  /// The 90 days of the longest period, of which each day is told.
  package let dayRange: DayRange

  private let events: [ReportEvents]
  private let segments: PeriodSegments
  private let nesting: PlayerNesting
  private let games: [Game]
  private let indices: [ExactText: Int]
  /// What the catalogue's weekdays let expect of each range.
  private let exposures: [Double]
  /// By period.
  private let cohorts: [CohortTable]

  /// - Parameter games: the catalogue; ids are distinct.
  package init(
    interactions: EventTable, analytics: EventTable, games: [Game], users: [User], night: Day,
    setting: StudioSetting = StudioSetting(), workers: Workers
  ) {
    self.night = night
    self.setting = setting
    self.games = games
    let openDay = setting.calendar.firstOpenDay(of: night)
    let periods = ReportPeriod.all(before: openDay)
    let segments = PeriodSegments(periods)
    dayRange = DayRange(lastDays: 90, before: openDay)
    indices = Dictionary(
      uniqueKeysWithValues: games.indices.map { (ExactText(games[$0].id), $0) })
    let indices = indices
    let events = workers.map(2) { part in
      ReportEvents(
        part == 0 ? interactions : analytics, EventSource.allCases[part], indices: indices,
        span: segments.span, calendar: setting.calendar, users: users)
    }
    self.periods = periods
    self.segments = segments
    nesting = PlayerNesting(segments.ranges)
    self.events = events

    let chunks = Workers.ranges(of: games.count, size: 256)
    let parts = workers.map(chunks.count) { chunk in
      CatalogueCounts(chunks[chunk], in: events, segments, periods, games: games)
    }
    let days = parts.reduce(into: [Int](repeating: 0, count: segments.span.count)) { sums, part in
      for day in sums.indices { sums[day] += part.impressionsByDay[day] }
    }
    exposures = Self.exposures(days, dayRange, segments)
    cohorts = periods.indices.map { period in CohortTable(parts.flatMap { $0.reaches[period] }) }
  }

  /// The index of a game; nil for one that the catalogue lacks.
  package func index(of gameId: String) -> Int? { indices[ExactText(gameId)] }

  /// Each range's days, weighed by their weekdays, as the catalogue's impressions of 90 days tell.
  ///
  /// The prior is 100 impressions: on fewer, all days are about alike.
  private static func exposures(
    _ impressions: [Int], _ days: DayRange, _ segments: PeriodSegments
  ) -> [Double] {
    let rhythm = WeekdayRhythm(
      days.days.map { day in
        (day, Double(impressions[day.days(since: segments.span.first)]))
      }, prior: 100)
    return segments.ranges.map { $0.days.reduce(0) { $0 + rhythm.factor(of: $1) } }
  }

  /// What is told of some games, and of them together.
  ///
  /// - Parameters:
  ///   - indices: distinct places in the catalogue: all games of one studio.
  ///   - followers: as the studio's record says.
  package func numbers(ofGames indices: [Int], followers: Int?) -> StudioNumbers {
    let withholding = setting.withholding
    let counts = indices.map { game in
      var counts = ScopeCounts(days: segments.span.count, ranges: segments.ranges.count)
      counts.addEvents(of: game, in: events, segments, setting.positions)
      counts.countPeople(of: [game], in: events, segments, withholding)
      return counts
    }
    var all = ScopeCounts(days: segments.span.count, ranges: segments.ranges.count)
    for count in counts { all.add(count) }
    if indices.count == 1 {
      all = counts[0]
    } else {
      all.countPeople(of: indices, in: events, segments, withholding)
    }
    let tellings = withholding.tellings(
      studio: all.players, games: counts.map(\.players), nesting)
    let cuts = StudioCuts(of: indices, in: events, segments, withholding)
    func number(
      _ counts: ScopeCounts, _ telling: PlayerTelling, _ told: [[ToldCut]], _ period: Int,
      game: Int?
    ) -> PeriodNumbers {
      PeriodNumbers(
        counts, telling, setting, period: period, periods: periods.count, exposures: exposures,
        breakdowns: told.compactMap { scopes in
          guard let first = scopes.first?.counts else { return nil }
          let record = counts.records[first.source]?[period] ?? Tally()
          return Breakdown(
            scopes, range: period, mask: segments.masks[period],
            total: first.cut == .shop ? record.only(.externalClicks) : record)
        },
        standing: game.flatMap { game in
          cohorts[period].standing(
            of: Cohort(
              games[game], on: periods[period].range.last,
              impressions: counts.tallies[period][.impressions]),
            counts.tallies[period], withholding)
        },
        share: game.flatMap { _ in
          Proportion(
            counts.tallies[period][.impressions], of: all.tallies[period][.impressions])
        }, isGame: game != nil)
    }
    let days = dayRange.first.days(since: segments.span.first)..<segments.span.count
    let told = indices.indices.map { place in
      GameNumbers(
        game: indices[place],
        periods: periods.indices.map {
          number(counts[place], tellings.games[place], cuts.ofGame(place), $0, game: indices[place])
        }, days: Array(counts[place].days[days]))
    }
    let studio = periods.indices.map {
      number(all, tellings.studio, cuts.ofStudio, $0, game: nil)
    }
    let movers = periods.indices.map { period in
      Movers(told.map { $0.periods[period].impressionsChange })
    }
    return StudioNumbers(
      timeZone: setting.calendar.timeZone, withheldBelow: withholding.playersToTell,
      periods: periods, studio: studio, games: told, days: Array(all.days[days]),
      dayRange: dayRange, followers: followers, movers: movers,
      findings: periods.indices.map { period in
        Finding.all(studio[period], told.map { $0.periods[period] }, movers[period])
      })
  }
}

/// How studios are told.
package struct StudioSetting: Sendable {
  package var withholding = Withholding()
  package var calendar = ReportCalendar.utc
  package var positions = PositionTable.refused("positions were not looked at")

  package init() {}
}
