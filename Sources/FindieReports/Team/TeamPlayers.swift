import FindieAnalytics
import FindieDomain
import FindieText

/// How long players stay, and whether they come back.
struct TeamPlayers {
  let report: TeamReport

  /// Session lengths, discoveries and syncs of the period and of the one before; empty if the data
  /// records none of them.
  var sessions: HTML {
    let kpis = KPI.all.filter { $0.places.contains(.sessions) }
    guard kpis.contains(where: { $0.firstDay(in: report.recorded) != nil }) else { return "" }
    return HTMLTable(
      "Sessions",
      caption: "Duration from a session’s first event to its last; a single event has none",
      head: "Metric", columns: ["This period"] + (report.previous == nil ? [] : ["Before"])
    ).html(of: kpis) { kpi in (HTML(text: kpi.name), report.figures(of: kpi).map(\.html)) }
  }

  /// The retention of monthly and weekly cohorts; empty without a cohort.
  var retention: HTML {
    let weeks = table(report.retention[.week, default: []])
    return """
      \(table(report.retention[.month, default: []]))\(weeks.isEmpty ? "" : "<h3>By week</h3>")\(weeks)
      """
  }

  /// The players from which on a cell has its full colour: few players say little.
  private static let fullColour = 30

  /// The retention triangle of the cohorts with a recorded day; a cell's colour shows its share.
  private func table(_ cohorts: [RetentionCohort]) -> HTML {
    func isRecorded(_ cohort: RetentionCohort, _ offset: Int) -> Bool {
      report.firstDay.map { cohort.last.adding(days: offset) >= $0 } ?? false
    }
    let cohorts = cohorts.filter { cohort in
      RetentionCohort.offsets.contains { isRecorded(cohort, $0) }
    }
    guard let grain = cohorts.first?.grain.rawValue else { return "" }
    return HTMLTable(
      "Retention by \(grain)",
      caption: """
        Share of the players who signed up in a \(text: grain) and were active exactly that many \
        days later, once that day is over for all of them. Cells of fewer than \
        \(Self.fullColour) players are pale
        """, head: "Signed up in",
      columns: ["Sign-ups"] + RetentionCohort.offsets.map { "Day \($0)" }
    ).html(of: cohorts) { cohort in
      (
        cohort.grain == .month
          ? HTML(text: cohort.start.monthInWords)
          : "\(text: cohort.name)<small>\(text: cohort.start.short)</small>",
        [Figure.count(cohort.size).html]
          + zip(RetentionCohort.offsets, cohort.retained).map { offset, share in
            guard let share else {
              return cohort.last.adding(days: offset) >= report.night
                ? "<small>too early</small>" : "<small>not recorded</small>"
            }
            let trust = min(1, Double(share.trials) / Double(Self.fullColour))
            return """
              <span class="heat" style="--h:\(min(1, share.estimate) * trust * 100, places: 2)%">\
              \(Figure.share(share.estimate))<small>\(Figure.count(share.successes)) of \
              \(Figure.count(share.trials))</small></span>
              """
          }
      )
    }
  }
}
