package import FindieDomain

extension Activity {
  /// How the app did over a range of days.
  ///
  /// - Parameters:
  ///   - users: all users that are known; only the days they joined are read.
  ///   - wishlists: all that are known; only when they were synchronized is read.
  ///   - games: the catalogue that was counted.
  ///   - range: its last day is before the night.
  ///   - hasRetention: whether cohorts are followed; they are the same whatever the range.
  package func teamKPIs(
    over range: DayRange, users: [User], wishlists: [Wishlist] = [], games: [Game],
    hasRetention: Bool = true
  ) -> TeamKPIs {
    let days = kpiDays(over: range, users: users, wishlists: wishlists)
    let counts = EventSource.allCases.map { presence[$0]?.sessionCount(in: range) ?? 0 }
    let most = counts.max() ?? 0
    // Where both tell as many, the interactions', so that it is the same record every time.
    let telling = zip(EventSource.allCases, counts).first { $0.1 == most }?.0
    let retention =
      presence[.interactions].map {
        hasRetention ? RetentionCohort.cohorts(of: users, presence: $0, night: night) : [:]
      } ?? [:]
    return TeamKPIs(
      range: range, days: days, tally: days.reduce(into: Tally()) { $0 += $1.tally },
      activePlayers: largest { $0.playerCount(in: range) },
      sessions: most,
      sessionLength: SessionLength(
        telling.flatMap { presence[$0] }?.sessionLengths(in: range) ?? []),
      retention: retention[.month] ?? [], weeklyRetention: retention[.week] ?? [],
      catalogue: CatalogueHealth(of: self, games: games, over: range))
  }

  /// How the app did on each day of a range.
  package func kpiDays(
    over range: DayRange, users: [User], wishlists: [Wishlist] = []
  ) -> [KPIDay] {
    var signUps = [Int](repeating: 0, count: range.count)
    for user in users {
      guard let joined = user.joinedDate?.day, range.contains(joined) else { continue }
      signUps[joined.days(since: range.first)] += 1
    }
    let daily = activePlayers(inWindowOf: 1, over: range)
    let weekly = activePlayers(inWindowOf: 7, over: range)
    let monthly = activePlayers(inWindowOf: TeamKPIs.monthInDays, over: range)
    let syncs = WishlistSyncs.byDay(wishlists, over: range)
    let tallies = series(of: Array(gameIds.indices), over: range)
    return range.days.enumerated().map { place, day in
      KPIDay(
        day: day, signUps: signUps[place], dailyActive: daily[place],
        weeklyActive: weekly[place], monthlyActive: monthly[place],
        sessions: largest { $0.sessionCount(in: DayRange(first: day, last: day)) },
        syncs: syncs[place], tally: tallies[place])
    }
  }

  /// The newest event of a record before the night; nil without any.
  package func newestEvent(of source: EventSource) -> Timestamp? { presence[source]?.newest }

  /// For each day of a range, the distinct players of the `width` days that end with it.
  private func activePlayers(inWindowOf width: Int, over range: DayRange) -> [Int] {
    let counts = presence.values.map { $0.playersInWindow(of: width, over: range) }
    return range.days.indices.map { day in counts.map { $0[day] }.max() ?? 0 }
  }

  /// Of the two records, whose ids are never joined, the count of the one that saw more.
  private func largest(_ count: (Presence) -> Int) -> Int {
    presence.values.map(count).max() ?? 0
  }
}
