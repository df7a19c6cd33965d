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
    let months = table(report.retention[.month, default: []])
    let weeks = table(report.retention[.week, default: []])
    return months.isEmpty && weeks.isEmpty
      ? ""
      : """
      \(scale)\(months)\(weeks.isEmpty ? "" : "<h3>By week</h3>")\(weeks)
      """
  }

  /// The shares from which on a cell has the next shade; the first has none.
  private static let bounds = [0, 0.05, 0.1, 0.2, 0.4]
  /// The least players of a cell with a shade: few players say little.
  private static let minimumPlayers = 30

  private var scale: HTML {
    let shades = Self.bounds.indices.dropFirst().map { shade -> HTML in
      "<span class=\"heat h\(shade)\">from \(text: Self.bounds[shade].percent(0))</span>"
    }
    return """
      <p class="note scale">Shades: \(shades, separator: " "). Cells of fewer than \
      \(Self.minimumPlayers) players have none.</p>

      """
  }

  /// The retention triangle of the cohorts with a recorded day; a cell's shade shows its share.
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
        days later. A cell is blank until that day is over for all of them
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
                ? "" : "<small>not recorded</small>"
            }
            let shade =
              share.trials < Self.minimumPlayers
              ? 0 : Self.bounds.lastIndex { share.estimate >= $0 } ?? 0
            return """
              <span class="heat h\(shade)">\(Figure.share(share.estimate))<small>\(Figure.count(share.successes)) of \
              \(Figure.count(share.trials))</small></span>
              """
          }
      )
    }
  }
}
