package import FindieDomain

extension Ledger {
  /// Events of one day that are gone.
  package struct Loss: Codable, Sendable, Equatable {
    package let collection: EventCollection
    package let day: FindieDomain.Day
    package let events: Int

    package init(collection: EventCollection, day: FindieDomain.Day, events: Int) {
      self.collection = collection
      self.day = day
      self.events = events
    }
  }

  /// The events that an earlier state of this history had and this one lacks, by collection and
  /// day. Events that were removed since, as `removals` records, are not lost.
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

  /// Records the removed events of days that have fewer than before.
  mutating func recordRemovals(since before: Ledger) {
    let now = rowsByDay
    var removed = removedByDay
    for day in before.days {
      let key = DayKey(day.collection, day.day)
      let fewer = day.rows - (now[key] ?? 0)
      if fewer > 0 { removed[key, default: 0] += fewer }
    }
    guard !removed.isEmpty else { return }
    removals = removed.map { Loss(collection: $0.collection, day: $0.day, events: $1) }
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

// Whether one state of a history continues another. Equal numbers of events do not show it: an
// older copy may have as many as the present history.

extension Ledger {
  /// Older states are not recognized.
  private static let maximumStates = 1000

  /// The state of the history, which no other history has; nil for a ledger of an earlier version.
  package var state: String? { states?.last }

  /// Gives the ledger a new state, unless its days are those of the earlier ledger: a hash of the
  /// previous state and of the days.
  mutating func beginState(since earlier: Ledger) {
    guard states == nil || days != earlier.days else { return }
    let before = states ?? []
    let text = ([workspace ?? "", before.last ?? ""] + days.map(\.identity))
      .joined(separator: "\n")
    let state = hash64(of: text.utf8.span)
    states = before.suffix(Self.maximumStates - 1) + [state.padded(to: 16, radix: 16)]
  }

  /// The ledger without its earlier states and the requests to forget players, as stored in a
  /// recipe, which has its own.
  package var withoutEarlierStates: Ledger {
    var ledger = self
    ledger.requests = nil
    ledger.states = state.map { [$0] }
    return ledger
  }

  /// Whether this history was updated from an earlier state of it; nil if a ledger does not name
  /// its state.
  func continues(_ earlier: Ledger) -> Bool? {
    guard let states, let state = earlier.state else { return nil }
    return states.contains(state)
  }

  /// The days with as many events as in an earlier state, but different ones, although this history
  /// does not continue that state. What became of its events is unknown.
  package func unexplainedDays(since earlier: Ledger) -> [Loss] {
    guard continues(earlier) == false else { return [] }
    return EventCollection.allCases.flatMap { collection in
      let now = daysByDate(of: collection)
      return earlier.days.filter { day in
        guard day.collection == collection, let other = now[day.day], let content = day.content
        else { return false }
        return other.rows == day.rows && other.content != content
      }.map { Loss(collection: collection, day: $0.day, events: $0.rows) }
    }
  }
}
