package import FindieDomain

/// The published numbers of one game, or of all games of a studio, in one period.
///
/// No player is named. Numbers of players are rounded down to multiples of k, or suppressed; those
/// of `day` are nil, since only totals of events are published of a single day.
package struct PeriodNumbers: Sendable, Equatable {
  /// The measures that the data has events of.
  package let recorded: Set<Measure>
  package let tally: Tally
  /// The period before; nil if the recorded data does not reach back to its first day.
  package let before: Tally?
  /// The counts of each record; `tally` takes each game and day from one of them.
  package let records: [EventSource: Tally]

  package let players: PlayerCount?
  /// Also nil where `before` is.
  package let playersBefore: PlayerCount?
  /// The record that the players are counted from; nil without players.
  package let playersSource: EventSource?
  /// The same for the period before.
  package let playersSourceBefore: EventSource?
  /// New and returning players are also nil if nothing was recorded before the period, since all
  /// would be new.
  package let newPlayers: PlayerCount?
  package let returningPlayers: PlayerCount?
  /// Players who reached each step: card, details, wishlist, shop. Without the last step if they
  /// are counted from swipes, which have no shop clicks. Empty for a day.
  package let funnel: [PlayerCount]

  /// Nil if fewer than k players have a timed view, and for a day.
  package let viewTime: ViewTime?
  package let breakdowns: [Breakdown]

  /// The change in impressions.
  package let impressionsChange: Change?
  package let likeRateChange: Change?
  /// What changes of counts are computed from; nil where `before` is.
  let comparison: PeriodComparison?

  /// Nil also if a period has fewer than `Change.minimumCount` impressions.
  package var shownImpressionsChange: Change? {
    let counts = [tally, before ?? Tally()].map { $0[.impressions] }
    return counts.allSatisfy { $0 >= Change.minimumCount } ? impressionsChange : nil
  }

  /// The change of a count per day, adjusted for the weekdays of the catalogue; nil if it is not
  /// known how much the count varies.
  package func change(of measure: Measure) -> Change? {
    before.flatMap { comparison?.change(of: measure, tally, since: $0) }
  }

  /// The change of the number of players, who vary relatively at most as much as their impressions.
  ///
  /// Nil if the periods have different lengths, since players of more days are more but not in
  /// proportion, and if they are counted from different records.
  package var playersChange: Change? {
    guard let before, let now = players?.count, let past = playersBefore?.count, let comparison,
      comparison.hasEqualLengths, playersSource == playersSourceBefore
    else { return nil }
    return Change(
      of: now, since: past, comparison.dispersion(of: .impressions),
      of: (tally[.impressions], before[.impressions]))
  }

  /// Whether the period before has as many days.
  package var hasEqualLengths: Bool { comparison?.hasEqualLengths ?? true }

  /// Nil for a studio, and if the data has no likes.
  package let adjustedRate: AdjustedRate?
  /// Nil for a studio, if there are too few games, and if the data has no likes.
  package let standing: Standing?
  /// The game's share of the studio's impressions; nil without impressions.
  package let share: Proportion?

  package var isEmpty: Bool { tally.isEmpty && (before?.isEmpty ?? true) }

  /// Nil also if the data does not record the rate.
  package func rate(_ rate: Rate) -> Proportion? { tally.rate(rate, in: recorded) }
}

/// How much of a period the data covers.
package enum Coverage: String, Sendable {
  /// The period ended before the data's first day.
  case none
  /// The period began before the data's first day.
  case partial
  case whole
}

extension StudioNumbers {
  package func coverage(of period: ReportPeriod) -> Coverage {
    let first = allTimeRange.first
    return period.range.last < first ? .none : period.range.first < first ? .partial : .whole
  }
}

/// All published numbers of one game.
package struct GameNumbers: Sendable {
  /// In the order of `StudioNumbers.periods`.
  package let periods: [PeriodNumbers]
  /// One per day of `StudioNumbers.dayRange`.
  package let days: [Tally]
  /// The last 13 complete weeks, oldest first; also for an inactive game.
  package let weeks: [Tally]
  /// Over all complete days.
  package let allTime: Tally
}

