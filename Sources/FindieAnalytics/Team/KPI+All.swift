/// The table of the team's KPIs. A new KPI is one entry in one of its groups; a new group is also
/// added to `all`, `forReaders` and `glossary`.
extension KPI {
  /// In the order of CSV, JSON and alerts.
  package static let all =
    [signUps] + players + sessionsAndLengths + syncs + perSession + events + rates

  /// In the order in which people read them: players first.
  package static let forReaders =
    players + [signUps] + sessionsAndLengths + syncs + perSession + events + rates

  /// Those that alerts watch, in the order of `all`; likes together with super-likes.
  package static let watched = all.filter { $0.places.contains(.alerts) }.map {
    $0.key == positives.key ? positives : $0
  }

  /// Those without a value if there is no session.
  package static let ofSessions = sessionsAndLengths + perSession

  private static let sessionsAndLengths = [sessions] + begun + durations

  private static let largerRecord =
    "interactions or analytics, whichever has more; their ids are not joined"
  private static let sessionRecord = "the record with more sessions in the period"

  package static let signUps = KPI(
    Definition(
      "signUps", "Sign-ups", "Accounts created in the period.",
      formula: "count of users with joinedDate on the days", unit: "players",
      grain: "day; adds up over days", record: "users"),
    .count { $0.signUps }, in: [.firstCards, .days, .digest, .changes, .alerts],
    from: \.signUps)

  package static let activePlayers = KPI(
    Definition(
      "activePlayers", "Players",
      "Distinct players over the whole period; the days do not add up to it.",
      formula: "count of distinct players with an event in the period", unit: "players",
      grain: "period", record: largerRecord),
    .countOfPeriod { $0.activePlayers }, in: [.firstCards, .digest, .changes], from: \.events)

  package static let dailyActive = KPI(
    Definition(
      "dailyActive", "Daily players (DAU)",
      "Distinct players on a day. Swipe records and analytics events have different player ids, "
        + "which are never joined, so the larger of the two counts is shown.",
      formula: "count of distinct players with an event on the day", unit: "players",
      grain: "day", record: largerRecord),
    name: "Daily players", .countOfDay { $0.dailyActive }, in: [.days, .alerts], from: \.events)

  package static let weeklyActive = KPI(
    Definition(
      "weeklyActive", "Weekly players (WAU)",
      "Distinct players in the seven days to a day, from the seventh recorded day on.",
      formula: "count of distinct players with an event on the 7 days", unit: "players",
      grain: "last day of the seven", record: largerRecord),
    name: "Weekly players", .count { $0.weeklyActive }, in: .days, width: 7, from: \.events)

  package static let monthlyActive = KPI(
    Definition(
      "monthlyActive", "Monthly players (MAU)",
      "Distinct players in the 28 days to a day, from the 28th recorded day on: four whole weeks, "
        + "so that every weekday counts the same.",
      formula: "count of distinct players with an event on the 28 days", unit: "players",
      grain: "last day of the 28", record: largerRecord),
    name: "Monthly players", .count { $0.monthlyActive }, in: .days,
    width: TeamKPIs.monthInDays, from: \.events)

  static let players = [
    activePlayers,
    dailyActive,
    KPI(
      Definition(
        "meanDailyActive", "Players per day", "The mean of daily players over the recorded days.",
        formula: "Σ dailyActive / recorded days", unit: "players per day", grain: "period",
        record: largerRecord),
      .number(.decimal) { $0.meanDailyActive }, in: [.firstCards, .digest], from: \.events),
    weeklyActive,
    monthlyActive,
    KPI(
      Definition(
        "stickiness", "Stickiness",
        "The share of the days on which a monthly player is active, from the 28th recorded day on.",
        formula: "mean dailyActive of the last 28 days / monthlyActive",
        unit: "share from 0 to 1",
        grain: "last day of the period", record: largerRecord),
      .number(.share) { $0.stickiness }, in: [.firstCards, .digest],
      width: TeamKPIs.monthInDays, from: \.events),
  ]

  /// Distinct sessions of a day or period.
  package static let sessions = KPI(
    Definition(
      "sessions", "Sessions",
      "Distinct sessions. One over midnight counts once; one longer than 24 hours, whose id did "
        + "not change, counts as one on each of its days. A session is of "
        + "one player: two players with one session id have two sessions. The larger count of "
        + "swipe records and analytics events is shown, for a day and for a period.",
      formula: "count of distinct (player, sessionId)", unit: "sessions", grain: "day, or period",
      record: largerRecord),
    .count { $0.sessions }, in: [.cards, .sessions, .days, .digest, .changes, .alerts],
    from: \.sessions)

