import FindieAnalytics
import FindieDomain
import FindieText

/// The ranges that the team's page switches between: radio buttons, and for each range its figures
/// and its chart. The style sheet shows the part of the chosen button, so that no script is needed.
struct TeamRanges {
  let report: TeamReport

  /// Empty without ranges.
  var html: HTML {
    guard !report.ranges.isEmpty else { return "" }
    let buttons = report.ranges.map { range -> HTML in
      let isChosen: HTML = range.kind == .last28Days ? " checked" : ""
      return """
        <label><input type="radio" name="range" id="r-\(range.kind.days)"\(isChosen)>\
        <span>\(text: range.kind.name)</span></label>
        """
    }
    return """
      <fieldset class="ranges"><legend>Range</legend>\(buttons)</fieldset>
      \(report.ranges.map(part))\(Page.note(missing))
      """
  }

  private func part(_ range: TeamRange) -> HTML {
    """
    <div class="range p-\(range.kind.days)" role="group" aria-labelledby="g-\(range.kind.days)">\
    <h3 id="g-\(range.kind.days)">\(text: title(range))</h3>
    \(Card.html(report.cards(of: range.kpis)))\(chart(range))</div>

    """
  }

  private func title(_ range: TeamRange) -> String {
    let comparison =
      range.kpis.previous.map { before in
        range.kind == .yesterday
          ? ", compared with \(before.range.last.inWords), a week before"
          : ", compared with \(before.range.fromTo)"
      } ?? ". The data does not cover the days before"
    return report.recordedDays(of: range.kpis.current.range).fromTo + comparison
  }

  /// The days of the range, in weeks from 13 weeks on; for yesterday, the two weeks to it.
  private func chart(_ range: TeamRange) -> HTML {
    let days =
      range.kind == .yesterday ? Array(report.chart.days.suffix(14)) : range.kpis.current.days
    return TeamDays(report: report).impressions(days, id: "c-r-\(range.kind.days)")
  }

  /// The ranges that the data is too short for; empty if there are none.
  private var missing: String {
    let known = Set(report.ranges.map(\.kind))
    let names = TeamRange.Kind.allCases.filter { !known.contains($0) }.map(\.nameInSentence)
    guard !names.isEmpty, let first = report.firstDay else { return "" }
    return "The data starts on \(first.inWords), too late for \(names.listed)."
  }
}

extension TeamRange.Kind {
  fileprivate var name: String {
    switch self {
    case .yesterday: "Yesterday"
    case .last7Days: "7 days"
    case .last28Days: "28 days"
    case .last13Weeks: "13 weeks"
    case .year: "Year"
    }
  }

  fileprivate var nameInSentence: String {
    switch self {
    case .yesterday: "yesterday"
    case .year: "the 52 weeks of a year"
    default: name
    }
  }
}
