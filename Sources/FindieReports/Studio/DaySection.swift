import FindieAnalytics
import FindieDomain
import FindieText

/// The charts of the last 13 complete weeks, and the tables of their numbers.
struct DaySection {
  /// One per day, from the first of the weeks. The days since the weeks are in the table only, so that the charts
  /// stay the same from night to night.
  let days: [Tally]
  let weeks: [(range: DayRange, tally: Tally)]
  /// New and returning players by week; empty for a game.
  var players: [WeekNumbers] = []
  let setting: ReportSetting
  /// Of letters, unique on the page.
  let id: String

  private var seen: String { setting.name(of: .impressions) }
  private var range: DayRange {
    DayRange(first: weeks[0].range.first, last: weeks[weeks.count - 1].range.last)
  }

  private func note(unless tallies: [Tally]) -> HTML? {
    tallies.contains { $0[.impressions] > 0 }
      ? nil : Page.note("No \(setting.impression)s \(range.whenInWords).")
  }

  /// Impressions and likes by week: the first chart of a page.
  var byWeek: HTML {
    let tallies = weeks.map(\.tally)
    return note(unless: tallies) ?? chart(tallies, grain: "per week", id: "c-weeks-\(id)")
  }

  /// The like rate by week, with its interval; empty without a rate.
  var likeRate: HTML {
    let rates = weeks.map { $0.tally.rate(.likeRate, in: setting.recorded) }
    return RateChart(
      title: "Like rate", grain: "per week", days: weeks.map(\.range.last),
      lines: [.init(name: "Like rate", values: rates.map { $0?.estimate })],
      band: rates.map { rate in rate.map { ($0.lower, $0.upper) } }, id: "c-rate-\(id)"
    ).html
  }

  /// New against returning players by week; empty where none of them is published.
  var newAndReturning: HTML {
    guard
      players.contains(where: {
        ($0.newPlayers?.count ?? 0) + ($0.returningPlayers?.count ?? 0) > 0
      })
    else { return "" }
    return DailyChart(
      title: "Players", grain: "per week", range: range, shape: .stack,
      series: [
        .init(name: "Returning", values: players.map { $0.returningPlayers?.count }),
        .init(name: "New", values: players.map { $0.newPlayers?.count }),
      ], id: "c-new-\(id)"
    ).html
  }

  /// Impressions and likes by day, and all tables.
  var byDay: HTML {
    let closed = Array(days.prefix(range.count))
    return """
      \(note(unless: closed) ?? chart(closed, grain: "per day", id: "c-days-\(id)"))\
      \(Page.details("Numbers of the charts", "\(weekTable)\(dayTable)"))
      """
  }

  private func chart(_ tallies: [Tally], grain: String, id: String) -> HTML {
    DailyChart(
      title: "\(seen) and likes", grain: grain, range: range, shape: .bars,
      series: [
        .init(name: seen, values: tallies.map { $0[.impressions] }),
        .init(
          name: setting.likesName,
          // A few days have more likes than impressions: their bars end together.
          values: tallies.map { min($0.positives, $0[.impressions]) }),
      ], id: id
    ).html
  }

  private var weekTable: HTML {
    var table = HTMLTable(
      "Weeks", caption: "Weeks, newest first, and the like rate’s 95% interval", head: "Week to",
      columns: ([seen, setting.likesName, "Like rate", "From", "To"]
        + (players.isEmpty ? [] : ["New players", "Returning"])).map { .init($0) })
    for (index, week) in weeks.enumerated().reversed() {
      let rate = week.tally.rate(.likeRate, in: setting.recorded)
      table.append(
        HTML(text: week.range.last.description),
        [Figure.count(week.tally[.impressions]).html, Figure.count(week.tally.positives).html]
          + [rate?.estimate, rate?.lower, rate?.upper].map { Figure.share($0).html }
          + (players.isEmpty
            ? []
            : [players[index].newPlayers, players[index].returningPlayers].map {
              ($0 == nil ? .notRecorded : Figure.players($0)).html
            }))
    }
    return table.html
  }

  private var dayTable: HTML {
    let measures = Measure.allCases.filter { setting.recorded.contains($0) }
    var table = HTMLTable(
      "Days", caption: "Days with events, newest first", head: "Day",
      columns: measures.map { .init(setting.name(of: $0)) })
    for (index, tally) in days.enumerated().reversed() where !tally.isEmpty {
      let day = range.first.adding(days: index)
      table.append(
        HTML(text: day.description), measures.map { Figure.count(tally[$0]).html })
    }
    return table.html
  }
}
