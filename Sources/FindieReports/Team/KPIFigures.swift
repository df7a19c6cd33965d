import FindieAnalytics

/// The team's figures of one period, in the order in which every form writes them.
struct KPIFigures: Sendable {
  let kpis: TeamKPIs

  /// Every figure by its key.
  var named: [(key: String, figure: Figure)] {
    [
      ("signUps", .count(kpis.signUps)),
      ("activePlayers", .count(kpis.activePlayers)),
      ("meanDailyActive", .number(kpis.meanDailyActive, places: 2)),
      ("weeklyActive", .count(kpis.days.last?.weeklyActive ?? 0)),
      ("monthlyActive", .count(kpis.days.last?.monthlyActive ?? 0)),
      ("stickiness", kpis.stickiness.map { .share($0) } ?? .none),
      ("sessions", .count(kpis.sessions)),
      ("discoveriesPerSession", kpis.discoveriesPerSession.map { .number($0, places: 2) } ?? .none),
      ("likesPerSession", kpis.likesPerSession.map { .number($0, places: 2) } ?? .none),
    ] + Measure.allCases.map { ($0.rawValue, .count(kpis.tally[$0])) }
  }

  static func named(_ day: KPIDay) -> [(key: String, figure: Figure)] {
    [
      ("signUps", .count(day.signUps)),
      ("dailyActive", .count(day.dailyActive)),
      ("weeklyActive", .count(day.weeklyActive)),
      ("monthlyActive", .count(day.monthlyActive)),
      ("sessions", .count(day.sessions)),
    ] + Measure.allCases.map { ($0.rawValue, .count(day.tally[$0])) }
  }

  var json: JSONValue {
    .object(
      named.map { JSONMember($0.key, $0.figure.json) } + [
        .init("likeRate", PeriodFigures.json(of: kpis.tally.likeRate)),
        .init("approval", PeriodFigures.json(of: kpis.tally.approval)),
      ])
  }
}
