import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieWorkers

/// The main figures of one day.
package struct DayFigures: Codable, Sendable, Equatable {
  /// The number of events in both collections.
  package let events: Int
  package let players: Int
  package let impressions: Int
  /// Likes and super-likes.
  package let likes: Int
  /// Likes per impression; nil if it is not defined.
  package let likeRate: Double?
  package let wishlistAdds: Int
}

/// One day before and after a change of the history.
package struct DayChange: Codable, Sendable, Equatable {
  package let day: Day
  package let before: DayFigures
  package let after: DayFigures

  /// The days whose figures an update changes.
  static func changes(
    by update: History.Update, in history: History, workers: Workers
  ) throws -> [DayChange] {
    let days = update.changedDays
    let before = try DayFigures.figures(of: history, on: days, workers: workers)
    let after = try DayFigures.figures(of: history, on: days, after: update, workers: workers)
    return zip(days.sorted(), zip(before, after)).map { day, figures in
      DayChange(day: day, before: figures.0, after: figures.1)
    }.filter { $0.before != $0.after }
  }
}

extension DayFigures {
  /// The figures of some days, in order; no other day is read.
  fileprivate static func figures(
    of history: History, on days: Set<Day>, after update: History.Update? = nil, workers: Workers
  ) throws -> [DayFigures] {
    guard let first = days.min(), let last = days.max() else { return [] }
    let tables = try [EventCollection.interactions, .analytics].map {
      try history.events($0, on: days, after: update, workers: workers)
    }
    var events: [Day: Int] = [:]
    for table in tables {
      for row in 0..<table.count { events[table.day(row), default: 0] += 1 }
    }
    // Sums over all games: the catalogue does not matter.
    let activity = Activity(
      interactions: tables[0], analytics: tables[1], games: [], night: last.adding(days: 1),
      workers: workers)
    let recorded = activity.recordedMeasures()
    let kpis = activity.teamKPIs(over: DayRange(first: first, last: last), users: [], games: [])
    return kpis.days.filter { days.contains($0.day) }.map { day in
      DayFigures(
        events: events[day.day] ?? 0, players: day.dailyActive,
        impressions: day.tally[.impressions], likes: day.tally.positives,
        likeRate: day.tally.rate(.likeRate, in: recorded)?.estimate,
        wishlistAdds: day.tally[.wishlistAdds])
    }
  }
}
