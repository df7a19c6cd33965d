import FindieDomain

/// Counts of part of the catalogue for comparisons: impressions by day, and the like rates of games.
struct CatalogueCounts: Sendable {
  /// By day of those that reports list.
  private(set) var impressionsByDay: [Int]
  /// By game of the range: the number of the last complete day with an event; -1 without events.
  private(set) var lastDays: [Int]
  /// By period: the games with a like rate.
  private(set) var reaches: [[(cohort: Cohort, likes: Int, impressions: Int)]]

  init(
    _ range: Range<Int>, in events: [ReportEvents], _ forgotten: ForgottenRows, _ days: ReportDays,
    _ segments: PeriodSegments,
    _ periods: [ReportPeriod], games: [Game], published: Int,
    _ setting: StudioSetting
  ) {
    impressionsByDay = [Int](repeating: 0, count: published)
    reaches = periods.map { _ in [] }
    lastDays = [Int](repeating: -1, count: range.count)
    var kinds = KindCounts(days: days.days.count)
    for game in range {
      for record in events { record.count(game, in: &kinds) }
      forgotten.add(game, to: &kinds)
      lastDays[game - range.lowerBound] = forgotten.lastDay(of: game)
      var pieces = [Tally](repeating: Tally(), count: segments.count)
      kinds.take { day, counts in
        guard days.over.contains(day) else { return }
        lastDays[game - range.lowerBound] = max(lastDays[game - range.lowerBound], day)
        let tally = Tally(ofGameDay: counts)
        if days.reportIndices[day] >= 0 {
          impressionsByDay[Int(days.reportIndices[day])] += tally[.impressions]
        }
        let segment = Int(days.segments[day])
        if segment >= 0 { pieces[segment] += tally }
      }
      for (period, report) in periods.enumerated() {
        var tally = Tally()
        for segment in pieces.indices where segments.masks[period] & 1 << UInt32(segment) != 0 {
          tally += pieces[segment]
        }
        tally = setting.published(tally)
        guard let rate = tally.likeRate else { continue }
        let cohort = Cohort(
          games[game], on: report.range.last, impressions: tally[.impressions])
        reaches[period].append((cohort, rate.successes, rate.trials))
      }
    }
  }
}
