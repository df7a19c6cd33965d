import FindieAnalytics
import FindieDomain
import FindieText

/// The numbers of the team's report.
struct TeamReport: Sendable {
  let night: Day
  let current: TeamKPIs
  /// The preceding period of the same length; nil if the data does not cover all of it.
  let previous: TeamKPIs?
  /// The first day with an event; nil without events.
  let firstDay: Day?
  /// The days of the charts.
  let chart: TeamKPIs
  let allTime: Tally
  let allTimeRange: DayRange
  let alerts: KPIAlerts
  /// The newest event of each record; nil without events.
  let newestEvents: [(source: EventSource, instant: Timestamp?)]
  let users: Int
  let setting: ReportSetting
  /// The last 4 complete weeks, which studios' reports are about.
  let closedWeeks: DayRange
  /// Days of the period with an extreme like rate of a game.
  let extremeDays: [ExtremeDay]
  /// Games by id.
  let games: [ExactText: Game]
  /// The address of the studio's page by developer id; none for a studio without a report.
  let pages: [ExactText: String]
  /// Results of other stages; nil for a report of the KPIs only.
  let findings: NightFindings?
  /// The studios with the most impressions in the period, without placeholders for an unknown
  /// studio.
  let topStudios: [TopStudio]
  /// All studios in order of developer id.
  let studios: [TopStudio]

  struct TopStudio: Sendable {
    let studio: Studio
    let tally: Tally
    /// In the weeks of studios' reports.
    let closed: Tally
    /// Nil for a studio with a report.
    let inactivity: InactivityReason?
  }

  /// The run before this one; nil if it is not known.
  var previousNight: Day? {
    findings?.health.map(\.day).last { $0 < night }
  }

  var period: DayRange { current.range }

  /// Days on which more crashed than chance explains, newest first.
  var crashAlerts: [CrashAlert] {
    CrashAlert.all(in: findings?.partners?.metrics ?? [], on: night)
  }

  /// Why there is no earlier period to compare with; nil if there is one.
  var nothingBefore: String? {
    guard previous == nil else { return nil }
    return "There is no earlier period to compare with: the data "
      + (firstDay.map { "starts on \($0.inWords)." } ?? "has no events yet.")
  }

  /// The changes since the previous period, by KPI; empty without one.
  var changes: [(key: String, change: Change?)] {
    previous.map { current.changes(since: $0) } ?? []
  }

  func change(of key: String) -> Change? { changes.first { $0.key == key }?.change }

  /// A game's title, with a link to its studio's page if there is one.
  func link(toGame gameId: String) -> HTML {
    guard let game = games[ExactText(gameId)] else { return .title(gameId) }
    let title = HTML.title(game.title)
    guard findings != nil, let page = pages[ExactText(game.developerId)] else { return title }
    return "<a href=\"\(text: page)\">\(title)</a>"
  }

  func figures(_ kpis: TeamKPIs) -> KPIFigures {
    KPIFigures(kpis: kpis, recorded: setting.recorded)
  }
}

extension TeamReport {
  /// The KPIs as a table: one row for the period, one for the period before if the data covers it,
  /// and one per day of the chart. Then follows one row for each other number of the document, in
  /// the last columns: what it describes (`item`), its name (`measure`) and its value.
  var csv: CSVTable {
    let periods = [("current", current)] + (previous.map { [("previous", $0)] } ?? [])
    var keys = figures(current).named.map(\.key)
    keys.insert("dailyActive", at: 2)
    var table = CSVTable(
      header: ["period", "from", "to"] + keys + [
        "likeRate", "likeRateLower", "likeRateUpper", "approval", "approvalLower", "approvalUpper",
      ] + TeamDetail.header)
    func append(
      _ period: String, _ range: DayRange, _ named: [(key: String, figure: Figure)], _ tally: Tally
    ) {
      let byKey = Dictionary(uniqueKeysWithValues: named.map { ($0.key, $0.figure) })
      table.append(
        [.text(period), .text(range.first.description), .text(range.last.description)]
          + keys.map { (byKey[$0] ?? .none).cell }
          + [Rate.likeRate, .approval].flatMap {
            PeriodFigures.cells(of: $0, tally, in: setting.recorded)
          } + TeamDetail.header.map { _ in .empty })
    }
    for (period, kpis) in periods {
      append(period, kpis.range, figures(kpis).named, kpis.tally)
    }
    for day in chart.days {
      append(
        "day", DayRange(first: day.day, last: day.day), KPIFigures.named(day), day.tally)
    }
    let blanks = [CSVTable.Cell](repeating: .empty, count: keys.count + 6)
    for detail in details {
      table.append(
        [
          .text(detail.section), .text(detail.range.first.description),
          .text(detail.range.last.description),
        ] + blanks + detail.cells)
    }
    return table
  }
}

/// The team's figures of one period, in the order in which every format writes them.
struct KPIFigures: Sendable {
  let kpis: TeamKPIs
  /// The measures that the data has events of.
  let recorded: Set<Measure>