/// All published numbers of a studio.
package struct StudioNumbers: Sendable {
  /// The run that the numbers are from: the current run or, for games whose last event is before
  /// all periods, the earlier run since which the numbers have not changed.
  package let night: Day
  /// The time zone of the days.
  package let timeZone: String
  /// k: groups of fewer players are suppressed.
  package let minimumPlayers: Int
  package let totals: ReportParameters.Totals
  package let periods: [ReportPeriod]
  /// By period; nil for games whose numbers are from an earlier run.
  package let app: [AppNumbers?]
  /// All games together, by period.
  package let studio: [PeriodNumbers]
  /// In the order of the requested games.
  package let games: [GameNumbers]
  /// One per day of `dayRange`.
  package let days: [Tally]
  /// All games together, over all complete days.
  package let allTime: Tally
  /// The complete days, from the first with an event of any game.
  package let allTimeRange: DayRange
  /// The last 13 complete weeks, oldest first.
  package let weeks: [WeekNumbers]
  /// From the first day of the last 13 complete weeks to the last complete day: 91 to 97 days.
  package let dayRange: DayRange
  /// What changed from releases, price drops and annotations, by day.
  package let impacts: [Impact]
  /// The last 13 complete weeks, oldest first; empty if no number of players can be shown.
  package let wishCohorts: [WishCohort]
  /// Why like rates cannot be adjusted for position; nil if some can.
  package let positionsUnavailable: String?
  /// Players who follow the studio; nil if its record has no number.
  package let followers: PlayerCount?
  /// By period: the games with the largest changes, as indices in `games`.
  package let movers: [Movers]
  /// By period: the findings that sentences are made of.
  package let findings: [[Finding]]
  /// By period: at most three suggestions.
  package let suggestions: [[Suggestion]]
}

/// The games whose impressions rose or fell, of all games of a studio.
///
/// Of many games some change by chance. So on average at most 5 % of the changed games did not
/// change, and at most 5 % of their intervals miss the truth (`FalseDiscoveries`).
package struct Movers: Sendable, Equatable {
  /// The changes of those that changed, by index.
  package let changes: [Int: Change]
  /// The game with the largest rise. Nil if no game with a published number of players rose: with
  /// few players, one of them may cause the rise.
  package let best: Int?
  /// The game with the largest fall.
  package let worst: Int?

  init(_ games: [PeriodNumbers]) {
    let tested = games.enumerated().compactMap { index, game in
      game.shownImpressionsChange.map { (index: index, change: $0) }
    }
    let found = FalseDiscoveries.findings(in: tested.map(\.change.probability), rate: 0.05)
    let level = FalseDiscoveries.level(ofSelected: found.count, of: tested.count, rate: 0.05)
    let moved = found.map {
      (index: tested[$0].index, change: tested[$0].change.missing(withProbability: level))
    }
    changes = Dictionary(uniqueKeysWithValues: moved.map { ($0.index, $0.change) })
    best =
      moved.filter { $0.change.ratio > 1 && games[$0.index].players?.count != nil }
      .max { ($0.change.ratio, -$0.index) < ($1.change.ratio, -$1.index) }?.index
    worst =
      moved.filter { $0.change.ratio < 1 }
      .min { ($0.change.ratio, $0.index) < ($1.change.ratio, $1.index) }?.index
  }
}

