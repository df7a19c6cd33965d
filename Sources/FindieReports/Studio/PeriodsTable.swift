import FindieAnalytics
import FindieDomain
import FindieText

/// The weeks, months and quarters side by side: one column per period. The last day would change
/// the page every night; the table of days has it.
struct PeriodsTable {
  private let periods: [ReportPeriod]
  /// One per period.
  private let numbers: [PeriodNumbers]
  /// Whose events, such as "all games".
  private let name: String
  private let setting: ReportSetting

  /// - Parameter numbers: one per period.
  init(
    periods: [ReportPeriod], numbers: [PeriodNumbers], name: String, setting: ReportSetting
  ) {
    let closed = periods.indices.filter { periods[$0].kind != .day }
    self.periods = closed.map { periods[$0] }
    self.numbers = closed.map { numbers[$0] }
    self.name = name
    self.setting = setting
  }

  private var recorded: Set<Measure> { setting.recorded }

  var html: HTML {
    var table = HTMLTable(
      "All periods, \(name)",
      caption: """
        Complete periods. Small numbers are the period before or, of rates and changes, the range in \
        which they lie with 95% confidence
        """, head: "Metric",
      columns: periods.map { period in
        let days =
          period.range.count == 1
          ? period.range.last.short : "\(period.range.first.short) – \(period.range.last.short)"
        return .init(html: "\(text: period.short)<small>\(text: days)</small>")
      })
    func append(_ name: String, _ cell: (PeriodNumbers) -> HTML) {
      table.append(HTML(text: name), numbers.map(cell))
    }
    for measure in Measure.allCases where recorded.contains(measure) {
      append(setting.name(of: measure)) { own in
        let before = own.before.map { Figure.count($0[measure]) } ?? .notRecorded
        return "\(Figure.count(own.tally[measure]))<small>\(before)</small>"
      }
    }
    append("Change in \(setting.impression)s") { own in
      own.shownImpressionsChange.map { change in
        """
        \(Figure.change(change.ratio))<small>\(Figure.change(change.lower)) to \
        \(Figure.change(change.upper))</small>
        """
      }
        ?? (own.before == nil
          ? Figure.notRecorded.html : "<small>fewer than \(Change.minimumCount)</small>")
    }
    append("Unique players") {
      "\(Figure.players($0.players))<small>\(Figure.recordedPlayers($0.playersBefore))</small>"
    }
    append("New players") { Figure.recordedPlayers($0.newPlayers).html }
    append("Returning players") { Figure.recordedPlayers($0.returningPlayers).html }
    for rate in [Rate.likeRate, .clickRate] {
      if rate.isRecorded(in: recorded) {
        append(rate.name) {
          $0.rate(rate).map { Self.shares($0.estimate, $0.lower, $0.upper) } ?? Figure.none.html
        }
      } else {
        table.append(HTML(text: rate.name), spanning: "not recorded in this data")
      }
    }
    if numbers.contains(where: { $0.viewTime != nil }) {
      append("View time, quartiles") { Self.quartiles($0.viewTime) }
    }
    if numbers.contains(where: { if case .rate = $0.adjustedRate { true } else { false } }) {
      append("Like rate, adjusted for position") { own in
        guard case .rate(let estimate, let lower, let upper, _) = own.adjustedRate else {
          return Figure.none.html
        }
        return Self.shares(estimate, lower, upper)
      }
    }
    if numbers.contains(where: { $0.standing != nil }) {
      append("Like rate among similar games") { Self.standing($0.standing) }
    }
    return table.html
  }

  private static func shares(_ estimate: Double, _ lower: Double, _ upper: Double) -> HTML {
    "\(Figure.share(estimate))<small>\(Figure.share(lower))–\(Figure.share(upper))</small>"
  }

  private static func quartiles(_ time: ViewTime?) -> HTML {
    guard let time else { return "<small>none, or too few players</small>" }
    return """
      \(Figure.seconds(time.quartiles.median))<small>\(Figure.seconds(time.quartiles.lower))–\
      \(Figure.seconds(time.quartiles.upper))</small>
      """
  }

  static func standing(_ standing: Standing?) -> HTML {
    guard let standing else { return "<small>too few similar games</small>" }
    guard standing.verdict != .tooFew else { return "<small>too few impressions</small>" }
    let games = Figure.count(standing.games)
    guard standing.verdict != .tooEarly else {
      return "<small>no clear difference<br>from \(games) games</small>"
    }
    return """
      \(standing.verdict == .above ? "above" : "below") the median<small>higher than \
      \(Figure.number(standing.likeRatePercentile, places: 1, shown: 0))% of \(games) games</small>
      """
  }
}