  /// Every figure by its key.
  var named: [(key: String, figure: Figure)] {
    // Sessions of one event have no duration.
    let length = kpis.sessionLength
    let quartiles = length.instant < length.sessions ? length.quartiles : nil
    return [
      ("signUps", .count(kpis.signUps)),
      ("activePlayers", .count(kpis.activePlayers)),
      ("meanDailyActive", .number(kpis.meanDailyActive, places: 2)),
      ("weeklyActive", .count(kpis.days.last?.weeklyActive ?? 0)),
      ("monthlyActive", .count(kpis.days.last?.monthlyActive ?? 0)),
      ("stickiness", .share(kpis.stickiness)),
      ("sessions", .count(kpis.sessions)),
      ("sessionsBegun", .count(kpis.sessionLength.sessions)),
      ("sessionsOfOneInstant", .count(kpis.sessionLength.instant)),
      ("sessionSecondsLowerQuartile", Self.tenths(quartiles?.lower)),
      ("sessionSecondsMedian", Self.tenths(quartiles?.median)),
      ("sessionSecondsUpperQuartile", Self.tenths(quartiles?.upper)),
      ("steamSyncs", .count(kpis.syncs.steam)),
      ("itchioSyncs", .count(kpis.syncs.itchio)),
      ("discoveriesPerSession", discoveriesPerSession), ("likesPerSession", likesPerSession),
    ] + Measure.allCases.map { ($0.rawValue, .count(kpis.tally[$0])) }
  }

  var discoveriesPerSession: Figure {
    guard recorded.contains(.impressions) else { return .notRecorded }
    return kpis.discoveriesPerSession.map { .number($0, places: 2) } ?? .none
  }

  var likesPerSession: Figure {
    guard recorded.contains(.likes) || recorded.contains(.superLikes) else { return .notRecorded }
    return kpis.likesPerSession.map { .number($0, places: 2) } ?? .none
  }

  static func named(_ day: KPIDay) -> [(key: String, figure: Figure)] {
    [
      ("signUps", .count(day.signUps)),
      ("dailyActive", .count(day.dailyActive)),
      ("weeklyActive", .count(day.weeklyActive)),
      ("monthlyActive", .count(day.monthlyActive)),
      ("sessions", .count(day.sessions)),
      ("steamSyncs", .count(day.syncs.steam)),
      ("itchioSyncs", .count(day.syncs.itchio)),
    ] + Measure.allCases.map { ($0.rawValue, .count(day.tally[$0])) }
  }

  /// Seconds with one decimal.
  private static func tenths(_ seconds: Double?) -> Figure {
    seconds.map { .number($0, places: 1, unit: " s") } ?? .notRecorded
  }

  var json: JSONValue {
    .object(
      named.map { (key: $0.key, value: $0.figure.json) }
        + [Rate.likeRate, .approval].map { rate in
          (
            key: rate.rawValue,
            value: PeriodFigures.json(of: kpis.tally.rate(rate, in: recorded))
          )
        })
  }
}

/// The team's headline figures.
struct TeamCards {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var cards: [Card] {
    let (now, before) = (report.current, report.previous)
    let recorded = report.setting.recorded
    func count(_ name: String, _ key: String, _ number: (TeamKPIs) -> Int) -> Card {
      Card(
        name, .count(number(now)),
        change: before.map {
          Card.change(report.change(of: key), from: number($0), to: number(now))
        } ?? "")
    }
    func from(_ figure: Figure?) -> HTML { figure.map { "from \($0)" } ?? "" }
    var cards = [count("Players", "activePlayers") { $0.activePlayers }]
    cards.append(
      Card(
        "Players per day", .number(now.meanDailyActive, places: 2),
        change: from(before.map { .number($0.meanDailyActive, places: 2) })))
    if let stickiness = now.stickiness {
      cards.append(
        Card(
          "Stickiness", .share(stickiness), change: from(before?.stickiness.map { .share($0) })))
    }
    cards += [
      count("Sign-ups", "signUps") { $0.signUps },
      count(
        report.setting.hasViews ? "Impressions (discoveries)" : "Verdicts (discoveries)",
        Measure.impressions.rawValue
      ) { $0.tally[.impressions] },
      .likeRate(
        of: now.tally, in: report.setting,
        change: Card.change(
          report.change(of: Rate.likeRate.rawValue),
          from: before?.tally.rate(.likeRate, in: recorded),
          to: now.tally.rate(.likeRate, in: recorded))),
    ]
    if now.sessions > 0 {
      let figures = report.figures(now)
      cards.append(count("Sessions", "sessions") { $0.sessions })
      cards.append(
        Card(
          "Discoveries per session", figures.discoveriesPerSession,
          change: "likes per session: \(figures.likesPerSession)"))
    }
    let others: [Measure] = [.likes, .superLikes, .wishlistAdds, .shares, .externalClicks]
    return cards
      + others.filter { recorded.contains($0) }.map { other in
        count(other.name, other.rawValue) { $0.tally[other] }
      }
  }

  var catalogue: [Card] {
    let health = report.current.catalogue
    let top = health.topShare.map { share in
      Card(
        "\(report.setting.name(of: .impressions)) of the top 1%", .share(share.estimate),
        change: """
          go to \(Figure.count(health.topGames)) \(health.topGames == 1 ? "game" : "games")
          """)
    }
    return [
      Card(
        "Released games", .count(health.gamesOut),
        change: "\(Figure.count(health.gamesAnnounced)) more announced"),
      Card(
        "Not shown in the period", .count(health.notShownInRange), change: "of the released games"),
      Card("Never shown", .count(health.neverShown), change: "of the released games"),
    ] + (top.map { [$0] } ?? [])
  }
}
