package import FindieDomain

extension Activity {
  /// How the app did over a range of days.
  ///
  /// - Parameters:
  ///   - users: all users that are known; only the days they joined are read.
  ///   - games: the catalogue that was counted.
  ///   - range: its last day is before the night.
  ///   - retentionMonths: how many sign-up cohorts to tell, the last ones.
  package func teamKPIs(
    over range: DayRange, users: [User], games: [Game], retentionMonths: Int = 12
  ) -> TeamKPIs {
    var signUps = [Int](repeating: 0, count: range.count)
    for user in users {
      guard let joined = user.joinedDate?.day, range.contains(joined) else { continue }
      signUps[joined.days(since: range.first)] += 1
    }
    let daily = activePlayers(inWindowOf: 1, over: range)
    let weekly = activePlayers(inWindowOf: 7, over: range)
    let monthly = activePlayers(inWindowOf: TeamKPIs.monthInDays, over: range)
    let tallies = series(of: Array(gameIds.indices), over: range)
    let days = range.days.enumerated().map { place, day in
      KPIDay(
        day: day, signUps: signUps[place], dailyActive: daily[place],
        weeklyActive: weekly[place], monthlyActive: monthly[place],
        sessions: largest { $0.sessionCount(in: DayRange(first: day, last: day)) },
        tally: tallies[place])
    }
    return TeamKPIs(
      range: range, days: days, tally: tallies.reduce(into: Tally(), +=),
      activePlayers: largest { $0.playerCount(in: range) },
      sessions: largest { $0.sessionCount(in: range) },
      retention: presence[.interactions].map {
        RetentionCohort.cohorts(of: users, presence: $0, night: night, months: retentionMonths)
      } ?? [],
      catalogue: CatalogueHealth(of: self, games: games, over: range))
  }

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
