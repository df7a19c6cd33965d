import FindieAnalytics
import FindieDomain
import FindieText

/// The synchronization with partners, their numbers, and the price drops.
struct PartnerSection {
  let findings: PartnerFindings
  let report: TeamReport
  private var night: Day { report.night }

  var body: HTML {
    let notes = findings.statuses.compactMap { $0.delay(on: night) }.map {
      "<p class=\"note\">\($0.html)</p>\n" as HTML
    }
    return
      "\(statuses)\(notes)<p class=\"note\">\(findings.drops.sentence.html)</p>\n\(games)\(metrics)"
  }

  private var statuses: HTML {
    HTMLTable<PartnerStatus>(
      label: "Partners", caption: "The last synchronization with each partner", head: "Partner",
      columns: [
        .init("Last success") { time($0.succeededAt) },
        .init("Oldest answer", isRoomy: true) { time($0.oldestAnswer) },
        .init("Answers") { .count($0.answers) }, .init("Failures") { .count($0.failures) },
        .init("Games") { .count($0.games) }, .init("Prices") { .count($0.prices) },
        .init("Wishlists") { .count($0.wishlists) },
      ]
    ) { .title($0.title) }.html(of: findings.statuses)
  }

  private var metrics: HTML {
    let all = MetricSeries.all(of: findings.metrics, on: night)
    let falls = all.filter(\.fell).map { "<p class=\"note\">\($0.fall.html)</p>\n" as HTML }
    let shown = all.prefix(Self.shownMetrics)
    let table = HTMLTable<MetricSeries>(
      label: "Numbers of partners",
      caption: "Numbers of partners: the last day with one, and a week before", head: "Metric",
      columns: [
        .init("Segment", isText: true) { $0.segment.isEmpty ? "All" : .title($0.segment) },
        .init("Day") { "\(text: $0.latest.day.description)" },
        .init("Number") { $0.latest.figure }, .init("95% interval") { $0.latest.interval },
        .init("Week before") { $0.weekBefore?.figure ?? .none },
      ]
    ) { .title($0.title) }.html(of: shown)
    let left = all.count - shown.count
    let note: HTML =
      left == 0 ? "" : "<p class=\"note\">kpi.json has \(Figure.count(left)) more.</p>\n"
    return "\(falls)\(table)\(note)"
  }

  /// The rows on the page; `kpi.json` has all.
  private static let shownMetrics = 60

  private func time(_ time: Timestamp?) -> HTML {
    guard let time else { return "never" }
    return "\(text: time.day.description)<small>\(time.age(on: night).html)</small>"
  }

  private var games: HTML {
    HTMLTable<PriceDropSummary.Game>(
      label: "Price drops", caption: "Price drops: the games on the most players’ wishlists",
      head: "Game", columns: [.init("Players") { .count($0.players) }]
    ) { report.link(toGame: $0.gameId) }.html(of: findings.drops.topGames)
  }
}

extension PartnerMetric {
  fileprivate var interval: HTML {
    guard let rate else { return Figure.none.html }
    return "\(Figure.fineShare(rate.lower)) to \(Figure.fineShare(rate.upper))"
  }
}

extension MetricSeries {
  /// Such as `App Store: Downloads`.
  fileprivate var title: String {
    "\(PartnerStatus.title(of: partner)): \(PartnerMetric.title(of: metric))"
  }

  fileprivate var fall: Sentence {
    let part: Sentence = segment.isEmpty ? "" : " of \(title: segment)"
    return
      "\(title: title)\(part) fell significantly, from "
      + "\(weekBefore?.figure ?? .none) a week before to \(latest.figure)."
  }
}

extension PartnerStatus {
  /// How old the data is, and the first failure; nil if the last synchronization succeeded on the
  /// night's day or later.
  func delay(on night: Day) -> Sentence? {
    let failure: Sentence = message.map { " The first failure: \(title: $0)." } ?? ""
    guard let succeededAt else { return "\(title: title) never answered.\(failure)" }
    guard succeededAt.days(before: night) > 0 else { return nil }
    return
      "\(title: title) last answered \(succeededAt.age(on: night)). Older data is used.\(failure)"
  }
}

extension Timestamp {
  /// The number of days from the time's UTC day to `night`; 0 if it is later.
  func days(before night: Day) -> Int { max(0, night.days(since: day)) }

  /// Such as `3 days ago`.
  fileprivate func age(on night: Day) -> Sentence {
    "\(Sentence.counted(.count(days(before: night)), "day")) ago"
  }
}

extension PriceDropSummary {
  var sentence: Sentence {
    games == 0
      ? "No game costs less than when a player wished for it."
      : "Games that cost less than when players wished for them: \(.count(games)), on the wishlists of "
        + "\(Sentence.counted(.count(players), "player"))."
  }
}

extension PartnerMetric {
  /// What is counted, such as `Sign-ups`; the metric's id if its words are not known.
  static func title(of metric: String) -> String {
    CrashFreeMetric(rawValue: metric)?.name ?? titles[metric] ?? metric
  }

  private static let titles = [
    "signUps": "Sign-ups", "accounts": "Accounts", "invites": "Invites",
    "invitesOpened": "Invites opened", "invitesJoined": "Invites joined", "kFactor": "k-factor",
    "crashesWithSession": "Crashes with a known session", "downloads": "Downloads",
    "impressions": "Impressions", "productPageViews": "Product page views",
    "viewers": "Viewers", "conversion": "Conversion", "subscriptionUnits": "Subscriptions sold",
    "proceeds": "Proceeds", "activeDevices": "Active devices",
    "retentionDay1": "Retention after 1 day", "retentionDay7": "Retention after 7 days",
    "retentionDay28": "Retention after 28 days",
  ]
}
