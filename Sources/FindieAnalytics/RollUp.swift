package import FindieDomain

/// What happened to some games over a range of days.
package struct RollUp: Hashable, Sendable {
  package let range: DayRange
  package let tally: Tally
  /// Distinct players over the whole range: of the two records, whose ids are never joined, the one
  /// that saw more.
  package let players: PlayerCount
  /// The record that `players` was counted from; nil without any.
  package let playersSource: EventSource?
  /// The median time a card was looked at; nil where too few players gave any.
  package let medianViewSeconds: Double?
}
