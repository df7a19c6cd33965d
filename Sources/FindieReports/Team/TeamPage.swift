import FindieAnalytics
import FindieDomain
import FindieText

struct TeamPage {
  let report: TeamReport

  var html: HTML {
    let period = report.recordedDays(of: report.period).fromTo
    let sections = sections
    let comparison =
      report.nothingBefore.map { ". \($0)" } ?? ", compared with \(report.period.previous.fromTo)."
    return Page(
      brand: "Findie · team report", heading: "Nightly report, \(report.night.inWords)",
      title: "Findie team report, \(report.night)", subtitle: period + comparison,
      isGenerated: report.setting.isGenerated,
      footer:
        "Findie team report. kpi.csv and kpi.json next to this page have the same numbers, and "
        + "digest.md is a summary. studios.json has the path of each studio’s page.",
      links: links, style: StyleSheet.team
    ).html(
      """
      \(story)\(Page.contents(sections.map { ($0.id, $0.heading) }))\
      \(sections.map { Page.section($0.id, $0.heading, $0.body) })\
      \(Glossary.html(report.setting, Definition.team))
      """)
  }

  /// What happened, why and what to do, one chart, and the summary.
  private var story: HTML {
    let findings = TeamStory(report).findings
    let sentences = TeamSentences(report: report).all
    let top = findings.prefix(TeamStory.shown)
    let rest = findings.dropFirst(TeamStory.shown)
    let more = Page.details(
      "\(rest.count.counted("more finding"))",
      "\(rest.prefix(Self.mostFindings).map { $0.html(in: report) })\(left(rest.count))")
    let heading = findings.isEmpty ? "What changed" : "What happened"
    return """
      <section class="story" aria-labelledby="h-story"><h2 id="h-story">\(text: heading)</h2>
      \(findings.isEmpty ? Page.lead(sentences) : "\(top.map { $0.html(in: report) })")\
      \(rest.isEmpty ? "" : more)\(TeamDays(report: report).story(findings.first))\
      \(findings.isEmpty ? "" : Page.lead(sentences))</section>

      """
  }

  /// The findings on the page after the first ones; `kpi.json` has all.
  private static let mostFindings = 10

  private func left(_ count: Int) -> HTML {
    count > Self.mostFindings
      ? Page.note("kpi.json has \((count - Self.mostFindings).counted("more finding")).") : ""
  }

  /// Those with a body.
  private var sections: [(id: String, heading: String, body: HTML)] {
    let ranges = TeamRanges(report: report).html
    let days = TeamDays(report: report)
    let players = TeamPlayers(report: report)
    let night = report.findings.map { NightSection(findings: $0, report: report) }
    let experiments = report.findings.flatMap { ExperimentSection(results: $0.experiments).body }
    let partners = report.findings?.partners.map {
      PartnerSection(findings: $0, report: report).body
    }
    let data = report.findings.map { findings in
      (
        quality: QualitySection(quality: findings.dataQuality, freshness: freshness).html,
        stages: LineageTable(stages: findings.lineage).html
      )
    }
    let sections: [(String, String, HTML?)] = [
      (
        "figures",
        ranges.isEmpty ? report.recordedDays(of: report.period).fromTo : "Figures",
        """
        \(ranges.isEmpty ? Card.html(report.cards(of: report.kpis)) : ranges)\
        \(Page.note(notRecorded))
        """
      ),
      ("days", "Day by day", "\(charts(days))\(Page.details("Chart data", days.table))"),
      (
        "alerts", "Alerts",
        "\(Page.note(report.alerts.sentence))\(Page.details("Show alerts", alerts))\(extremes)"
      ),
      ("sessions", "Sessions and syncs", players.sessions),
      ("funnel", "From card to shop", funnel), ("back", "Retention", players.retention),
      ("models", "Recommendations", night?.recommendations),
      ("experiments", "Experiments", experiments), ("rising", "Trending and new", night?.games),
      ("partners", "Partners", partners),
      (
        "catalogue", "Catalogue",
        Card.html(
          report.health.cards(in: report.setting, since: report.allTimeRange.first))
      ),
      ("studios", "Top studios", studios), ("data", "Data quality", data?.quality),
      ("stages", "Stages", (data?.stages).map { Page.details("Show stages", $0) }),
    ]
    return sections.compactMap { id, heading, body in
      body.flatMap { $0.isEmpty ? nil : (id, heading, $0) }
    }
  }

