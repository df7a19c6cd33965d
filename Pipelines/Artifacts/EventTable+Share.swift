package import FindieDomain
package import FindieHistory

extension EventTable {
  /// The first day such that at most `share` of the events are on it or later; the last day if it
  /// alone has more. Nil without events.
  package func firstDay(ofLast share: Double) -> Day? {
    guard count > 0 else { return nil }
    // Events are sorted by time.
    let row = min(count - 1, Int((Double(count) * (1 - share)).rounded(.up)))
    return day(row)
  }
}
