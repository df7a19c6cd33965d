package import FindieDomain

extension Activity {
  /// The team's KPIs over a range of days.
  ///
  /// - Parameters:
  ///   - users: all known users; only their sign-up days are read.
  ///   - wishlists: all known wishlists; only their sync times are read.
  ///   - range: its last day is before the as-of day.
  package func teamKPIs(
    over range: DayRange, users: PackedRecords<User>, wishlists: PackedRecords<Wishlist> = []
  ) -> TeamKPIs {
    teamKPIs(over: range, days: kpiDays(over: range, users: users, wishlists: wishlists))
  }

  func teamKPIs(over range: DayRange, days: [KPIDay]) -> TeamKPIs {
    let (players, playersSource) = largest { $0.playerCount(in: range) }
    let (sessions, sessionsSource) = largest { $0.sessionCount(in: range) }
    let month = DayRange(lastDays: TeamKPIs.monthInDays, before: range.last.adding(days: 1))
    let monthDays =
      range.count < month.count
      ? activePlayers(inWindowOf: 1, over: month) : days.suffix(month.count).map(\.dailyActive)
    let monthly = days.last?.monthlyActive ?? 0
    var tally = days.reduce(into: Tally()) { $0 += $1.tally }
    tally.designEffect = designEffect(ofGames: gameIds.indices, over: range)
    return TeamKPIs(
      range: range, days: days, tally: tally,
      activePlayers: players, playersSource: playersSource, sessions: sessions,
      sessionsSource: sessionsSource,
      meanDailyActive: mean(days.map(\.dailyActive), over: range),
      stickiness: monthly > 0 ? mean(monthDays, over: month) / Double(monthly) : nil,
      sessionLength: SessionLength(
        sessionsSource.flatMap { presence[$0] }?.sessionLengths(in: range) ?? []))
  }

  /// The mean of counts of successive days over the recorded ones.
  private func mean(_ counts: [Int], over range: DayRange) -> Double {
    let recorded = range.days.count { day in firstDay.map { $0 <= day } ?? false }
    return Double(counts.reduce(0, +)) / Double(max(1, recorded))
  }

  /// The team's KPIs on each day of a range.
  package func kpiDays(
    over range: DayRange, users: PackedRecords<User>, wishlists: PackedRecords<Wishlist> = []
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
    return range.days.enumerated().map { index, day in
      KPIDay(
        day: day, signUps: signUps[index], dailyActive: daily[index],
        weeklyActive: weekly[index], monthlyActive: monthly[index],
        sessions: largest { $0.sessionCount(in: DayRange(first: day, last: day)) }.count,
        syncs: syncs[index], tally: tallies[index])
    }
  }

  /// The newest event of a record before the as-of day; nil without events.
  package func newestEvent(of source: EventSource) -> Timestamp? { presence[source]?.newest }

  /// For each day of a range, the distinct players of the `width` days ending with it.
  private func activePlayers(inWindowOf width: Int, over range: DayRange) -> [Int] {
    let counts = presence.values.map { $0.playersInWindow(of: width, over: range) }
    return range.days.indices.map { day in counts.map { $0[day] }.max() ?? 0 }
  }

  /// The larger of the two records' counts and its record; their ids are never joined. A tie goes
  /// to the interactions, so that the record is always the same.
  private func largest(_ count: (Presence) -> Int) -> (count: Int, source: EventSource?) {
    let counts = EventSource.allCases.map { presence[$0].map(count) ?? 0 }
    let most = counts.max() ?? 0
    return (most, zip(EventSource.allCases, counts).first { $0.1 == most }?.0)
  }
}
