import FindieAnalytics
import FindieText

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
