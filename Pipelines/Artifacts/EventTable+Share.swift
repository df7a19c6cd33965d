package import FindieDomain
package import FindieHistory

extension EventTable {
  /// The first day from which on at most `share` of the events follow; the last day where that day alone
  /// has more; nil without events.
  package func firstDay(ofLast share: Double) -> Day? {
    guard count > 0 else { return nil }
    // Events are sorted by time.
    let row = min(count - 1, Int((Double(count) * (1 - share)).rounded(.up)))
    return day(row)
  }
}