extension PeriodNumbers {
  /// The published numbers of one game's or studio's counts in a period.
  ///
  /// - Parameters:
  ///   - period: its index.
  ///   - first: the first recorded day.
  init(
    _ counts: ScopeCounts, _ setting: StudioSetting, _ recorded: Set<Measure>,
    _ report: ReportPeriod, period: Int, since first: Day, comparison: PeriodComparison,
    breakdowns: [Breakdown], standing: Standing?, share: Proportion?, isGame: Bool
  ) {
    let before = period + ReportPeriod.Kind.allCases.count
    let suppression = setting.suppression
    let (people, tellsPlayers) = (counts.players, report.kind != .day)
    self.recorded = recorded
    tally = setting.published(counts.tallies[period])
    self.before =
      first <= report.before.first ? setting.published(counts.tallies[before]) : nil
    records = counts.records.mapValues { setting.published($0[period]) }
    let source = people.sources[period]
    // Of the record that players are counted from.
    let events = source.flatMap { counts.records[$0]?[period] } ?? Tally()
    players =
      tellsPlayers
      ? suppression.published(people[period, .all], hasEvents: !events.isEmpty) : nil
    playersBefore =
      tellsPlayers && self.before != nil
      ? suppression.published(people[before, .all], hasEvents: people.sources[before] != nil) : nil
    playersSource = tellsPlayers ? source : nil
    playersSourceBefore = tellsPlayers ? people.sources[before] : nil
    let parts =
      tellsPlayers && first < report.range.first
      ? suppression.published(
        new: people[period, .new], returning: people[period, .returning],
        hasEvents: !events.isEmpty) : nil
    newPlayers = parts?.new
    returningPlayers = parts?.returning
    // Swipe records have no shop clicks. A player who reached a step has events of it or a later
    // one.
    let steps: [(group: PlayerGroup, hasEvents: Bool)] = [
      (.all, !events.isEmpty),
      (.details, events[.detailOpens] + events[.wishlistAdds] + events[.externalClicks] > 0),
      (.wishlist, events[.wishlistAdds] + events[.externalClicks] > 0),
      (.shop, events[.externalClicks] > 0),
    ]
    funnel =
      tellsPlayers
      ? steps.prefix(playersSource == .interactions ? 3 : 4).map {
        suppression.published(people[period, $0.group], hasEvents: $0.hasEvents)
      } : []
    viewTime = tellsPlayers ? counts.viewTimes[period] : nil
    let (records, now) = (records, tally)
    self.breakdowns = breakdowns.compactMap { breakdown in
      let events = counts.records[breakdown.source]?[period] ?? Tally()
      let own = breakdown.of(events, effect: now.designEffect)
      return own.total.isEmpty
        ? nil : own.of(records[breakdown.source] ?? Tally(), effect: now.designEffect)
    }
    self.comparison = self.before.map { _ in comparison }
    impressionsChange = self.before.flatMap {
      comparison.change(of: .impressions, now, since: $0)
    }
    likeRateChange = Change(
      of: tally.rate(.likeRate, in: recorded),
      since: self.before?.rate(.likeRate, in: recorded))
    adjustedRate =
      isGame && Rate.likeRate.isRecorded(in: recorded)
      ? counts.positions.rate(in: period, effect: tally.designEffect, setting) : nil
    self.standing = standing
    self.share = share
  }
}

extension WeekNumbers {
  /// - Parameters:
  ///   - week: of the last 13 complete weeks, its index.
  ///   - first: the first recorded day.
  init(
    _ counts: ScopeCounts, _ setting: StudioSetting, _ range: DayRange, week: Int,
    since first: Day
  ) {
    let index = 2 * ReportPeriod.Kind.allCases.count + week
    self.range = range
    tally = setting.published(counts.tallies[index])
    let parts =
      first < range.first
      ? setting.suppression.published(
        new: counts.players[index, .new], returning: counts.players[index, .returning],
        hasEvents: counts.players.sources[index] != nil) : nil
    newPlayers = parts?.new
    returningPlayers = parts?.returning
  }
}

/// The published numbers of all games of a studio in one of the last 13 complete ISO weeks.
package struct WeekNumbers: Sendable, Equatable {
  package let range: DayRange
  package let tally: Tally
  /// Players whose first day in the record, with any game, is in the week; nil if nothing was
  /// recorded before.
  package let newPlayers: PlayerCount?
  /// Players who were active before the week; nil like `newPlayers`.
  package let returningPlayers: PlayerCount?

  /// Such as `2016-W37`.
  package var name: String { range.first.isoWeek }
}
