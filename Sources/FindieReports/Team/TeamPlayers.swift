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
    return HTMLTable<KPI>(
      label: "Sessions",
      caption: "Duration from a session’s first event to its last; a single event has none",
      head: "Metric",
      columns: ["This period", "Before"].prefix(report.previous == nil ? 1 : 2).enumerated()
        .map { index, name in .init(name) { report.figures(of: $0)[index] } }
    ) { HTML(text: $0.name) }.html(of: kpis)
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
    return HTMLTable<RetentionCohort>(
      label: "Retention by \(grain)",
      caption: """
        Share of the players who signed up in a \(text: grain) and were active exactly that many \
        days later. A cell is blank until that day is over for all of them
        """, head: "Signed up in",
      columns: [.init("Sign-ups") { .count($0.size) }]
        + RetentionCohort.offsets.enumerated().map { index, offset in
          .init("Day \(offset)") { cell($0, $0.retained[index], offset) }
        }
    ) {
      $0.grain == .month
        ? HTML(text: $0.start.monthInWords)
        : "\(text: $0.name)<small>\(text: $0.start.short)</small>"
    }.html(of: cohorts)
  }

  private func cell(_ cohort: RetentionCohort, _ share: Proportion?, _ offset: Int) -> HTML {
    guard let share else {
      return cohort.last.adding(days: offset) >= report.night ? "" : "<small>not recorded</small>"
    }
    let shade =
      share.trials < Self.minimumPlayers
      ? 0 : Self.bounds.lastIndex { share.estimate >= $0 } ?? 0
    return """
      <span class="heat h\(shade)">\(Figure.share(share.estimate))<small>\(Figure.count(share.successes)) of \
      \(Figure.count(share.trials))</small></span>
      """
  }
}