  private static let begun = [
    KPI(
      Definition(
        "sessionsBegun", "Sessions started",
        "Sessions whose first event is in the period; durations are measured over these.",
        formula: "count of (player, sessionId) with first event in the period", unit: "sessions",
        grain: "period", record: sessionRecord),
      .countOfPeriod { $0.sessionLength.sessions }, in: .sessions, from: \.sessions),
    KPI(
      Definition(
        "sessionsOfOneInstant", "Sessions without a duration",
        "Started sessions with a single event, or with all events at the same time.",
        formula: "count of started sessions with last event = first event", unit: "sessions",
        grain: "period", record: sessionRecord),
      name: "Of these, without a duration", .countOfPeriod { $0.sessionLength.instant },
      in: .sessions, from: \.sessions),
  ]

  private static let durations = [
    duration("LowerQuartile", "lower quartile", "0.25") { $0.lower },
    duration("Median", "median", "0.5") { $0.median },
    duration("UpperQuartile", "upper quartile", "0.75") { $0.upper },
  ]

  private static func duration(
    _ key: String, _ name: String, _ share: String,
    _ quartile: @escaping @Sendable (Quartiles) -> Double
  ) -> KPI {
    KPI(
      Definition(
        "sessionSeconds" + key, "Session duration, \(name)",
        "The \(name) of the durations of started sessions, from first to last event.",
        formula: "\(share)-quantile of last − first event, linear between neighbours",
        unit: "seconds", grain: "period", record: sessionRecord),
      name: "Duration, \(name)",
      .number(.seconds) { kpis in
        // Sessions of one event have no duration.
        let length = kpis.sessionLength
        return length.instant < length.sessions ? length.quartiles.map(quartile) : nil
      }, in: .sessions, from: \.sessions)
  }

  static let syncs = [
    KPI(
      Definition(
        "steamSyncs", "Wishlists synced with Steam",
        "Wishlists whose last sync with Steam was in the period. A wishlist stores only its last "
          + "sync.",
        formula: "count of wishlists with steamLastSynced on the days", unit: "wishlists",
        grain: "day; adds up over days", record: "wishlists"),
      name: "Wishlists last synced with Steam", .count { $0.syncs.steam }, in: .sessions,
      from: \.steamSyncs),
    KPI(
      Definition(
        "itchioSyncs", "Wishlists synced with itch.io",
        "Wishlists whose last sync with itch.io was in the period.",
        formula: "count of wishlists with itchioLastSynced on the days", unit: "wishlists",
        grain: "day; adds up over days", record: "wishlists"),
      name: "Wishlists last synced with itch.io", .count { $0.syncs.itchio }, in: .sessions,
      from: \.itchioSyncs),
  ]

  private static let perSession = [discoveriesPerSession, likesPerSession]

  package static let discoveriesPerSession = KPI(
    Definition(
      "discoveriesPerSession", "Discoveries per session", "Impressions per session.",
      formula: "impressions / sessions", unit: "impressions per session", grain: "period"),
    .number(.decimal) { $0.discoveriesPerSession }, in: [.cards, .sessions],
    from: { RecordedData.both($0.measures[.impressions], $0.sessions) })

  package static let likesPerSession = KPI(
    Definition(
      "likesPerSession", "Likes per session", "Likes and super-likes per session.",
      formula: "(likes + super-likes) / sessions", unit: "likes per session", grain: "period"),
    .number(.decimal) { $0.likesPerSession }, in: .sessions,
    from: { RecordedData.both($0.likes, $0.sessions) })

  private static let events = Measure.allCases.map { measure in
    let places: Places =
      switch measure {
      case .impressions: [.firstCards, .days, .digest, .alerts]
      case .likes: [.cards, .days, .digest, .alerts]
      case .superLikes: [.cards, .days, .digest]
      case .wishlistAdds, .shares, .externalClicks: [.cards, .digest, .alerts]
      case .detailOpens: .alerts
      case .dislikes, .skips: []
      }
    return KPI(
      measure.definition, .count { $0.tally[measure] }, in: places.union(.changes),
      from: { $0.measures[measure] })
  }

  /// What alerts watch under the key of likes.
  private static let positives = KPI(
    Measure.likes.definition, name: "Likes and super-likes", .count { $0.tally.positives },
    from: \.likes)

  package static let likeRate = rate(
    .likeRate, in: [.firstCards, .digest, .changes, .alerts]
  ) { $0.likeRate }

  private static let rates = [likeRate, rate(.approval) { $0.approval }]

  private static func rate(
    _ rate: Rate, in places: Places = [], _ proportion: @escaping @Sendable (Tally) -> Proportion?
  ) -> KPI {
    KPI(
      rate.definition, .rate(proportion), in: places,
      from: { recorded in
        RecordedData.both(
          recorded.likes, recorded.measures[rate == .approval ? .dislikes : .impressions])
      })
  }
}
