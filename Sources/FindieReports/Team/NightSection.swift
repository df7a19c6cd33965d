import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieText

extension Evaluation.Row {
  /// The 95 % interval of the nDCG of the first k, such as `8.1–9.7%`.
  fileprivate var intervalText: String {
    let interval = cuts[0].quality.nDCG
    return "\((100 * interval.low).fixed(1))–\((100 * interval.high).fixed(1))%"
  }
}

/// The run's recommendations, trending games and new releases.
struct NightSection {
  let findings: NightFindings
  let report: TeamReport
  private static let shown = 10

  var recommendations: HTML {
    let sentences = [
      findings.health.last?.nextDayHits?.sentence ?? "",
      findings.health.modelAgeSentence ?? "", findings.backtest?.sentence ?? "",
      findings.positions?.sentence ?? "",
    ]
    let notes = (findings.notes + sentences).map { Page.note($0) }
    return """
      \(models)<p class="note">\(lists)</p>
      \(PromotedGame.table(findings.promotions, report))\
      \(NightsTable(findings.health).html)\(StudioExposure.table(findings.gate?.exposure ?? []))\
      \(findings.gate?.filters.table ?? "")\(notes)
      """
  }

  var games: HTML { "<div class=\"two\">\n\(trending)\(releases)</div>" }

  private var models: HTML {
    guard let evaluation = findings.evaluation else {
      return Page.note("No model was evaluated in this run.")
    }
    let k = evaluation.ks[0]
    var table = HTMLTable(
      "Evaluation",
      caption: """
        \(text: evaluation.split.tested) \(Figure.count(evaluation.players)) players were \
        tested. Coverage is of the first \(Figure.count(k)) games of their lists
        """, head: "Model",
      columns: [
        "Recall@\(k)", "nDCG@\(k)", "95% interval", "Coverage@\(k)",
        .init("nDCG, chart", isInterval: true, isRoomy: true),
      ])
    let best = evaluation.rows.map(\.nDCG).max() ?? 0
    for row in evaluation.rows {
      let isPublished = findings.isPublished(row)
      table.append(
        "\(text: row.model)\(isPublished ? "<small>published</small>" : "")",
        [
          Figure.share(row.recall).html, Figure.share(row.nDCG).html,
          "\(text: row.intervalText)", Figure.share(row.coverage).html,
          HTMLTable.bar(best > 0 ? row.nDCG / best : 0),
        ], isBest: isPublished)
    }
    return """
      <p class=\"lead\">\(text: evaluation.verdict)</p>
      \(table.html)\(discovery(evaluation))
      """
  }

  /// What `recommendations.discovery` would cost and give.
  private func discovery(_ evaluation: Evaluation) -> HTML {
    guard let points = evaluation.discovery, !points.isEmpty else { return "" }
    var table = HTMLTable(
      "Discovery",
      caption: """
        Discovery: the lists with several values of recommendations.discovery. A lower Gini \
        coefficient spreads the entries over more games; the long tail is all but the most popular \
        fifth of the games
        """, head: "Discovery",
      columns: [
        "nDCG@\(evaluation.ks[0])", "Gini", "Long tail",
        .init("nDCG, chart", isInterval: true, isRoomy: true),
      ])
    let best = points.map(\.nDCG).max() ?? 0
    for point in points {
      let isPublished = point.discovery == findings.discovery
      table.append(
        "\(text: point.discovery.decimal(2))\(isPublished ? "<small>published</small>" : "")",
        [point.nDCG, point.gini, point.longTailShare].map { Figure.share($0).html }
          + [HTMLTable.bar(best > 0 ? point.nDCG / best : 0)], isBest: isPublished)
    }
    return table.html
  }

  private var lists: HTML {
    let lists = findings.lists
    return """
      \(Figure.count(lists.players)) players have a list: \(Figure.count(lists.personal)) from their \
      own history, \(Figure.count(lists.genres)) from their favourite genres, \
      \(Figure.count(lists.popular)) of popular games. \(Figure.count(lists.similar)) games have a \
      list of similar games.\(hubness)
      """
  }

  /// Whether few games are in many lists of similar games.
  private var hubness: HTML {
    guard let most = findings.lists.mostTopFives, most > 0 else { return "" }
    let skewness = findings.lists.topFiveSkewness.map {
      " (skewness \(text: $0.fixed(1)))" as HTML
    }
    return """
       The most frequent game is among the first five of \(Figure.count(most)) of them\(skewness ?? "").
      """
  }

  private var trending: HTML {
    let games = findings.trendingOfAll
    let table = HTMLTable(
      "Trending",
      caption: "Trending: the last days compared with the weeks before", head: "Game",
      columns: ["Lift", "Lower bound", "Player-days"]
    ).html(of: games.prefix(Self.shown)) { entry in
      let flags = entry.flags.map(\.inWords).joined(separator: ", ")
      let mark: HTML = flags.isEmpty ? "" : " <small>\(text: flags)</small>"
      return (
        "\(report.link(toGame: entry.gameId))\(mark)",
        [
          Figure.number(entry.lift, places: 4, shown: 2, unit: "×").html,
          Figure.number(entry.lowerBound, places: 4, shown: 2, unit: "×").html,
          Figure.count(entry.events).html,
        ]
      )
    }
    return table.isEmpty ? Page.note(TrendingGames.nothing) : table
  }

  private var releases: HTML {
    let count = findings.newReleases.count
    let part: HTML =
      count > Self.shown ? ": the first \(Self.shown) of \(text: count.grouped)" : ""
    let table = HTMLTable(
      "New releases",
      caption: "New releases\(part), by score: a like rate of rounded counts, shrunk to the mean",
      head: "Game",
      columns: ["Released", "Score"]
    ).html(of: findings.newReleases.prefix(Self.shown)) { release in
      (
        report.link(toGame: release.gameId),
        [HTML(text: release.releaseDate.short), release.figure(in: report.setting.recorded).html]
      )
    }
    return table.isEmpty ? Page.note("No game was released recently.") : table
  }
}

extension NewRelease {
  /// The shrunk like rate; without likes or impressions in the data there is none.
  func figure(in recorded: Set<Measure>) -> Figure {
    Rate.likeRate.isRecorded(in: recorded) ? .share(score) : .notRecorded
  }
}

extension TrendingGames.Flag {
  fileprivate var inWords: String {
    switch self {
    case .oneSession: "one session"
    case .freshAccounts: "new accounts"
    case .fewPlayers: "few players"
    }
  }
}
