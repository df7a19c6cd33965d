package import FindieDomain
package import FindieHistory

/// The last day with an event of each game.
package struct GameDays: Sendable {
  private let days: [ExactText: Day]

  /// - Parameters:
  ///   - activity: with the events that forgotten players had.
  ///   - forgotten: for those on days that no report shows any more.
  package init(_ activity: Activity, _ forgotten: ForgottenEvents) {
    var days: [ExactText: Day] = [:]
    for (game, id) in activity.gameIds.enumerated() {
      if let last = activity.rows(ofGames: game..<game + 1).last {
        days[ExactText(id)] = Day(daysSinceEpoch: activity.days[last])
      }
    }
    for sum in forgotten.sums {
      let id = ExactText(sum.game)
      days[id] = max(days[id] ?? sum.lastDay, sum.lastDay)
    }
    self.days = days
  }

  /// The last day of some games; nil without events.
  package func last(of games: [Game]) -> Day? {
    games.compactMap { days[ExactText($0.id)] }.max()
  }
}
