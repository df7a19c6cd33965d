package import FindieDomain

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
  /// The launches of all studios; nil if they were not counted.
  package var launchPeers: LaunchPeers?
}

extension StudioNumbers {
  package func coverage(of period: ReportPeriod) -> Coverage {
    let first = allTimeRange.first
    return period.range.last < first ? .none : period.range.first < first ? .partial : .whole
  }
}

/// How much of a period the data covers.
package enum Coverage: String, CaseIterable, Sendable {
  /// The period ended before the data's first day.
  case none
  /// The period began before the data's first day.
  case partial
  case whole
}

extension WeekNumbers {
  /// - Parameters:
  ///   - week: of the last 13 complete weeks, its index.
  ///   - first: the first recorded day.
  init(
    of counts: ScopeCounts, setting: StudioSetting, range: DayRange, week: Int, since first: Day
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
