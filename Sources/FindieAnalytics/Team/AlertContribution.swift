import FindieDomain
import Foundation

/// A game's part in an alert, beyond its part in a general movement.
///
/// A game contributes if its part of the day's total is unusual by `DayRegression`, a
/// quasi-binomial regression of the game's part in the total of all games, on its own days. A
/// movement of all games changes no part. For the like rate, the offset log(n / (N − n)) is that of
/// the game's n of N cards, so that a part is unusual if the game's like rate differs from that of
/// other games by another factor than usual. The level of the tests is 0.05 over all games
/// (Bonferroni).
package struct AlertContribution: Hashable, Sendable {
  package let gameId: String
  /// The game's count on the day, minus what its usual part in the expected value is. For the like
  /// rate, likes − cards · the game's own rate before; for daily players, the count is that of
  /// players who had events with no other game on the day.
  package let excess: Double
  /// `excess` / (value − expected) of the alert. Above 1 if other games moved the other way.
  package let share: Double

  /// The minimum share of a game that explains an alert.
  package static let explains = 0.5
  /// The minimum share of a game that is named.
  package static let named = 0.1
  /// The largest number of games that are named.
  package static let mostNamed = 3
  fileprivate static let level = 0.05

  /// Whether the game alone is most of the alert.
  package var explainsAlert: Bool { share >= Self.explains }
}

extension Activity {
  /// The contributions of games to an alert, the largest first: at most
  /// `AlertContribution.mostNamed`. Empty for KPIs that are no sum over games.
  ///
  /// - Complexity: O(games · days) with 56 days, or 8 for daily players.
  package func contributions(to alert: KPIAlert) -> [AlertContribution] {
    guard let first = firstDay else { return [] }
    // To count the players of one game is dear, so that only the same weekdays are counted.
    let step = alert.kpi == .dailyActive ? 7 : 1
    let days = stride(from: DayRegression.days, through: 0, by: -step)
      .map { alert.day.adding(days: -$0) }.filter { $0 >= first }
    guard days.count > 1, let parts = parts(of: alert, on: days) else { return [] }
    let totals = days.indices.map { day in
      parts.reduce(into: Part()) { total, part in
        total.count += part.values[day].count
        total.trials += part.values[day].trials
      }
    }
    let found = parts.compactMap { game, values in
      contribution(of: game, values, totals, days, to: alert, games: parts.count)
    }
    return Array(
      found.sorted { left, right in
        left.share != right.share
          ? left.share > right.share : precedesByBytes(left.gameId, right.gameId)
      }.prefix(AlertContribution.mostNamed))
  }

  private func contribution(
    of game: Int, _ values: [Part], _ totals: [Part], _ days: [Day], to alert: KPIAlert, games: Int
  ) -> AlertContribution? {
    let (isRate, last) = (alert.kpi.isRate, days.count - 1)
    let whole = (alert.value - alert.expected) * (isRate ? totals[last].trials : 1)
    func sum(_ parts: [Part], _ number: (Part) -> Double) -> Double {
      parts.dropLast().reduce(0) { $0 + number($1) }
    }
    func contribution(usual: Double) -> AlertContribution? {
      let excess = values[last].count - usual
      return whole != 0 && excess / whole >= AlertContribution.named
        ? AlertContribution(gameId: gameIds[game], excess: excess, share: excess / whole) : nil
    }
    let count = sum(values, \.count)
    // Of daily players, those of one game only are a part of all.
    let usual =
      isRate
      ? values[last].trials * count / max(1, sum(values, \.trials))
      : alert.expected * totals[last].count / alert.value * count / max(1, sum(totals, \.count))
    guard let rough = contribution(usual: usual) else { return nil }
    let points = days.indices.compactMap { day -> DayRegression.Point? in
      let rest = totals[day].trials - values[day].trials
      guard totals[day].count > 0, !isRate || (values[day].trials > 0 && rest > 0) else {
        return nil
      }
      return DayRegression.Point(
        days[day], values[day].count, of: totals[day].count,
        offset: isRate ? log(values[day].trials / rest) : 0)
    }
    guard let today = points.last, today.day == alert.day,
      let test = DayRegression(points.dropLast(), today: today)
    else {
      // A game without events before is all new.
      return !isRate && count == 0 ? rough : nil
    }
    guard test.deviation * whole > 0,
      test.probability * Double(games) <= AlertContribution.level
    else { return nil }
    return isRate
      ? rough : contribution(usual: alert.expected * test.expected / alert.value)
  }

  /// A game's part of an alert's KPI on a day; no trials for a count.
  private struct Part {
    var count = 0.0
    var trials = 0.0
  }

  /// Each game's part on some days, the last of which is the alert's, of games with a part on one
  /// of them; nil for a KPI that is no sum over games.
  private func parts(of alert: KPIAlert, on days: [Day]) -> [(game: Int, values: [Part])]? {
    if alert.kpi == .dailyActive { return playersOfOneGame(on: days) }
    guard alert.kpi.isRate || Measure(rawValue: alert.kpi.key) != nil else { return nil }
    let range = DayRange(first: days[0], last: alert.day)
    return gameIds.indices.compactMap { game in
      guard !rows(of: game, in: range).isEmpty else { return nil }
      let values = zip(days, series(of: [game], over: range)).map { day, tally in
        alert.kpi.point(on: KPIDay(day, of: tally)).map {
          Part(count: $0.count, trials: $0.trials ?? 0)
        } ?? Part()
      }
      return values.contains { $0.count + $0.trials > 0 } ? (game, values) : nil
    }
  }

  /// For each game, the players who had events with no other game on a day, in the record with more
  /// players on the last of the days.
  private func playersOfOneGame(on days: [Day]) -> [(game: Int, values: [Part])] {
    let today = DayRange(first: days[days.count - 1], last: days[days.count - 1])
    let counts = EventSource.allCases.map { presence[$0]?.playerCount(in: today) ?? 0 }
    let most = counts.max() ?? 0
    guard most > 0, let index = counts.firstIndex(of: most) else { return [] }
    let bits = EventKind.bits(of: EventSource.allCases[index])
    var values: [Int: [Part]] = [:]
    for (number, day) in days.enumerated() {
      // By player, the only game; -1 for several.
      var games: [UInt32: Int] = [:]
      for game in gameIds.indices {
        for row in rows(of: game, in: DayRange(first: day, last: day)) {
          for player in playerDays(of: row)
          where playerKinds[player] & bits != 0 {
            let code = players[player]
            games[code] = games[code].map { $0 == game ? game : -1 } ?? game
          }
        }
      }
      for game in games.values where game >= 0 {
        values[game, default: days.map { _ in Part() }][number].count += 1
      }
    }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension KPIDay {
  fileprivate init(_ day: Day, of tally: Tally) {
    self.init(
      day: day, signUps: 0, dailyActive: 0, weeklyActive: 0, monthlyActive: 0, sessions: 0,
      syncs: WishlistSyncs(), tally: tally)
  }
}
