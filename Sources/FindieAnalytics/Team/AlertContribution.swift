package import FindieDomain

/// A game's part in an alert: how far the game is from its own median of the same weekday.
package struct AlertContribution: Hashable, Sendable {
  package let gameId: String
  /// The game's part of the KPI on the day, minus the median of that part on the same weekday of
  /// the weeks before. For the like rate, the part is likes − expected rate · impressions; for
  /// daily players, the players who had events with no other game on the day.
  package let excess: Double
  /// `excess` / (value − expected) of the alert. Below 0 if the game moved the other way, and above
  /// 1 if other games did.
  package let share: Double
  /// The median of the game's part / the expected value of all games; 0 for the like rate.
  package let usualShare: Double

  /// The minimum share of a game that explains an alert, and how many times its usual share it must
  /// be at least: a game with half of the impressions has half of any general rise.
  package static let explains = (share: 0.5, timesUsual: 1.5)
  /// The minimum share of a game that is named.
  package static let named = 0.1
  /// The largest number of games that are named.
  package static let mostNamed = 3

  /// Whether the game alone is most of the alert.
  package var explainsAlert: Bool {
    share >= Self.explains.share && isUnusual
  }

  /// Whether the game has more of the alert than its size would give it.
  package var isUnusual: Bool {
    share >= Self.named && share >= Self.explains.timesUsual * usualShare
  }
}

extension Activity {
  /// The contributions of games to an alert that are larger than their size explains, the largest
  /// first: at most `AlertContribution.mostNamed`. Empty for KPIs that are no sum over games.
  ///
  /// - Complexity: O(games · weeks · log days).
  package func contributions(to alert: KPIAlert) -> [AlertContribution] {
    guard let first = firstDay else { return [] }
    let past = (1...KPIAlerts.weeks).map { alert.day.adding(days: -7 * $0) }.filter { $0 >= first }
    guard !past.isEmpty, let parts = parts(of: alert, on: [alert.day] + past) else { return [] }
    let whole =
      alert.kpi.isRate
      ? (alert.value - alert.expected) * Double(total(on: alert.day)[.impressions])
      : alert.value - alert.expected
    guard whole != 0 else { return [] }
    let contributions = parts.compactMap { game, values -> AlertContribution? in
      let usual = median(Array(values.dropFirst()))
      let excess = values[0] - usual
      let contribution = AlertContribution(
        gameId: gameIds[game], excess: excess, share: excess / whole,
        usualShare: alert.kpi.isRate || alert.expected == 0 ? 0 : usual / alert.expected)
      return contribution.isUnusual ? contribution : nil
    }
    return Array(
      contributions.sorted { left, right in
        left.share != right.share
          ? left.share > right.share : precedesByBytes(left.gameId, right.gameId)
      }.prefix(AlertContribution.mostNamed))
  }

  private func total(on day: Day) -> Tally { total(over: DayRange(first: day, last: day)) }

  /// Each game's part of an alert's KPI on some days, of games with a row on one of them; nil for a
  /// KPI that is no sum over games.
  private func parts(
    of alert: KPIAlert, on days: [Day]
  ) -> [(game: Int, values: [Double])]? {
    if alert.kpi.key == KPI.dailyActive.key { return playersOfOneGame(on: days) }
    guard alert.kpi.isRate || Measure(rawValue: alert.kpi.key) != nil else { return nil }
    return gameIds.indices.compactMap { game in
      let tallies = days.map { tally(of: game, in: DayRange(first: $0, last: $0)) }
      guard tallies.contains(where: { !$0.isEmpty }) else { return nil }
      let values = zip(days, tallies).map { day, tally in
        alert.kpi.isRate
          ? Double(tally.positives) - alert.expected * Double(tally[.impressions])
          : alert.kpi.value(on: KPIDay(day, of: tally)) ?? 0
      }
      return (game, values)
    }
  }

  /// For each game, the players who had events with no other game on a day, in the record with more
  /// players on the first of the days.
  private func playersOfOneGame(on days: [Day]) -> [(game: Int, values: [Double])] {
    let counts = EventSource.allCases.map { source in
      presence[source]?.playerCount(in: DayRange(first: days[0], last: days[0])) ?? 0
    }
    let most = counts.max() ?? 0
    guard most > 0, let index = counts.firstIndex(of: most) else { return [] }
    let source = EventSource.allCases[index]
    let bits = EventKind.bits(of: source)
    var values: [Int: [Double]] = [:]
    for (number, day) in days.enumerated() {
      // By player, the only game; -1 for several.
      var games: [UInt32: Int] = [:]
      for game in gameIds.indices {
        for row in rows(of: game, in: DayRange(first: day, last: day)) {
          for player in playerStarts[row]..<playerStarts[row + 1]
          where playerKinds[player] & bits != 0 {
            let code = players[player]
            games[code] = games[code].map { $0 == game ? game : -1 } ?? game
          }
        }
      }
      for game in games.values where game >= 0 {
        values[game, default: days.map { _ in 0 }][number] += 1
      }
    }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension KPIDay {
  /// A day with a tally only.
  fileprivate init(_ day: Day, of tally: Tally) {
    self.init(
      day: day, signUps: 0, dailyActive: 0, weeklyActive: 0, monthlyActive: 0, sessions: 0,
      syncs: WishlistSyncs(), tally: tally)
  }
}

/// A day on which a record has far fewer events than usual.
package struct MissingEvents: Hashable, Sendable {
  package let source: EventSource
  package let day: Day
  package let events: Int
  /// The median of the same weekday in the weeks before.
  package let expected: Double

  /// The largest share of the usual events at which they are called missing.
  package static let share = 0.5
  /// The minimum of usual events.
  package static let minimumExpected = 30.0
}

extension Activity {
  /// The days of `range` on which one of the records has at most half of its usual events, the
  /// newest first. At least four of the eight weeks before must be in the data.
  package func missingEvents(in range: DayRange) -> [MissingEvents] {
    guard let first = firstDay else { return [] }
    let seen = DayRange(
      first: range.first.adding(days: -7 * KPIAlerts.weeks), last: range.last)
    return zip(EventSource.allCases, eventCounts(over: seen)).flatMap { source, counts in
      range.days.compactMap { day -> MissingEvents? in
        let index = day.days(since: seen.first)
        let past = (1...KPIAlerts.weeks).filter { day.adding(days: -7 * $0) >= first }
          .map { Double(counts[index - 7 * $0]) }
        guard past.count >= KPIAlerts.minimumWeeks else { return nil }
        let expected = median(past)
        guard expected >= MissingEvents.minimumExpected,
          Double(counts[index]) <= MissingEvents.share * expected
        else { return nil }
        return MissingEvents(source: source, day: day, events: counts[index], expected: expected)
      }
    }.sorted { $0.day > $1.day }
  }

  /// The events of each record on each day.
  private func eventCounts(over range: DayRange) -> [[Int]] {
    var counts = EventSource.allCases.map { _ in [Int](repeating: 0, count: range.count) }
    for game in gameIds.indices {
      for row in rows(of: game, in: range) {
        let day = Int(days[row] - range.first.daysSinceEpoch)
        for kind in 0..<EventKind.count {
          let source = kind < SwipeAction.allCases.count ? 0 : 1
          counts[source][day] += Int(self.counts[row][kind])
        }
      }
    }
    return counts
  }
}
