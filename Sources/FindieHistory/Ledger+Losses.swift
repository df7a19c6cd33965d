package import FindieDomain

extension Ledger {
  /// The events of one day that corrected files and forgotten players took away, since the history began.
  package struct Removal: Codable, Sendable, Equatable {
    package var collection: EventCollection
    package var day: FindieDomain.Day
    package var events: Int
  }

  /// Events of one day that are gone, and that nothing removed.
  package struct Loss: Sendable, Equatable {
    package let collection: EventCollection
    package let day: FindieDomain.Day
    package let events: Int
  }

  /// The events that an earlier state of this history had and this one lacks, by collection and day.
  /// Events that were removed since, as `removals` records, are not lost.
  package func losses(since earlier: Ledger) -> [Loss] {
    let (now, removed) = (rowsByDay, removedByDay)
    let removedBefore = earlier.removedByDay
    return earlier.days.compactMap { day in
      let key = DayKey(day.collection, day.day)
      let removedSince = max(0, (removed[key] ?? 0) - (removedBefore[key] ?? 0))
      let lost = day.rows - removedSince - (now[key] ?? 0)
      return lost > 0 ? Loss(collection: day.collection, day: day.day, events: lost) : nil
    }
  }

  /// The number of events that were removed since an earlier state of this history.
  package func removedEvents(since earlier: Ledger) -> Int {
    func sum(_ ledger: Ledger) -> Int { (ledger.removals ?? []).reduce(0) { $0 + $1.events } }
    return max(0, sum(self) - sum(earlier))
  }

  /// Records the events of days that have fewer than before.
  mutating func recordRemovals(since before: Ledger) {
    let now = rowsByDay
    var removed = removedByDay
    for day in before.days {
      let key = DayKey(day.collection, day.day)
      let fewer = day.rows - (now[key] ?? 0)
      if fewer > 0 { removed[key, default: 0] += fewer }
    }
    guard !removed.isEmpty else { return }
    removals = removed.map { Removal(collection: $0.collection, day: $0.day, events: $1) }
      .sorted { ($0.collection.rawValue, $0.day) < ($1.collection.rawValue, $1.day) }
  }

  private var rowsByDay: [DayKey: Int] {
    Dictionary(uniqueKeysWithValues: days.map { (DayKey($0.collection, $0.day), $0.rows) })
  }

  private var removedByDay: [DayKey: Int] {
    Dictionary(
      uniqueKeysWithValues: (removals ?? []).map { (DayKey($0.collection, $0.day), $0.events) })
  }
}

/// A day of a collection.
private struct DayKey: Hashable {
  let collection: EventCollection
  let day: Day

  init(_ collection: EventCollection, _ day: Day) {
    self.collection = collection
    self.day = day
  }
}
