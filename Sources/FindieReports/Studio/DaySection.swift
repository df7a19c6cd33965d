import FindieAnalytics
import FindieDomain
import FindieText

/// The charts of the last 13 complete weeks, and the tables of their numbers. Both begin with the
/// record's first week.
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

  /// The weeks with a recorded day.
  private var recorded: Range<Int> {
    (weeks.firstIndex { $0.range.last >= since } ?? weeks.count)..<weeks.count
  }

  /// The grain of a chart, with its first day if the record begins after the first week's.
  private func grain(_ grain: String) -> String {
    since > listed.first ? "\(grain), since \(since.short)" : grain
  }

  /// Nil if an impression is among the tallies.
  private func note(unless tallies: some Sequence<Tally>) -> HTML? {
    guard !recorded.isEmpty else {
      return Page.note("The data begins on \(since.inWords): there is no complete week yet.")
    }
    let shown = DayRange(first: max(since, listed.first), last: listed.last)
    return tallies.contains { $0[.impressions] > 0 }
      ? nil : Page.note("No \(setting.impression)s \(shown.whenInWords).")
  }

  /// Impressions and likes by week: the first chart of a page.
  var byWeek: HTML {
    let weeks = weeks[recorded]
    return note(unless: weeks.map(\.tally))
      ?? chart(
        weeks.map(\.tally),
        DayRange(first: weeks[recorded.lowerBound].range.first, last: listed.last),
        grain: grain("per week"), id: "c-weeks-\(id)")
  }

  /// The like rate by week, with its interval; empty without a rate.
  var likeRate: HTML {
    let weeks = weeks[recorded]
    let rates = weeks.map { $0.tally.rate(.likeRate, in: setting.recorded) }
    return RateChart(
      title: "Like rate", grain: grain("per week"), pointName: "Week to",
      days: weeks.map(\.range.last),
      lines: [.init(name: "Like rate", values: rates.map { $0?.estimate })],
      band: rates.map { rate in rate.map { ($0.lower, $0.upper) } }, id: "c-rate-\(id)"
    ).html
  }

  /// New against returning players by week; empty where none of them is published.
  var newAndReturning: HTML {
    let players = players.drop { $0.newPlayers == nil }
    guard let first = players.first,
      players.contains(where: {
        ($0.newPlayers?.count ?? 0) + ($0.returningPlayers?.count ?? 0) > 0
      })
    else { return "" }
    let isCut = first.range.first > listed.first
    return DailyChart(
      title: "Players",
      grain: isCut ? "per week, since \(first.range.first.short)" : "per week",
      range: DayRange(first: first.range.first, last: listed.last), shape: .stack,
      series: [
        .init(name: "Returning", values: players.map { $0.returningPlayers?.count }),
        .init(name: "New", values: players.map { $0.newPlayers?.count }),
      ], id: "c-new-\(id)"
    ).html
  }

  /// Impressions and likes by day, and all tables.
  var byDay: HTML {
    let shown = DayRange(first: min(max(since, listed.first), listed.last), last: listed.last)
    let closed = days.prefix(listed.count).suffix(shown.count)
    return """
      \(note(unless: closed)
        ?? chart(
          Array(closed), shown, grain: grain("per day"), id: "c-days-\(id)", showsPoints: false))\
      \(Page.details("Numbers of the charts", "\(weekTable)\(dayTable)"))
      """
  }

  private func chart(
    _ tallies: [Tally], _ range: DayRange, grain: String, id: String, showsPoints: Bool = true
  ) -> HTML {
    DailyChart(
      title: "\(seen) and likes", grain: grain, range: range, shape: .bars,
      series: [
        .init(name: seen, values: tallies.map { $0[.impressions] }),
        .init(
          name: setting.likesName,
          // On a few days there are more likes than impressions: both bars end at the same height.
          values: tallies.map { min($0.positives, $0[.impressions]) }),
      ], id: id, showsPoints: showsPoints
    ).html
  }

  private var weekTable: HTML {
    var table = FilledTable(
      "Weeks",
      caption: "Weeks, newest first. With 95% confidence, the like rate is between From and To",
      head: "Week to",
      columns: [.init(seen), .init(setting.likesName), .init("Like rate")]
        + (["From", "To"] + (players.isEmpty ? [] : ["New players", "Returning"]))
        .map { .init($0, isRoomy: true) })
    for (index, week) in weeks.enumerated().reversed() where recorded.contains(index) {
      let rate = week.tally.rate(.likeRate, in: setting.recorded)
      table.append(
        HTML(text: week.range.last.description),
        [Figure.count(week.tally[.impressions]).html, Figure.count(week.tally.positives).html]
          + [rate?.estimate, rate?.lower, rate?.upper].map { Figure.share($0).html }
          + (players.isEmpty
            ? []
            : [players[index].newPlayers, players[index].returningPlayers].map {
              (week.tally.isEmpty ? .count(0) : Figure.recordedPlayers($0)).html
            }))
    }
    return table.html
  }

  private var dayTable: HTML {
    let measures = [Measure.impressions, .likes, .wishlistAdds, .externalClicks]
      .filter { setting.recorded.contains($0) }
    var table = FilledTable(
      "Days", caption: "Days with events, newest first. report.json has all measures", head: "Day",
      columns: measures.map { .init(setting.name(of: $0)) }, dropsZeros: true)
    for (index, tally) in days.enumerated().reversed() where !tally.isEmpty {
      let day = listed.first.adding(days: index)
      table.append(
        HTML(text: day.description), measures.map { Figure.count(tally[$0]).html })
    }
    return table.html
  }
}
