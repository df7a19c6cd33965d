import FindieAnalytics
import FindieDomain
import FindieText

/// The weeks, months and quarters side by side: one column per period with recorded days. The last
/// day would change the page every night; the table of days has it.
struct PeriodsTable {
  private let periods: [ReportPeriod]
  /// One per period.
  private let numbers: [PeriodNumbers]
  /// Whose events, such as "all games".
  private let name: String
  /// The first recorded day.
  private let since: Day
  private let setting: ReportSetting

  /// Whether to show weeks, the most important measures and the like rate only.
  private let isShort: Bool

  /// - Parameter numbers: one per period of the studio's numbers.
  init(
    _ studio: StudioNumbers, _ numbers: [PeriodNumbers], name: String, setting: ReportSetting,
    isShort: Bool = false
  ) {
    let kinds: Set<ReportPeriod.Kind> =
      isShort
      ? [.isoWeek, .last4Weeks, .last13Weeks] : Set(ReportPeriod.Kind.allCases).subtracting([.day])
    let closed = studio.periods.indices.filter {
      kinds.contains(studio.periods[$0].kind) && studio.coverage(of: studio.periods[$0]) != .none
    }
    self.isShort = isShort
    periods = closed.map { studio.periods[$0] }
    self.numbers = closed.map { numbers[$0] }
    self.name = name
    since = studio.allTimeRange.first
    self.setting = setting
  }

  private var recorded: Set<Measure> { setting.recorded }

  var html: HTML {
    let before: HTML =
      numbers.contains { $0.before != nil } ? "the period before or, of rates and changes, " : ""
    let table = Table(
      label: "All periods, \(name)",
      caption: """
        Complete periods. In small print: \(before)the range with 95% confidence
        """, head: "Metric", columns: periods.indices.map(column)
    ) { HTML(text: $0.name) }
    var rows: [(name: String, cells: [HTML])] = []
    func append(_ name: String, _ cell: (PeriodNumbers) -> HTML) {
      let cells = numbers.map(cell)
      guard cells.contains(where: { !HTML.noNumber.contains($0) }) else { return }
      rows.append((name, cells.map { $0.isEmpty ? Figure.none.html : $0 }))
    }
    func append(_ name: String, count: (Tally) -> Int) {
      guard numbers.contains(where: { count($0.tally) + count($0.before ?? Tally()) > 0 }) else {
        return
      }
      append(name) { own in
        Self.pair(.count(count(own.tally)), own.before.map { .count(count($0)) })
      }
    }
    func append(_ name: String, change: (PeriodNumbers) -> Change?) {
      append(name) { own in
        change(own).map { change in
          """
          \(Figure.change(change.ratio))<small>\(Figure.change(change.lower)) to \
          \(Figure.change(change.upper))</small>
          """
        } ?? ""
      }
    }
    // The like rate counts super-likes too.
    let measures: [Measure] = [.impressions, .likes, .wishlistAdds, .externalClicks]
    for measure in isShort ? measures : Measure.allCases {
      if isShort, measure == .likes {
        append(setting.likesName, count: \.positives)
      } else {
        append(setting.name(of: measure), count: { $0[measure] })
      }
    }
    append("Change in \(setting.impression)s", change: \.shownImpressionsChange)
    append("The same, relative to other studios’ games", change: \.relativeChange)
    append("Unique players") {
      Self.pair(Figure.players($0.players), $0.playersBefore.map { .players($0) })
    }
    if !isShort {
      append("New players") { Figure.recordedPlayers($0.newPlayers).html }
      append("Returning players") { Figure.recordedPlayers($0.returningPlayers).html }
    }
    for rate in isShort ? [.likeRate] : [Rate.likeRate, .clickRate]
    where rate.isRecorded(in: recorded) {
      append(rate.name) {
        $0.rate(rate).map { Self.shares($0.estimate, $0.lower, $0.upper) } ?? ""
      }
    }
    guard !isShort else { return "\(table.html(of: rows))\(note)" }
    append("View time, quartiles") { Self.quartiles($0.viewTime) }
    append("Like rate, adjusted for position") {
      $0.adjustedRate?.rate.map { Self.shares($0.estimate, $0.lower, $0.upper) } ?? ""
    }
    append("Like rate among similar games") { Self.standing($0.standing) }
    return "\(table.html(of: rows))\(note)"
  }

  /// Says why there is no number of players.
  private var note: HTML {
    numbers.contains { $0.players?.count != nil }
      ? "" : Page.note("Numbers of players are left out: they are too few to show.")
  }

  private typealias Table = HTMLTable<(name: String, cells: [HTML])>

  private func column(_ index: Int) -> Table.Column {
    let period = periods[index]
    let first = max(since, period.range.first)
    let days =
      first == period.range.last ? first.short : "\(first.short) – \(period.range.last.short)"
    return .init(
      period.short, detail: "<small>\(text: days)</small>",
      isRoomy: period.kind == .month || period.kind == .quarter, html: { $0.cells[index] })
  }

  /// A number and that of the period before; empty if neither is there.
  private static func pair(_ figure: Figure, _ before: Figure?) -> HTML {
    guard let before, before.digits != nil else { return figure.html }
    return "\(figure)<small>\(before)</small>"
  }

  private static func shares(_ estimate: Double, _ lower: Double, _ upper: Double) -> HTML {
    "\(Figure.share(estimate))<small>\(Figure.share(lower))–\(Figure.share(upper))</small>"
  }

  private static func quartiles(_ time: ViewTime?) -> HTML {
    guard let time else { return "" }
    return """
      \(Figure.seconds(time.quartiles.median))<small>\(Figure.seconds(time.quartiles.lower))–\
      \(Figure.seconds(time.quartiles.upper))</small>
      """
  }

  static func standing(_ standing: Standing?) -> HTML {
    guard let standing else { return "" }
    guard standing.verdict != .tooFew else { return "<small>too few cards</small>" }
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
