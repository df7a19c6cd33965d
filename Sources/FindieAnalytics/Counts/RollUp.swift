package import FindieDomain

/// The counts of some games over a range of days.
package struct RollUp: Hashable, Sendable {
  package let range: DayRange
  package let tally: Tally
  /// Distinct players over the whole range, from the record with more of them; ids of the two are
  /// never joined. Nil if they are not published for such a range.
  package let players: PlayerCount?
  /// The record that `players` was counted from; nil without players.
  package let playersSource: EventSource?
  /// The median duration of timed views; nil if too few players have one.
  package let medianViewSeconds: Double?
}
