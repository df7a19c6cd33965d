import FindieAnalytics
import FindieDomain

/// What the night's other rooms found: models, trending, new releases.
struct NightSection {
  private let findings: NightFindings
  private let titles: [ExactText: String]
  private let recorded: Set<Measure>
  private static let shown = 10

  init(_ findings: NightFindings, titles: [ExactText: String], recorded: Set<Measure>) {
    self.findings = findings
    self.titles = titles
    self.recorded = recorded
  }

  var context: [String: Any] {
    var context: [String: Any] = [
      "hasModels": findings.evaluation != nil, "listsSentence": listsSentence,
      "notes": findings.notes + [findings.backtest, findings.positions].filter { !$0.isEmpty },
      "trending": trending, "releases": releases, "releasesCaption": releasesCaption,
    ]
    context["health"] = NightsTable(findings.health).html
    context["shape"] = ListShapeTables.html(findings.exposure, findings.drops)
    guard let evaluation = findings.evaluation else { return context }
    let best = evaluation.rows.map(\.recall).max() ?? 0
    context["verdict"] = evaluation.verdict
    context["cutoff"] = String(evaluation.cutoff)
    context["evaluationCaption"] =
      "On what was held out of what \(Figure.count(evaluation.playersEvaluated).words) players are for: "
      + "likes, wishlists, what they own"
    context["models"] = evaluation.rows.map { row in
      [
        "model": row.model, "isPublished": row.isPublished, "recall": Figure.share(row.recall).html,
        "ndcg": Figure.share(row.ndcg).html, "coverage": Figure.share(row.coverage).html,
        "bar": HTMLTable.bar(best > 0 ? row.recall / best : 0),
      ] as [String: Any]
    }
    return context
  }

  private var listsSentence: String {
    let lists = findings.lists
    func number(_ count: Int) -> String { Figure.count(count).html }
    return
      "\(number(lists.players)) players got a list: \(number(lists.personal)) from what they did, "
      + "\(number(lists.genres)) from their favourite genres, \(number(lists.popular)) from what "
      + "is "
      + "popular. \(number(lists.similar)) games have a list of similar games."
  }

  private var trending: [[String: Any]] {
    let games = findings.trending.first { $0.genre == nil }?.games ?? []
    return games.prefix(Self.shown).map { entry in
      var row: [String: Any] = [
        "title": title(of: entry.gameId),
        "lift": Figure.number(entry.lift, places: 4, shown: 2, unit: "×").html,
        "lower": Figure.number(entry.lowerBound, places: 4, shown: 2, unit: "×").html,
        "events": Figure.count(entry.events).html,
      ]
      let flags = entry.flags.map(\.inWords).joined(separator: ", ")
      if !flags.isEmpty { row["flags"] = flags }
      return row
    }
  }

  private var releases: [[String: Any]] {
    findings.newReleases.prefix(Self.shown).map { release in
      [
        "title": title(of: release.gameId), "day": release.releaseDate.short,
        "score": release.figure(in: recorded).html,
      ]
    }
  }

  private var releasesCaption: String {
    let count = findings.newReleases.count
    return count > Self.shown
      ? "New releases: the first \(Self.shown) of \(Figure.count(count).words), by shrunk like rate"
      : "New releases, by shrunk like rate"
  }

  private func title(of gameId: String) -> String {
    DisplayText.shortened(titles[ExactText(gameId)] ?? gameId)
  }
}

extension NewRelease {
  /// The shrunk like rate: of data without likes or impressions it would be 0%.
  func figure(in recorded: Set<Measure>) -> Figure {
    Rate.likeRate.isRecorded(in: recorded) ? .share(score) : .notRecorded
  }
}

extension TrendingGames.Flag {
  fileprivate var inWords: String {
    switch self {
    case .fewPlayers: "few players"
    case .oneSession: "one session"
    case .freshAccounts: "new accounts"
    }
  }
}
