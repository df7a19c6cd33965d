package import FindieDomain

/// The parameters of a world. The same parameters give the same bytes on every machine.
package struct WorldParameters: Codable, Hashable, Sendable {
  /// Worlds that differ only in their seed have the same size and different contents.
  package var seed: UInt64 = 1
  /// The number of players, including the burst accounts. 24 to 5,000,000.
  package var players = 2000
  /// The number of games. 20 to 1,000,000.
  package var games = 400
  /// The number of studios. 1 to 1,000,000.
  package var developers = 150
  /// The first day with events. Default: 2025-07-03.
  package var firstDay = Day(daysSinceEpoch: 20_272)
  /// The number of days with events. 14 to 3,660.
  package var days = 90
  /// The share of interactions that are written twice. 0 to 1.
  package var duplicateShare = 0.0
  /// Whether analytics events are written.
  package var writesAnalytics = true
  /// Whether games are released on Fridays and popular in their first week, and each day brings
  /// other games into fashion for four days.
  package var hasFashions = false
  /// A world with nothing planted but the effects that it lists; nil for one with taste, twins, a
  /// trending game and a burst.
  package var null: NullWorld?

  package init() {}

  package var lastDay: Day { firstDay.adding(days: days - 1) }

  /// All days with events.
  package var range: DayRange { DayRange(first: firstDay, last: lastDay) }

  /// All parameters that are out of range, one sentence each.
  package var problems: [String] {
    var problems: [String] = []
    func check<Value: Comparable>(_ name: String, _ value: Value, in range: ClosedRange<Value>) {
      guard !range.contains(value) else { return }
      problems.append("\(name) is \(value), must be \(range.lowerBound) to \(range.upperBound)")
    }
    check("players", players, in: 24...5_000_000)
    check("games", games, in: 20...1_000_000)
    check("developers", developers, in: 1...1_000_000)
    check("the year of firstDay", firstDay.civil.year, in: 1972...2200)
    check("days", days, in: 14...3660)
    check("duplicateShare", duplicateShare, in: 0...1)
    if let null {
      check("daySpread", null.daySpread, in: 0...2)
      check("dayCorrelation", null.dayCorrelation, in: 0...0.99)
      check("weekdayStrength", null.weekdayStrength, in: 0...4)
      check("growth", null.growth, in: -0.05...0.05)
      check("playerSpread", null.playerSpread, in: 0...2)
    }
    return problems
  }
}
