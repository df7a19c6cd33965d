import FindieDomain

/// What all changes between periods have in common: the exposures, and how counts vary.
struct PeriodComparisons: Sendable {
  /// Of each range: the weekday factors of its days, summed.
  let exposures: [Double]
  private let periods: [ReportPeriod]
  /// By period: what tells how much a count varies; nil if too little is recorded.
  private let windows: [DispersionWindows?]

  /// The weekday factors are of the catalogue's impressions on the recorded days of the last 13
  /// complete weeks. The prior is 100 impressions: with fewer, all weekdays are about alike.
  ///
  /// - Parameters:
  ///   - impressions: of all games on the listed days.
  ///   - first: the first recorded day. Days before it have no exposure.
  init(_ impressions: [Int], in times: ReportTimes, since first: Day) {
    periods = times.periods
    let (listed, segments) = (times.listed, times.segments)
    let rhythm = WeekdayRhythm(
      zip(listed.days, impressions).prefix(listed.count / 7 * 7).filter { $0.0 >= first }
        .map { ($0, Double($1)) }, prior: 100)
    exposures = segments.ranges.map { range in
      range.days.reduce(0) { $1 < first ? $0 : $0 + rhythm.factor(of: $1) }
    }
    let days = listed.days.filter { $0 >= first }
    let weeks = segments.ranges.suffix(ReportPeriod.weeks).filter { $0.first >= first }
    windows = periods.map { period in
      period.kind == .day
        ? DispersionWindows(
          of: days.map { DayRange(first: $0, last: $0) }, exposures: days.map(rhythm.factor),
          width: 1, distance: 1, start: period.range.first)
        : DispersionWindows(of: weeks, start: period.range.first)
    }
  }

  /// - Parameter parts: the published counts of the listed days for a day, otherwise of the weeks.
  func of(_ period: Int, _ parts: [Tally]) -> PeriodComparison {
    PeriodComparison(
      exposure: exposures[period], exposureBefore: exposures[period + periods.count],
      hasEqualLengths: periods[period].range.count == periods[period].before.count,
      windows: windows[period], parts: parts)
  }
}

/// What the changes of a period's counts are computed from.
struct PeriodComparison: Sendable, Equatable {
  let exposure: Double
  let exposureBefore: Double
  let hasEqualLengths: Bool
  /// Nil if too little is recorded.
  let windows: DispersionWindows?
  /// The published counts of the weeks of charts; of the listed days for a day.
  let parts: [Tally]

  func dispersion(of measure: Measure) -> Dispersion? {
    windows?.dispersion(of: parts.map { $0[measure] })
  }

  func change(of measure: Measure, _ now: Tally, since before: Tally) -> Change? {
    Change(
      of: now[measure], exposure: exposure, since: before[measure], exposureBefore: exposureBefore,
      dispersion(of: measure), rounding: now.rounding)
  }

  /// The change of impressions relative to those of others.
  ///
  /// - Parameters:
  ///   - others: their impressions in the period and in the one before.
  ///   - weeks: their impressions in the weeks of charts.
  func change(
    _ now: Tally, since before: Tally, relativeTo others: (now: Tally, before: Tally),
    weeks: [Int]
  ) -> Change? {
    Change(
      of: now[.impressions], since: before[.impressions],
      relativeTo: (others.now[.impressions], others.before[.impressions]),
      windows?.dispersion(of: parts.map { $0[.impressions] }, exposures: weeks),
      rounding: now.rounding, othersRounding: others.now.rounding)
  }
}
