package import FindieDomain

/// What happened to some games over a range of days.
package struct RollUp: Hashable, Sendable {
  /// The fewest players, and the fewest timed views, of which a figure is told.
  package static let playersToTell = 10

  package let range: DayRange
  package let tally: Tally
  /// Distinct players over the whole range: of the two records, whose ids are never joined, the one
  /// that saw more.
  package let players: PlayerCount
  /// The record that `players` was counted from; nil without any.
  package let playersSource: EventSource?
  /// The median time a card was looked at; nil below ten timed views.
  package let medianViewSeconds: Double?

  /// The change of `measure` from `previous` to this, as a share of what was; nil where there was
  /// nothing to change from.
  package func change(of measure: Measure, since previous: RollUp) -> Double? {
    let before = previous.tally[measure]
    guard before > 0 else { return nil }
    return Double(tally[measure] - before) / Double(before)
  }
}
