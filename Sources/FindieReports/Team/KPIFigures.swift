import FindieAnalytics
import FindieText

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