  /// The numbers without events or records; the glossary has the measures.
  private var notRecorded: String {
    let names = KPI.forReaders.filter {
      $0.places.contains(.digest) && !$0.isRate && Measure(rawValue: $0.key) == nil
        && $0.firstDay(in: report.recorded) == nil
    }.map(\.inSentence)
    return names.isEmpty ? "" : "Not recorded in this data: \(names.listed)."
  }

  private func charts(_ days: TeamDays) -> HTML { "<div class=\"two\">\(days.charts)</div>" }

  private var links: [Page.Link] {
    report.findings == nil
      ? []
      : [Page.Link(name: "All studios", path: "studios/index.html")]
        + report.previousNight("index.html", from: "../")
  }

  /// Empty without an alert.
  private var alerts: HTML {
    HTMLTable<KPIAlert>(
      label: "Alerts",
      caption: "Values that are unusual after the eight weeks before, and the range that is usual",
      head: "KPI",
      columns: [
        .init("Day") { HTML(text: $0.day.short) }, .init("Value") { $0.figure($0.value) },
        .init("Expected") { $0.figure($0.expected) }, .init("From") { $0.figure($0.lower) },
        .init("To") { $0.figure($0.upper) },
      ]
    ) { "\($0.isRise ? "▲" : "▼") \(text: $0.kpi.name)" }.html(of: report.alerts.alerts)
  }

  /// Games whose likes look like those of a group of accounts; empty without any.
  private var extremes: HTML {
    HTMLTable<ExtremeDay>(
      label: "Extreme like rates",
      caption: """
        Days on which nearly all cards of a game led to a like: with 95% confidence, more than \
        \(text: ExtremeDay.bound.percent(0))
        """, head: "Game",
      columns: [
        .init("Day") { HTML(text: $0.day.short) },
        .init("Likes and super-likes") { .count($0.rate.successes) },
        .init("Cards") { .count($0.rate.trials) },
      ]
    ) { report.link(toGame: $0.game.id) }.html(of: report.extremeDays.prefix(10))
  }

  private var freshness: [HTML] {
    report.freshness.map { entry in
      let record = entry.source.recordInWords
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
    return HTMLTable<FunnelStep>(
      label: "From card to shop",
      caption: "All games, \(text: report.recordedDays(of: report.period).fromTo)", head: "Step",
      sentence: { $0.count == nil ? "not recorded on all days" : nil },
      columns: [
        .init("Events") { .count($0.count ?? 0) },
        .init("Share of \(report.setting.impression)s") { .share($0.share) },
        .chart { $0.share ?? 0 },
      ]
    ) { HTML(text: report.setting.name(of: $0.measure)) }.html(of: report.funnelSteps)
  }

  private var studios: HTML {
    let placeholders: HTML =
      report.studios.contains { Developer.isPlaceholder($0.studio.name) }
      ? ", without games of unknown studios" : ""
    let table = HTMLTable<TeamReport.TopStudio>(
      label: "Studios",
      caption: """
        The \(report.topStudios.count) of \(text: report.studios.count.grouped) studios with the most \
        \(text: report.setting.impression)s, \
        \(text: report.recordedDays(of: report.period).fromTo)\(placeholders)
        """, head: "Studio",
      columns: [
        .init("Games") { .count($0.studio.games.count) },
        .init(report.setting.name(of: .impressions)) { .count($0.tally[.impressions]) },
        .init("Like rate", isInterval: true) {
          SmallCharts.rate(.likeRate, of: $0.tally, in: report.setting.recorded)
        },
      ]
    ) { top in
      let name = HTML.title(top.studio.name)
      return report.findings == nil
        ? name : "<a href=\"studios/\(text: top.studio.safeName)/index.html\">\(name)</a>"
    }.html(of: report.topStudios)
    return table.isEmpty || report.findings == nil
      ? table : "\(table)<p><a href=\"studios/index.html\">All studios</a></p>"
  }
}
