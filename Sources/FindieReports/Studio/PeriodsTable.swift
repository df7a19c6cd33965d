import FindieAnalytics
import FindieDomain

/// Every fixed period side by side: a column a period.
struct PeriodsTable {
  let periods: [ReportPeriod]
  /// One a period.
  let numbers: [PeriodNumbers]
  /// Of whose events, in words.
  let name: String
  let recorded: Set<Measure>

  var html: String {
    var table = HTMLTable(
      "Every period, \(name)",
      caption: "Every period that is over, with what was before it beneath", head: "Number",
      columns: periods.map { period in
        let days =
          period.range.count == 1
          ? period.range.last.short : "\(period.range.first.short) – \(period.range.last.short)"
        return .init(name: "\(period.short)<small>\(days)</small>")
      })
    for measure in Measure.allCases where recorded.contains(measure) {
      table.append(
        measure.name,
        numbers.map { own in
          Figure.count(own.tally[measure]).html
            + "<small>\(Figure.count(own.before[measure]).html)</small>"
        })
    }
    table.append(
      "Impressions, change",
      numbers.map { own in
        own.impressionsChange.map { change in
          Figure.change(change.ratio).html + "<small>\(Figure.change(change.lower).html) to "
            + "\(Figure.change(change.upper).html)</small>"
        } ?? Figure.none.html
      })
    table.append(
      "Unique players",
      numbers.map { own in
        Figure.players(own.players).html
          + "<small>\(Figure.players(own.playersBefore).html)</small>"
      })
    table.append("New players", numbers.map { Figure.players($0.newPlayers).html })
    table.append("Returning players", numbers.map { Figure.players($0.returningPlayers).html })
    for rate in [Rate.likeRate, .clickRate] {
      if rate.isRecorded(in: recorded) {
        table.append(rate.name, numbers.map { Self.rate($0.rate(rate)) })
      } else {
        table.append(rate.name, spanning: "not recorded in this data")
      }
    }
    if numbers.contains(where: { $0.viewTime != nil }) {
      table.append("View time, quartiles", numbers.map { Self.quartiles($0.viewTime) })
    }
    if numbers.contains(where: { if case .rate = $0.adjustedRate { true } else { false } }) {
      table.append("Like rate, position taken out", numbers.map { Self.adjusted($0.adjustedRate) })
    }
    if numbers.contains(where: { $0.standing != nil }) {
      table.append("Like rate among its like", numbers.map { Self.standing($0.standing) })
    }
    return table.html
  }

  private static func rate(_ rate: Proportion?) -> String {
    guard let rate else { return Figure.none.html }
    return Figure.share(rate.estimate).html
      + "<small>\(Figure.share(rate.lower).html)–\(Figure.share(rate.upper).html)</small>"
  }

  private static func quartiles(_ time: ViewTime?) -> String {
    guard let time else { return "<small>withheld or none</small>" }
    func seconds(_ value: Double) -> String {
      Figure.number(value, places: 3, shown: 1, unit: " s").html
    }
    return seconds(time.quartiles.median)
      + "<small>\(seconds(time.quartiles.lower))–\(seconds(time.quartiles.upper))</small>"
  }

  private static func adjusted(_ rate: AdjustedRate?) -> String {
    guard case .rate(let estimate, let lower, let upper, _) = rate else { return Figure.none.html }
    return Figure.share(estimate).html
      + "<small>\(Figure.share(lower).html)–\(Figure.share(upper).html)</small>"
  }

  static func standing(_ standing: Standing?) -> String {
    guard let standing else { return "<small>too few games</small>" }
    guard standing.verdict != .tooEarlyToTell else {
      return "<small>too early to tell<br>of \(Figure.count(standing.games).html) games</small>"
    }
    let percentile = Figure.number(standing.likeRatePercentile, places: 1, shown: 0)
    return "\(standing.verdict == .above ? "above" : "below") the middle<small>ahead of "
      + "\(percentile.html)% of \(Figure.count(standing.games).html) games</small>"
  }
}
