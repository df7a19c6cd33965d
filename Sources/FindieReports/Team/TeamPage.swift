import FindieAnalytics
import FindieDomain
import FindieText

/// The team's report as a page.
struct TeamPage {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var html: HTML {
    let period = report.period.inWords.capitalizedFirst
    let cards = TeamCards(report)
    let days = TeamDays(report)
    let players = TeamPlayers(report)
    let comparison =
      report.nothingBefore.map { ". \($0)" } ?? ", compared with \(report.period.beforeInWords)."
    return Page(
      brand: "Findie · team report", heading: "Nightly report, \(report.night.inWords)",
      title: "Findie team report, \(report.night)", subtitle: period + comparison,
      isGenerated: report.setting.isGenerated,
      footer:
        "Findie team report. kpi.csv and kpi.json next to this page have the same numbers, and "
        + "digest.md is a summary. studios.json has the path of each studio’s page.",
      links: links
    ).html(
      """
      \(Page.lead(TeamSentences(report).all))\
      \(Page.section("alerts", "Alerts", "\(Page.note(report.alerts.sentence))\(alerts)"))\
      \(Page.section("figures", period, Card.html(cards.cards)))\
      \(Page.section(
        "days", "Day by day", "\(days.charts)\(Page.details("Chart data", days.table))"))\
      \(Page.section("sessions", "Sessions and syncs", players.sessions))\
      \(Page.section("funnel", "From card to shop", funnel))\
      \(Page.section("back", "Retention", players.retention))\
      \(nightSection)\
      \(Page.section("catalogue", "Catalogue", Card.html(cards.catalogue)))\
      \(Page.section("studios", "Top studios", studios))\
      \(dataSections)\
      \(Glossary.html(report.setting, isForTeam: true))
      """)
  }

  private var links: [Page.Link] {
    guard report.findings != nil else { return [] }
    let previous = report.previousNight.map {
      Page.Link(name: "Previous night, \($0.inWords)", path: "../\($0)/index.html")
    }
    return [Page.Link(name: "All studios", path: "studios/index.html"), previous]
      .compactMap { $0 }
  }

  private var nightSection: HTML {
    report.findings.map {
      NightSection($0, titles: report.titles, recorded: report.setting.recorded).html
    } ?? ""
  }

  private var dataSections: HTML {
    guard let findings = report.findings else { return "" }
    let quality = QualitySection(quality: findings.dataQuality, freshness: freshness)
    let stages = LineageTable(stages: findings.lineage).html
    return """
      \(quality.html)\(Page.section("stages", "Stages", Page.details("Show stages", stages)))
      """
  }

  /// Empty without an alert.
  private var alerts: HTML {
    var table = HTMLTable(
      "Alerts",
      caption: """
        Values more than \(Figure.number(report.alerts.bound, places: 4, shown: 1)) deviations from the \
        median of their weekday. A deviation is 1.4826 × the median absolute deviation of eight weeks, \
        and at least what chance alone explains
        """, head: "KPI",
      columns: ["Day", "Value", "Expected", "From", "To", "Deviations"].map { .init($0) })
    for alert in report.alerts.alerts {
      table.append(
        "\(alert.isRise ? "▲" : "▼") \(text: alert.kpi.name)",
        [HTML(text: alert.day.short)]
          + [alert.value, alert.expected, alert.lower, alert.upper].map { alert.figure($0).html }
          + [alert.deviationFigure.html])
    }
    return table.html
  }

  private var freshness: [HTML] {
    report.freshness.map { entry in
      let record = entry.source == .interactions ? "swipe record" : "analytics event"
      guard let instant = entry.instant else { return "There are no \(text: record)s." }
      return """
        The newest \(text: record) is from \(text: instant), \(entry.hours) before the end of the \
        period.
        """
    }
  }

  /// Empty if the data records no step after the first, or has no impressions.
  private var funnel: HTML {
    guard report.current.tally[.impressions] > 0,
      report.funnelSteps.dropFirst().contains(where: { $0.count != nil })
    else { return "" }
    var table = HTMLTable(
      "From card to shop", caption: "All games, \(text: report.period.inWords)", head: "Step",
      columns: [
        .init("Events"), .init("Share of \(report.setting.impression)s"),
        .init("Chart", isInterval: true),
      ])
    for step in report.funnelSteps {
      let name = HTML(text: report.setting.name(of: step.measure))
      guard let count = step.count else {
        table.append(name, spanning: "not recorded in this data")
        continue
      }
      table.append(
        name,
        [Figure.count(count).html, Figure.share(step.share).html, HTMLTable.bar(step.share ?? 0)])
    }
    return table.html
  }

  private var studios: HTML {
    var table = HTMLTable(
      "Studios",
      caption: """
        The \(report.topStudios.count) of \(text: report.studios.count.grouped) studios with the most \
        \(text: report.setting.impression)s, \(text: report.period.inWords)
        """, head: "Studio",
      columns: [
        .init("Games"), .init(report.setting.name(of: .impressions)),
        .init("Like rate", isInterval: true),
      ])
    for top in report.topStudios {
      let name = HTML.title(top.studio.name)
      table.append(
        report.findings == nil
          ? name : "<a href=\"studios/\(text: top.studio.safeName)/index.html\">\(name)</a>",
        [
          Figure.count(top.studio.games.count).html, Figure.count(top.tally[.impressions]).html,
          SmallCharts.rate(.likeRate, of: top.tally, in: report.setting.recorded),
        ])
    }
    guard !table.isEmpty else { return "" }
    return report.findings == nil
      ? table.html : "\(table.html)<p><a href=\"studios/index.html\">All studios</a></p>"
  }
}
