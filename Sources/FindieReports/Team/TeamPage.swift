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
        report.nothingBefore.map { "\(report.period.inWords.capitalizedFirst). \($0)" }
        ?? "\(report.period.inWords.capitalizedFirst), beside \(report.period.count == 1 ? "the day" : "the \(report.period.count) days") before.",
      "isGenerated": report.setting.isGenerated,
      "footer":
        "Findie team report. The same numbers stand beside this page in kpi.csv and kpi.json, and "
        + "in short in digest.md; studios.json tells where each studio’s report is.",
      "sentences": TeamSentences(report).all.map(\.html),
      "periodTitle": report.period.inWords.capitalizedFirst,
      "cards": cards, "catalogue": catalogue,
      "glossary": Glossary.html(
        recorded: recorded, notRecorded: report.setting.notRecordedSentence, forTeam: true),
    ]
    let days = TeamDays(report)
    context["charts"] = days.charts
    context["dayTable"] = days.table
    context["funnel"] = funnel
    let people = TeamPeople(report)
    context["sessions"] = people.sessions
    context["retention"] = people.retention(report.current.retention)
    context["weeklyRetention"] = people.retention(report.current.weeklyRetention)
    context["studios"] = studios
    context["hasIndex"] = report.findings != nil
    context["alertsSentence"] = report.alerts.sentence
    context["alerts"] = alerts
    if let findings = report.findings {
      context["hasLineage"] = !findings.lineage.isEmpty
      context["night"] =
        NightSection(
          findings, titles: report.titles, recorded: report.setting.recorded
        ).context
      context["quality"] =
        QualitySection(
          findings.dataQuality, freshness: freshness
        ).context
    }
    return context
  }

  private var cards: [[String: Any]] {
    let (now, before) = (report.current, report.previous)
    let recorded = report.setting.recorded
    func count(_ name: String, _ number: (TeamKPIs) -> Int) -> Card {
      Card(
        name, .count(number(now)),
        change: before.map { Card.change(from: number($0), to: number(now)) } ?? "")
    }
    func from(_ figure: Figure?) -> String { figure.map { "from " + $0.html } ?? "" }
    var cards = [
      count("Players") { $0.activePlayers },
      Card(
        "Players a day", .number(now.meanDailyActive, places: 2),
        change: from(before.map { .number($0.meanDailyActive, places: 2) })),
      count("Sign-ups") { $0.signUps },
      count("Impressions (discoveries)") { $0.tally[.impressions] },
      .likeRate(
        of: now.tally, in: recorded,
        change: before?.tally.rate(.likeRate, in: recorded).map {
          "before " + Figure.share($0.estimate).html
        }),
    ]
    if let stickiness = now.stickiness {
      let past = before?.stickiness.map { Figure.share($0) }
      cards.insert(Card("Stickiness", .share(stickiness), change: from(past)), at: 2)
    }
    if now.sessions > 0 {
      let figures = report.figures(now)
      cards.append(count("Sessions") { $0.sessions })
      cards.append(
        Card(
          "Discoveries a session", figures.discoveriesPerSession,
          change: "of which liked: " + figures.likesPerSession.html))
    }
    let others: [Measure] = [.likes, .superLikes, .wishlistAdds, .shares, .externalClicks]
    for other in others where recorded.contains(other) {
      cards.append(count(other.name) { $0.tally[other] })
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

  /// The alerts as a table, the newest day first; empty text without any.
  private var alerts: String {
    var table = HTMLTable(
      "Alerts",
      caption: "What is further from its weekday’s median than "
        + "\(Figure.number(report.alerts.bound, places: 4, shown: 1).html) deviations: those of eight "
        + "weeks (1.4826 × the median distance), at least what chance alone makes",
      head: "KPI",
      columns: [
        .init(name: "Day"), .init(name: "Is"), .init(name: "Expected"), .init(name: "From"),
        .init(name: "To"), .init(name: "Deviations"),
      ])
    for alert in report.alerts.alerts {
      table.append(
        "\(alert.isRise ? "▲" : "▼") \(alert.kpi.name)",
        [alert.day.short]
          + [alert.value, alert.expected, alert.lower, alert.upper].map { alert.figure($0).html }
          + [alert.deviationFigure.html])
    }
    return table.isEmpty ? "" : table.html
  }

  private var freshness: [String] {
    report.freshness.map { entry in
      let record = entry.source == .interactions ? "swipe record" : "analytics event"
      guard let instant = entry.instant else { return "There is no \(record)." }
      return "The newest \(record) is of \(instant), \(entry.hours.html) before the night."
    }
  }

  private var funnel: String {
    guard Funnel(tally: report.current.tally, recorded: report.setting.recorded).isWorthShowing
    else { return "" }
    var table = HTMLTable(
      "From card to shop", caption: "All games, \(report.period.inWords)", head: "Step",
      columns: [
        .init(name: "Times"), .init(name: "Of impressions"),
        .init(name: "To scale", isInterval: true),
      ])
    for step in report.funnelSteps {
      guard let count = step.count else {
        table.append(step.measure.name, spanning: "not recorded in this data")
        continue
      }
      table.append(
        step.measure.name,
        [Figure.count(count).html, Figure.share(step.share).html, HTMLTable.bar(step.share ?? 0)])
    }
    return table.html
  }

  private var studios: String {
    guard !report.topStudios.isEmpty else { return "" }
    var table = HTMLTable(
      "Studios",
      caption: "The \(report.topStudios.count) of \(Figure.count(report.studios.count).words) "
        + "studios with most impressions, \(report.period.inWords)", head: "Studio",
      columns: [
        .init(name: "Games"), .init(name: "Impressions"),
        .init(name: "Like rate", isInterval: true),
      ])
    for top in report.topStudios {
      let name = "<bdi>\(escaped(top.studio.shownName))</bdi>"
      table.append(
        report.findings == nil
          ? name : "<a href=\"studios/\(top.studio.safeName)/index.html\">\(name)</a>",
        [
          Figure.count(top.studio.games.count).html, Figure.count(top.tally[.impressions]).html,
          SmallCharts.rate(.likeRate, of: top.tally, in: report.setting.recorded),
        ])
    }
    return table.html
  }
}
