import FindieAnalytics
import FindieDomain
import FindieText

/// The charts of the last 13 complete weeks, which all begin with the record's first one, and of
/// the days of the last four; and the tables of their numbers.
struct DaySection {
  /// One per day, from the first of the weeks. The days after the weeks are only in the table, so
  /// that the charts stay the same from night to night.
  let days: [Tally]
  let weeks: [(range: DayRange, tally: Tally)]
  /// New and returning players by week; empty for a game.
  var players: [WeekNumbers] = []
  /// The first recorded day, of any game.
  let since: Day
  let setting: ReportSetting
  /// Letters only, unique on the page.
  let id: String

  private var seen: String { setting.name(of: .impressions) }
  /// All days of the weeks.
  private var listed: DayRange {
    DayRange(first: weeks[0].range.first, last: weeks[weeks.count - 1].range.last)
  }

  private var recorded: Range<Int> {
    (weeks.firstIndex { $0.range.last >= since } ?? weeks.count)..<weeks.count
  }

  /// Of the weeks.
  private var last28Days: DayRange { DayRange(lastDays: 28, before: listed.last.adding(days: 1)) }

  /// The recorded days of a range; the last of them if none is recorded.
  private func recorded(_ range: DayRange) -> DayRange {
    DayRange(first: min(max(since, range.first), range.last), last: range.last)
  }

  /// The grain of a chart, with the first recorded day if that is not the range's first.
  private func grain(_ grain: String, over range: DayRange) -> String {
    since > range.first ? "\(grain), since \(since.short)" : grain
  }

  private var perWeek: String { grain("per week", over: listed) }

  /// Nil if an impression is among the tallies of some recorded days.
  private func note(unless tallies: some Sequence<Tally>, _ shown: DayRange) -> HTML? {
    guard !recorded.isEmpty else {
      return Page.note("The data begins on \(since.inWords): there is no complete week yet.")
    }
    guard !tallies.contains(where: { $0[.impressions] > 0 }) else { return nil }
    let isRounded = tallies.contains { $0.rounding > 0 }
    return Page.note(
      "\(isRounded ? "Too few" : "No") \(setting.impression)s\(isRounded ? " to show" : ""), \(shown.fromTo)."
    )
  }

  /// Impressions and likes by week: the first chart of a page.
  var byWeek: HTML {
    let tallies = weeks[recorded].map(\.tally)
    return note(unless: tallies, recorded(listed))
      ?? chart(tallies, DayBins(weeksOf: recorded(listed)), grain: perWeek, id: "c-weeks-\(id)")
  }

  /// The like rate by week, with its interval; empty without a rate.
  var likeRate: HTML {
    let weeks = weeks[recorded]
    let rates = weeks.map { $0.tally.rate(.likeRate, in: setting.recorded) }
    return RateChart(
      title: "Like rate", grain: perWeek, pointName: "Week to",
      first: recorded(listed).first, days: weeks.map(\.range.last),
      lines: [.init(name: "Like rate", values: rates.map { $0?.estimate })],
      band: rates.map { rate in rate.map { ($0.lower, $0.upper) } }, id: "c-rate-\(id)"
    ).html
  }

  /// New against returning players by week; empty where none of them is published.
  var newAndReturning: HTML {
    guard !players.isEmpty else { return "" }
    let players = players[recorded]
    guard
      players.contains(where: {
        ($0.newPlayers?.count ?? 0) + ($0.returningPlayers?.count ?? 0) > 0
      })
    else { return "" }
    return DailyChart(
      title: "Players", grain: perWeek + ", rounded down", bins: DayBins(weeksOf: recorded(listed)),
      shape: .stack,
      series: [
        .init(name: "Returning", values: players.map { $0.returningPlayers?.count }),
        .init(name: "New", values: players.map { $0.newPlayers?.count }),
      ], id: "c-new-\(id)",
      notRecorded: players.prefix { $0.newPlayers == nil }.count
    ).html
  }

  /// Impressions and likes by day, and all tables.
  var byDay: HTML {
    let shown = recorded(last28Days)
    let closed = days.prefix(listed.count).suffix(shown.count)
    return """
      \(note(unless: closed, shown)
        ?? chart(
          Array(closed), DayBins(of: shown), grain: grain("per day", over: last28Days),
          id: "c-days-\(id)", showsPoints: false))\
      \(Page.details("Numbers of the charts", "\(weekTable)\(dayTable)"))
      """
  }

  private func chart(
    _ tallies: [Tally], _ bins: DayBins, grain: String, id: String, showsPoints: Bool = true
  ) -> HTML {
    DailyChart(
      title: "\(seen) and likes", grain: grain, bins: bins, shape: .bars,
      series: [
        .init(name: seen, values: tallies.map { $0[.impressions] }),
        .init(name: setting.likesName, values: tallies.map(\.positives)),
      ], id: id, showsPoints: showsPoints
    ).html
  }

  private var weekTable: HTML {
    typealias Table = HTMLTable<(week: (range: DayRange, tally: Tally), players: WeekNumbers?)>
    func rate(_ week: Tally, _ end: (Proportion) -> Double) -> Figure {
      .share(week.rate(.likeRate, in: setting.recorded).map(end))
    }
    return Table(
      label: "Weeks",
      caption: "Weeks, newest first. With 95% confidence, the like rate is between From and To",
      head: "Week to", blanks: HTML.noNumber,
      columns: [
        .init(seen) { .count($0.week.tally[.impressions]) },
        .init(setting.likesName) { .count($0.week.tally.positives) },
        .init("Like rate") { rate($0.week.tally, \.estimate) },
        .init("From", isRoomy: true) { rate($0.week.tally, \.lower) },
        .init("To", isRoomy: true) { rate($0.week.tally, \.upper) },
        .init("New players", isRoomy: true) { .recordedPlayers($0.players?.newPlayers) },
        .init("Returning", isRoomy: true) { .recordedPlayers($0.players?.returningPlayers) },
      ]
    ) { HTML(text: $0.week.range.last.description) }.html(
      of: recorded.reversed().map { (weeks[$0], players.isEmpty ? nil : players[$0]) })
  }

  private var dayTable: HTML {
    let counts = [Measure.impressions, .likes, .wishlistAdds, .externalClicks].filter {
      $0 == .likes || setting.recorded.contains($0)
    }
    let first = recorded(last28Days).first.days(since: listed.first)
    return HTMLTable<Int>(
      label: "Days", caption: "Days with events, newest first. report.json has all measures",
      head: "Day",
      blanks: HTML.noNumber + [Figure.count(0).html],
      columns: counts.map { measure in
        measure == .likes
          ? .init(setting.likesName) { .count(days[$0].positives) }
          : .init(setting.name(of: measure)) { .count(days[$0][measure]) }
      }
    ) { HTML(text: listed.first.adding(days: $0).description) }.html(
      of: days.indices.dropFirst(first).reversed().filter { !days[$0].isEmpty })
  }
}
