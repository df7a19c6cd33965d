import FindieAnalytics
import FindieDomain

/// The team's report as a page.
struct TeamPage {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var html: String { Templates.render(context, with: "team") }

  private var context: [String: Any] {
    let recorded = report.setting.recorded
    var context: [String: Any] = [
      "css": StyleSheet.css, "brand": "Findie · team report",
      "heading": "The night of \(report.night.inWords)",
      "pageTitle": "Findie team report, \(report.night)",
      "when":
        "\(report.period.inWords.capitalizedFirst), beside the \(report.period.count) days before.",
      "isGenerated": report.setting.isGenerated,
      "footer":
        "Findie team report. The same numbers stand beside this page in kpi.csv and kpi.json; "
        + "studios.json tells where each studio’s report is.",
      "sentences": TeamSentences(report).html,
      "periodTitle": report.period.inWords.capitalizedFirst,
      "cards": cards, "catalogue": catalogue,
      "glossary": Glossary.html(
        recorded: recorded, notRecorded: report.setting.notRecordedSentence, forTeam: true),
    ]
    addDays(to: &context)
    let funnel = Funnel(tally: report.current.tally, recorded: recorded)
    context["hasFunnel"] = funnel.isWorthShowing
    context["funnel"] = funnel.rows
    context["funnelCaption"] = "All games, \(report.period.inWords)"
    context["hasRetention"] = !report.current.retention.isEmpty
    context["retention"] = report.current.retention.map(Self.row)
    context["hasStudios"] = !report.topStudios.isEmpty
    context["studios"] = report.topStudios.map(studioRow)
    context["studiosCaption"] =
      "The \(report.topStudios.count) of \(Figure.count(report.studioCount).words) studios with "
      + "most "
      + "impressions, \(report.period.inWords)"
    context["alertsSentence"] = report.alerts.sentence
    context["alerts"] = report.alerts.alerts.map(\.sentence)
    if let findings = report.findings {
      context["night"] = NightSection(findings, titles: report.titles).context
      context["quality"] = QualitySection(findings.dataQuality).context
    }
    return context
  }

  private var cards: [[String: Any]] {
    let (now, before) = (report.current, report.previous)
    func count(_ name: String, _ value: Int, _ past: Int) -> Card {
      Card(name, .count(value), change: Card.change(from: past, to: value))
    }
    func measure(_ measure: Measure) -> Card {
      count(measure.name, now.tally[measure], before.tally[measure])
    }
    var cards = [
      count("Players", now.activePlayers, before.activePlayers),
      Card(
        "Players a day", .number(now.meanDailyActive, places: 2),
        change: "from " + Figure.number(before.meanDailyActive, places: 2).html),
      count("Sign-ups", now.signUps, before.signUps),
      count("Impressions (discoveries)", now.tally[.impressions], before.tally[.impressions]),
      Card("Like rate", now.tally.likeRate, outOf: "impressions"),
    ]
    if let stickiness = now.stickiness {
      let past = before.stickiness.map { "from " + Figure.share($0).html } ?? ""
      cards.insert(Card("Stickiness", .share(stickiness), change: past), at: 2)
    }
    if let found = now.discoveriesPerSession, let liked = now.likesPerSession {
      cards.append(count("Sessions", now.sessions, before.sessions))
      cards.append(
        Card(
          "Discoveries a session", .number(found, places: 2),
          change: "of which liked " + Figure.number(liked, places: 2).html))
    }
    let others: [Measure] = [.likes, .superLikes, .wishlistAdds, .shares, .externalClicks]
    for other in others where report.setting.recorded.contains(other) {
      cards.append(measure(other))
    }
    return cards.map(\.values)
  }

  private var catalogue: [[String: Any]] {
    let health = report.current.catalogue
    var cards = [
      Card(
        "Games out", .count(health.gamesOut),
        change: "\(Figure.count(health.gamesAnnounced).html) more announced"),
      Card("Not shown in the period", .count(health.notShownInRange), change: "of the games out"),
      Card("Never shown", .count(health.neverShown), change: "of the games out"),
    ]
    if let share = health.topShare {
      cards.append(
        Card(
          "Impressions of the top 1%", .share(share.estimate),
          change: "go to \(Figure.count(health.topGames).html) "
            + (health.topGames == 1 ? "game" : "games")))
    }
    return cards.map(\.values)
  }

  private func addDays(to context: inout [String: Any]) {
    let days = report.chart.days
    guard days.contains(where: { $0.monthlyActive > 0 || $0.signUps > 0 }) else {
      context["noChart"] = "Nobody was there in \(report.chart.range.inWords)."
      return
    }
    let bins = DayBins(of: report.chart.range)
    let range = report.chart.range
    func values(_ value: (KPIDay) -> Int) -> [Int] { days.map(value) }
    let charts = [
      DailyChart(
        title: "Players", grain: "on each day", range: range, shape: .lines,
        series: [
          .init(name: "of the day", values: values(\.dailyActive)),
          .init(name: "of seven days", values: values(\.weeklyActive)),
        ], id: "c-players"),
      DailyChart(
        title: "Impressions and likes", grain: bins.grain, range: bins.range, shape: .bars,
        series: [
          .init(name: "Impressions", values: bins.sums(values { $0.tally[.impressions] })),
          .init(
            name: report.setting.likesName,
            values: bins.sums(values { min($0.tally.positives, $0.tally[.impressions]) })),
        ], id: "c-impressions"),
      DailyChart(
        title: "Sign-ups", grain: bins.grain, range: bins.range, shape: .bars,
        series: [.init(name: "Sign-ups", values: bins.sums(values(\.signUps)))], id: "c-signups"),
    ]
    context["charts"] = charts.map(\.html)
    context["hasDays"] = days.count <= 100
    context["days"] =
      days.count > 100
      ? []
      : days.reversed().map { day in
        [
          "day": day.day.description,
          "cells": [
            day.dailyActive, day.weeklyActive, day.signUps, day.tally[.impressions],
            day.tally.positives,
          ].map { Figure.count($0).html },
        ] as [String: Any]
      }
  }

  private static func row(_ cohort: RetentionCohort) -> [String: Any] {
    [
      "month": cohort.start.monthInWords, "size": Figure.count(cohort.size).html,
      "cells": RetentionCohort.headlines.map { offset in
        cohort.retained(after: offset).map {
          "\(Figure.share($0.estimate).html)<small>\(Figure.count($0.successes).html) of "
            + "\(Figure.count($0.trials).html)</small>"
        } ?? "<small>too early</small>"
      },
    ]
  }

  private func studioRow(_ top: TeamReport.TopStudio) -> [String: Any] {
    var row: [String: Any] = [
      "name": top.studio.name, "impressions": Figure.count(top.tally[.impressions]).html,
      "rate": SmallCharts.rate(top.tally.likeRate),
    ]
    if report.findings != nil { row["link"] = "studios/\(top.studio.safeName)/index.html" }
    return row
  }
}
