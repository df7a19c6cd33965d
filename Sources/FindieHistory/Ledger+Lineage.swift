import FindieDomain

// Whether one state of a history continues another. Equal numbers of events do not show it: an older copy
// may have as many as the present history.

extension Ledger {
  /// States that are further back are not recognized.
  private static let maximumStates = 1000

  /// The state of the history, which no other history has; nil for a ledger of an earlier version.
  package var state: String? { states?.last }

  /// Gives the ledger a new state, unless its days are those of the ledger before: a hash of the state before and
  /// of the days.
  mutating func beginState(since earlier: Ledger) {
    guard states == nil || days != earlier.days else { return }
    let before = states ?? []
    let days = days.map { "\($0.collection.rawValue) \($0.day) \($0.checksum)" }
    let text = ([workspace ?? "", before.last ?? ""] + days).joined(separator: "\n")
    let state = hash64(of: text.utf8.span)
    states = before.suffix(Ledger.maximumStates - 1) + [state.padded(to: 16, radix: 16)]
  }

  /// The ledger without the states before its own, as a recipe has it.
  package var withoutEarlierStates: Ledger {
    var ledger = self
    ledger.states = state.map { [$0] }
    return ledger
  }

  /// Whether this history was updated from an earlier state of it; nil if a ledger does not name its state.
  func continues(_ earlier: Ledger) -> Bool? {
    guard let states, let state = earlier.state else { return nil }
    return states.contains(state)
  }

  /// The days that have as many events as an earlier state had, but others, although this history does not
  /// continue it. What became of its events cannot be told.
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
