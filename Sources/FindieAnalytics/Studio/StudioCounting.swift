package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// Counts for all studios' reports of a run: all games are counted once, then each studio's numbers
/// derived.
///
/// ```swift
/// let counting = StudioCounting(events, games: games, night: day, workers: workers)
/// counting.numbers(ofGames: [0, 5], followers: nil).studio[0].tally[.likes]
/// ```
///
/// - Complexity: O(events) once, O(n log n) in a studio's events for its numbers.
package struct StudioCounting: Sendable {
  package let night: Day
  package let setting: StudioSetting
  /// From the first day with an event to the last complete day.
  package let allTime: DayRange

  /// The number of events that forgotten players had.
  package let forgotten: ForgottenEvents

  private let stored: EventsByGame
  private let events: [ReportEvents]
  private let workers: Workers
  private let forgottenRows: ForgottenRows
  private let times: ReportTimes
  private let games: [Game]
  private let catalogue: Vocabulary
  private let comparisons: PeriodComparisons
  /// By period.
  private let cohorts: [CohortTable]
  /// Of all games.
  package let totals: CatalogueTotals
  /// By game of the catalogue: its index in the totals; nil for a game that was added since.
  private let counted: [Int?]
  /// By developer id: the studios of several games in the totals.
  private let countedStudios: [ExactText: Int]
  /// By game: the number of the last complete day with an event; -1 without events.
  private let lastDays: [Int]

  /// - Parameters:
  ///   - stored: the events before the run's as-of day.
  ///   - games: the catalogue; ids are distinct.
  ///   - counted: the totals of the same weeks, counted before; nil to count them.
  package init(
    _ stored: EventsByGame, games: [Game], night: Day,
    setting: StudioSetting = StudioSetting(), totals counted: CatalogueTotals? = nil,
    workers: Workers
  ) {
    self.night = night
    self.setting = setting
    self.stored = stored
    self.workers = workers
    self.games = games
    let times = ReportTimes(
      stored.days, adding: ForgottenRows.days(of: stored.forgotten), on: setting.calendar,
      night: night)
    self.times = times
    let (gameIndices, catalogue) = stored.indices(of: games)
    let events = workers.map(EventSource.allCases.count) { position in
      ReportEvents(
        stored, of: EventSource.allCases[position], games: gameIndices,
        catalogue: catalogue.count, in: times)
    }
    let last = times.listed.last
    let first = min(
      events.compactMap { $0.firstDays.min() }.min() ?? .max,
      stored.forgotten.firstDay.map { $0 <= last ? $0.daysSinceEpoch : .max } ?? .max)
    forgotten = stored.forgotten
    let forgottenRows = ForgottenRows(stored.forgotten, times.days) { id in
      catalogue.existingCode(of: id).map { Int($0) }
    }
    self.forgottenRows = forgottenRows
    self.catalogue = catalogue
    self.events = events
    let firstDay = min(first == .max ? last : Day(daysSinceEpoch: first), last)
    let totals =
      counted
      ?? CatalogueTotals(
        of: games, in: events, stored, forgotten: forgottenRows, times: times, since: firstDay,
        setting: setting, workers)
    self.totals = totals
    allTime = DayRange(first: totals.firstDay, last: last)
    var indices = [Int?](repeating: nil, count: games.count)
    for (index, game) in totals.games.enumerated() {
      if let own = catalogue.existingCode(of: game.id) { indices[Int(own)] = index }
    }
    self.counted = indices
    countedStudios = totals.studioIndices
    let chunks = Workers.ranges(of: games.count, size: 256)
    lastDays = workers.map(chunks.count) { chunk in
      var numbers: [UInt32] = []
      return chunks[chunk].map { game in
        events.reduce(forgottenRows.lastDay(of: game, times.days)) {
          max($0, $1.lastDay(of: game, &numbers))
        }
      }
    }.flatMap(\.self)
    comparisons = PeriodComparisons(
      totals.days.map { $0[.impressions] }, in: times, since: allTime.first)
    cohorts = workers.map(times.periods.count) { period in
      CohortTable(
        totals.arrays.reaches[period], games: totals.games, on: times.periods[period].range.last,
        setting.suppression)
    }
    release()
  }

  /// Releases the memory of days that were read; call it between studios.
  package func release() { for record in events { record.release() } }

  /// The index of a game; nil for a game that is not in the catalogue.
  package func index(of gameId: String) -> Int? {
    catalogue.existingCode(of: gameId).map { Int($0) }
  }

  /// Whether the totals of a game's events are those of the catalogue's totals. A deleted player
  /// does not change them.
  package func isCounted(_ game: Int) -> Bool {
    counted[game].map { index in
      totals.areEqual(
        to: CatalogueCounts(
          of: game..<game + 1, games: games, in: events, forgotten: forgottenRows, times: times,
          setting: setting), ofGame: index)
    } ?? true
  }

  /// The hashes of the events of some games.
  package func hashes(of games: [Int]) -> [UInt64] {
    defer { release() }
    return GameHashes(events, stored, forgotten: forgottenRows, times.days)
      .hashes(of: games, in: events, workers)
  }

  package var periods: [ReportPeriod] { times.periods }
  /// The days that reports list one by one, if `openDay` is the first day that is not complete.
  package static func listedDays(before openDay: Day) -> DayRange {
    ReportTimes.listed(before: openDay)
  }

  /// The days that reports list one by one.
  package var dayRange: DayRange { times.listed }

  /// The published numbers of some games, and of all of them together.
  ///
  /// - Parameters:
  ///   - indices: distinct indices in the catalogue: all games of one studio.
  ///   - followers: from the studio's record.
  ///   - recorded: the measures that the data has events of; no rate of others is published.
  ///   - occasions: the price drops and annotations to compare the days around.
  package func numbers(
    ofGames indices: [Int], followers: Int?, recorded: Set<Measure> = Set(Measure.allCases),
    occasions: Occasions = Occasions()
  ) -> StudioNumbers {
    let suppression = setting.suppression
    let (counts, people) = counts(of: indices)
    var all = counts.first ?? ScopeCounts(in: times)
    if counts.count != 1 {
      all = ScopeCounts(in: times)
      for count in counts { all.add(count) }
      let studio = indices.first.flatMap { countedStudios[ExactText(games[$0].developerId)] }
      countPeople(
        people, of: Array(indices.indices), in: &all,
        effects: studio.map { totals.designEffects(ofStudio: $0) }
      ) { $0.all }
    }
    let cuts = StudioCuts(people, in: events, weeks: times.weeks, suppression)
    let hasLikeRate = Rate.likeRate.isRecorded(in: recorded)
    let since = resting(indices)
    let openDay = setting.calendar.firstOpenDay(of: since ?? night)
    let periods = ReportPeriod.all(before: openDay)
    let listedDays = ReportTimes.listed(before: openDay)
    // The days that an earlier run lists have no events.
    func days(_ counts: ScopeCounts) -> [Tally] {
      since == nil
        ? setting.published(counts.days) : [Tally](repeating: Tally(), count: listedDays.count)
    }
    func weekTallies(_ counts: ScopeCounts) -> [Tally] {
      counts.tallies.suffix(ReportPeriod.weeks).map(setting.published)
    }
    let own = indices.compactMap { counted[$0] }
    let others = zip(totals.days, totals.days(of: own)).map { $0 - $1 }
    let app = periods.indices.map { period in
      since == nil ? self.app(period, without: own, others, recorded) : nil
    }
    func number(
      _ counts: ScopeCounts, _ breakdowns: [Breakdown], _ period: Int, game: Int?
    ) -> PeriodNumbers {
      PeriodNumbers(
        of: counts, setting: setting, recorded: recorded, in: periods[period], period: period,
        since: allTime.first,
        comparison: comparisons.of(
          period, periods[period].kind == .day ? days(counts) : weekTallies(counts)),
        app: app[period],
        breakdowns: breakdowns,
        standing: game.flatMap { game in
          hasLikeRate
            ? cohorts[period].standing(
              of: Cohort(
                PeerGame(games[game]), on: periods[period].range.last,
                impressions: setting.published(counts.tallies[period])[.impressions]),
              setting.published(counts.tallies[period])) : nil
        },
        share: game.flatMap { _ in
          Proportion(
            setting.published(counts.tallies[period])[.impressions],
            of: setting.published(all.tallies[period])[.impressions])
        }, isGame: game != nil)
    }
    let breakdowns = cuts.breakdowns(ofGames: indices.count, in: periods.indices)
    let published = indices.indices.map { position in
      GameNumbers(
        periods: periods.indices.map {
          number(counts[position], breakdowns.games[position][$0], $0, game: indices[position])
        }, days: days(counts[position]),
        weeks: weekTallies(counts[position]),
        allTime: setting.published(counts[position].allTime))
    }
    let studio = periods.indices.map { number(all, breakdowns.studio[$0], $0, game: nil) }
    let movers = periods.indices.map { period in Movers(published.map { $0.periods[period] }) }
    let allDays = days(all)
    let lastDay = lastDay(of: indices)
    return StudioNumbers(
      night: since ?? night, timeZone: setting.calendar.timeZone,
      minimumPlayers: suppression.minimumPlayers, totals: setting.totals,
      periods: periods,
      app: app,
      studio: studio, games: published,
      days: allDays, allTime: setting.published(all.allTime),
      allTimeRange: DayRange(first: allTime.first, last: listedDays.last),
      weeks: ReportPeriod.weeks(before: openDay).enumerated().map { week, range in
        WeekNumbers(of: all, setting: setting, range: range, week: week, since: allTime.first)
      },
      dayRange: listedDays,
      impacts: since == nil
        ? impacts(
          occasions.all(of: indices.map { games[$0] }), published.map(\.days),
          together: allDays, others: others)
        : [],
      wishCohorts: since == nil && recorded.isSuperset(of: [.wishlistAdds, .externalClicks])
        ? WishCohort.all(of: people, counts: all, in: times, suppression) : [],
      positionsUnavailable: setting.positions.unavailableReason,
      followers: followers.map { suppression.published($0, hasEvents: true) },
      movers: movers,
      findings: periods.indices.map { period in
        Finding.all(
          studio[period], published.map { $0.periods[period] }, movers[period],
          ever: setting.published(all.allTime),
          daysSinceLastEvent: lastDay.map { listedDays.last.days(since: $0) })
      },
      suggestions: periods.indices.map { period in
        let hasTags = [.last4Weeks, .last13Weeks].contains(periods[period].kind)
        let tags = indices.map { game in
          hasTags ? self.counted[game].map { totals.tags[$0] } ?? .none : .none
        }
        return SuggestionSources(
          numbers: published.map { $0.periods[period] }, games: indices.map { games[$0] },
          hasClicks: recorded.contains(.externalClicks) && totals.hasLinks[period],
          tags: tags, cohorts: cohorts[period]
        ).all
      }, launchPeers: since == nil ? totals.launches : nil)
  }

  /// What changed from some occasions; nothing of an app without `AppNumbers`.
  ///
  /// - Parameters:
  ///   - games: by game of the studio: the published totals of the listed days.
  ///   - all: the totals of all of them together.
  ///   - others: those of all other games of the app.
  private func impacts(
    _ occasions: [Occasion], _ games: [[Tally]], together all: [Tally], others: [Tally]
  ) -> [Impact] {
    // Sums of rounded days say little about their weeks.
    guard setting.totals == .exact,
      let period = periods.firstIndex(where: { $0.kind == .last13Weeks }),
      totals.studios[period] >= AppNumbers.minimumStudios
    else { return [] }
    return Impact.all(
      of: occasions, games, together: all,
      others: others, listed: dayRange,
      since: allTime.first)
  }

  /// The movement of all games of the app but those of a studio, in a period of the current run.
  ///
  /// - Parameters:
  ///   - games: indices in the totals.
  ///   - days: the other games' counts on the listed days.
  private func app(
    _ period: Int, without games: [Int], _ days: [Tally], _ recorded: Set<Measure>
  ) -> AppNumbers? {
    let before = period + periods.count
    func others(_ range: Int) -> Tally {
      totals.others(without: games, in: range, setting.published)
    }
    return AppNumbers(
      others(period), exposure: comparisons.exposures[period],
      since: allTime.first <= periods[period].before.first ? others(before) : nil,
      exposureBefore: comparisons.exposures[before],
      weeks: (0..<ReportPeriod.weeks).map { week in
        days[7 * week..<7 * week + 7].reduce(0) { $0 + $1[.impressions] }
      }, studios: totals.studios[period], recorded)
  }

  /// The first run since which the numbers of some games have not changed: the first with none of
  /// their events in its periods and the periods before them. Nil if the current run has one there,
  /// and without any event.
  private func resting(_ games: [Int]) -> Day? {
    let span = times.segments.span
    guard let last = lastDay(of: games), last < span.first else { return nil }
    // The first day of all periods never goes back from one day to the next.
    let days = (1..<span.last.adding(days: 1).days(since: last)).partitionPoint { days in
      ReportPeriod.all(before: last.adding(days: days)).contains { $0.before.first <= last }
    }
    return firstNight(withOpenDay: last.adding(days: days))
  }

  /// The last complete day with an event of some games; nil without events.
  package func lastDay(of games: [Int]) -> Day? {
    games.map { lastDays[$0] }.max().flatMap { $0 >= 0 ? times.days.days[$0] : nil }
  }

  private func firstNight(withOpenDay day: Day) -> Day {
    min(setting.calendar.firstNight(withOpenDay: day), night)
  }

  /// Counts each game and, for each record, its players.
  private func counts(of games: [Int]) -> (games: [ScopeCounts], people: [StudioPeople]) {
    var rows = events.map { $0.noRows(of: games) }
    var kinds = KindCounts(days: times.days.days.count)
    let none = ScopeCounts(in: times)
    var counts = games.enumerated().map { position, game in
      for (record, own) in events.enumerated() {
        own.append(game, to: &rows[record], counting: &kinds)
        rows[record].endGame()
      }
      forgottenRows.add(game, to: &kinds)
      for record in events.indices where events[record].source == .analytics {
        rows[record].markViews(position) { kinds.hasMoreViews(on: Int($0)) }
      }
      // It shares the arrays that stay empty.
      var counts = none
      counts.add(&kinds, in: times)
      // Events of days that no report shows.
      if let index = counted[game] {
        counts.allTime += totals.earlier[index]
      } else {
        forgottenRows.add(game, toTotal: &counts.allTime)
      }
      return counts
    }
    let people = zip(rows, events).map { rows, events in
      StudioPeople(rows, firstDays: events.firstDays, in: times)
    }
    for position in counts.indices {
      countPeople(
        people, of: [position], in: &counts[position],
        effects: counted[games[position]].map { totals.designEffects(ofGame: $0) }
      ) { $0.games[position] }
      for own in people where own.studio.rows.source == .interactions {
        counts[position].addPositions(
          own.studio.rows.games[position], in: own.studio, segments: times.segments,
          table: setting.positions
        ) { cards in
          forgottenRows.addCards(
            games[position], to: &cards, times.days.segments,
            buckets: setting.positions.firstPositions.count)
        }
      }
    }
    return (counts, people)
  }

  /// Counts the players of some games, and their view times.
  ///
  /// - Parameter effects: the recorded design effects; nil for games that were added since.
  private func countPeople(
    _ people: [StudioPeople], of games: [Int], in counts: inout ScopeCounts,
    effects: ArraySlice<UInt16>?, _ rows: (StudioPeople) -> RowsByPlayer
  ) {
    let own = people.map {
      PlayerCounts(rows($0), in: $0.studio, isNew: $0.isNew, times.segments)
    }
    counts.setDesignEffects(
      effects
        ?? DesignEffects.quarters(of: own.map(\.cards), times.segments, setting.suppression)[...])
    // Interactions are the first of the records.
    counts.players = PlayerCounts(
      own[0], own[1], records: counts.records, setting.suppression)
    counts.viewTimes = ViewTime.all(
      of: games, in: people[0].studio, players: own[0].viewers, times.segments,
      setting.suppression)
  }
}
