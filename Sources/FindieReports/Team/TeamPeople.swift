import FindieAnalytics
import FindieDomain

/// How long the team's players stay, and whether they come back.
struct TeamPeople {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  /// Session lengths, discoveries and syncs of the period, beside the one before.
  var sessions: String {
    var table = HTMLTable(
      "Sessions",
      caption: "From a session’s first event to its last; one event makes a session of no length",
      head: "Number",
      columns: [.init(name: "This period")]
        + (report.previous == nil ? [] : [.init(name: "Before")]))
    let words = [
      "sessions": "Sessions", "sessionsBegun": "Sessions that began, of known length",
      "sessionsOfOneInstant": "Of these, of one instant",
      "sessionSecondsLowerQuartile": "A quarter lasted at most",
      "sessionSecondsMedian": "Half lasted at most",
      "sessionSecondsUpperQuartile": "Three quarters lasted at most",
      "discoveriesPerSession": "Discoveries a session", "likesPerSession": "Likes a session",
      "steamSyncs": "Wishlists last synchronized with Steam",
      "itchioSyncs": "Wishlists last synchronized with itch.io",
    ]
    let now = report.figures(report.current).named
    let before = report.previous.map { report.figures($0).named }
    for (place, own) in now.enumerated() {
      guard let name = words[own.key] else { continue }
      table.append(
        name, [own.figure.html] + (before.map { [$0[place].figure.html] } ?? []))
    }
    return table.html
  }

  /// The retention triangle of some cohorts, each cell with its share in words and in colour.
  func retention(_ cohorts: [RetentionCohort]) -> String {
    guard let first = cohorts.first else { return "" }
    let grain = first.grain == .month ? "month" : "week"
    var table = HTMLTable(
      "Retention by \(grain)",
      caption: "Of those who signed up in a \(grain), the share active again on exactly that day "
        + "after, of those whose day is over",
      head: "Signed up in",
      columns: [.init(name: "Sign-ups")]
        + RetentionCohort.offsets.map { .init(name: "Day \($0)") })
    for cohort in cohorts {
      table.append(
        first.grain == .month
          ? cohort.start.monthInWords : "\(cohort.name)<small>\(cohort.start.short)</small>",
        [Figure.count(cohort.size).html]
          + cohort.retained.map { share in
            guard let share else { return "<small>too early</small>" }
            return "<span class=\"heat\" style=\"--h:\(svg(min(1, share.estimate) * 100))%\">"
              + "\(Figure.share(share.estimate).html)<small>\(Figure.count(share.successes).html) "
              + "of \(Figure.count(share.trials).html)</small></span>"
          })
    }
    return table.html
  }
}
