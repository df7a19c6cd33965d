package import FindieDomain

/// The parameters of a world. The same parameters give the same bytes on every machine.
package struct WorldParameters: Codable, Hashable, Sendable {
  /// Worlds that differ only in their seed have the same size and different contents.
  package var seed: UInt64 = 1
  /// The number of players, with the accounts of the burst. 24 to 5,000,000.
  package var players = 2000
  /// The number of games, unless a catalogue is given. 20 to 1,000,000.
  package var games = 400
  /// The number of studios, unless a catalogue is given. 1 to 1,000,000.
  package var developers = 150
  /// The first day with events. Default: 2025-07-03.
  package var firstDay = Day(daysSinceEpoch: 20_272)
  /// The number of days with events. 14 to 3,660.
  package var days = 90
  /// The share of interactions that are written twice. 0 to 1.
  package var duplicateShare = 0.0
  /// Whether analytics events are written.
  package var writesAnalytics = true

  package init() {}

  package var lastDay: Day { firstDay.adding(days: days - 1) }

  /// All days with events.
  package var range: DayRange { DayRange(first: firstDay, last: lastDay) }

  /// Every parameter that is out of range, a sentence each.
  package var problems: [String] {
    var problems: [String] = []
    func check<Value: Comparable>(_ name: String, _ value: Value, _ range: ClosedRange<Value>) {
      guard !range.contains(value) else { return }
      problems.append("\(name) is \(value), must be \(range.lowerBound) to \(range.upperBound)")
    }
    check("players", players, 24...5_000_000)
    check("games", games, 20...1_000_000)
    check("developers", developers, 1...1_000_000)
    check("the year of firstDay", firstDay.civil.year, 1972...2200)
    check("days", days, 14...3660)
    check("duplicateShare", duplicateShare, 0...1)
    return problems
  }
}
