import FindieDomain

/// What some games of the catalogue say about all: their impressions by day, and how they did.
struct CatalogueCounts: Sendable {
  /// By day of the span.
  private(set) var impressionsByDay: [Int]
  /// By period: the games with a like rate.
  private(set) var reaches: [[(cohort: Cohort, rate: Double, impressions: Int)]]

  init(
    _ range: Range<Int>, in events: [ReportEvents], _ segments: PeriodSegments,
    _ periods: [ReportPeriod], games: [Game]
  ) {
    impressionsByDay = [Int](repeating: 0, count: segments.span.count)
    reaches = periods.map { _ in [] }
    for game in range where events.contains(where: { $0.count(of: game) > 0 }) {
      var counts = ScopeCounts(days: segments.span.count, ranges: segments.ranges.count)
      counts.addEvents(of: game, in: events, segments, .refused("not asked for"))
      for day in impressionsByDay.indices {
        impressionsByDay[day] += counts.days[day][.impressions]
      }
      for (period, report) in periods.enumerated() {
        let tally = counts.tallies[period]
        guard let rate = tally.likeRate else { continue }
        let cohort = Cohort(
          games[game], on: report.range.last, impressions: tally[.impressions])
        reaches[period].append((cohort, rate.estimate, tally[.impressions]))
      }
    }
  }
}
