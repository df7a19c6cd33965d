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
      \(promotions)\(NightsTable(findings.health).html)\(exposure)\(filters)\(notes)
      """
  }

  var games: HTML { "<div class=\"two\">\n\(trending)\(releases)</div>" }

  private var models: HTML {
    guard let evaluation = findings.evaluation else {
      return Page.note("No model was evaluated in this run.")
    }
    let k = evaluation.ks[0]
    let best = evaluation.rows.map(\.nDCG).max() ?? 0
    let table = HTMLTable<Evaluation.Row>(
      label: "Evaluation",
      caption: """
        \(text: evaluation.split.tested) \(Figure.count(evaluation.players)) players were \
        tested. Coverage is of the first \(Figure.count(k)) games of their lists
        """, head: "Model", isBest: findings.isPublished,
      columns: [
        .init("Recall@\(k)") { .share($0.recall) }, .init("nDCG@\(k)") { .share($0.nDCG) },
        .init("95% interval") { "\(text: $0.intervalText)" },
        .init("Coverage@\(k)") { .share($0.coverage) },
        .chart("nDCG, chart", isRoomy: true) { best > 0 ? $0.nDCG / best : 0 },
      ]
    ) { "\(text: $0.model)\(findings.isPublished($0) ? "<small>published</small>" : "")" }
    return """
      <p class=\"lead\">\(text: evaluation.verdict)</p>
      \(table.html(of: evaluation.rows))\(discovery(evaluation))
      """
  }

  /// What `recommendations.discovery` would cost and give.
  private func discovery(_ evaluation: Evaluation) -> HTML {
    guard let points = evaluation.discovery, !points.isEmpty else { return "" }
    let best = points.map(\.nDCG).max() ?? 0
    func isPublished(_ point: DiscoveryPoint) -> Bool { point.discovery == findings.discovery }
    return HTMLTable<DiscoveryPoint>(
      label: "Discovery",
      caption: """
        Discovery: the lists with several values of recommendations.discovery. A lower Gini \
        coefficient spreads the entries over more games; the long tail is all but the most popular \
        fifth of the games
        """, head: "Discovery", isBest: isPublished,
      columns: [
        .init("nDCG@\(evaluation.ks[0])") { .share($0.nDCG) }, .init("Gini") { .share($0.gini) },
        .init("Long tail") { .share($0.longTailShare) },
        .chart("nDCG, chart", isRoomy: true) { best > 0 ? $0.nDCG / best : 0 },
      ]
    ) { "\(text: $0.discovery.decimal(2))\(isPublished($0) ? "<small>published</small>" : "")" }
    .html(of: points)
  }

  private var promotions: HTML {
    func count(_ entry: PromotedGame, _ measures: [Measure]) -> Figure {
      guard let tally = entry.tally, report.setting.recorded.isSuperset(of: measures.prefix(1))
      else { return .notRecorded }
      return .count(measures.reduce(0) { $0 + tally[$1] })
    }
    return HTMLTable<PromotedGame>(
      label: "Promotions",
      caption: """
        Promotions: the lists on which a game was promoted tonight, and what players did with the \
        game since the promotion began. Promoted entries count for no other number about lists
        """, head: "Game",
      columns: [
        .init("Place") {
          HTML(
            text: $0.promotion.rank.map { "rank \($0)" }
              ?? $0.promotion.boost.map { "boost \($0)" } ?? "")
        }, .init("Until") { HTML(text: $0.promotion.to.short) },
        .init("Lists") { .count($0.lists) }, .init("Impressions") { count($0, [.impressions]) },
        .init("Likes and super-likes") { count($0, [.likes, .superLikes]) },
      ]
    ) { report.link(toGame: $0.promotion.gameId) }.html(of: findings.promotions)
  }

  private var exposure: HTML {
    HTMLTable<StudioExposure>(
      label: "Studios by size", caption: "Share of the lists by the size of the studio’s catalogue",
      head: "Studio size",
      columns: [
        .init("Studios") { .count($0.studios) }, .init("Games") { .share($0.shareOfGames) },
        .init("List entries") { .share($0.shareOfEntries) },
        .init("Entries at rank 1") { .share($0.shareOfTopPositions) },
      ]
    ) { HTML(text: $0.size) }.html(of: findings.gate?.exposure ?? [])
  }

  private var filters: HTML {
    findings.gate.map { gate in
      HTMLTable<ListFilter>(
        label: "Filters",
        caption: "Candidates that filters removed, by the first filter that applied",
        head: "Because the game is",
        columns: [.init("Pairs of player and game") { .count(gate.filters[$0]) }]
      ) { HTML(text: $0.words) }.html(of: ListFilter.allCases)
    } ?? ""
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
    func times(_ ratio: Double) -> Figure { .number(ratio, places: 4, shown: 2, unit: "×") }
    let table = HTMLTable<TrendingGames.Entry>(
      label: "Trending",
      caption: "Trending: the last days compared with the weeks before", head: "Game",
      columns: [
        .init("Lift") { times($0.lift) }, .init("Lower bound") { times($0.lowerBound) },
        .init("Player-days") { .count($0.events) },
      ]
    ) { entry in
      let flags = entry.flags.map(\.inWords).joined(separator: ", ")
      let mark: HTML = flags.isEmpty ? "" : " <small>\(text: flags)</small>"
      return "\(report.link(toGame: entry.gameId))\(mark)"
    }.html(of: findings.trendingOfAll.prefix(Self.shown))
    return table.isEmpty ? Page.note(TrendingGames.nothing) : table
  }

  private var releases: HTML {
    let count = findings.newReleases.count
    let part: HTML =
      count > Self.shown ? ": the first \(Self.shown) of \(text: count.grouped)" : ""
    let table = HTMLTable<NewRelease>(
      label: "New releases",
      caption: "New releases\(part), by score: a like rate of rounded counts, shrunk to the mean",
      head: "Game",
      columns: [
        .init("Released") { HTML(text: $0.releaseDate.short) },
        .init("Score") { $0.figure(in: report.setting.recorded) },
      ]
    ) { report.link(toGame: $0.gameId) }.html(of: findings.newReleases.prefix(Self.shown))
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

extension ListFilter {
  var words: String {
    switch self {
    case .inactive: "withdrawn"
    case .cancelled: "cancelled"
    case .unreleased: "not released yet"
    case .ineligible: "not eligible for lists by the parameters"
    case .otherEdition: "another edition is listed"
    case .price: "outside the player’s price range"
    case .platform: "not on the player’s platforms"
    case .mutedGenre: "in a genre that the player muted"
    case .mutedTag: "with a tag that the player muted"
    case .mature: "for adults only, which the player does not want"
    case .disliked: "disliked by the player"
    case .liked: "already liked by the player"
    case .wishlist: "in the player’s wishlist or library"
    case .shared: "shared by the player"
    case .viewed: "viewed by the player"
    case .seen: "seen by the player"
    }
  }
}
