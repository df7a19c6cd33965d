package import FindieDomain

/// The published numbers of all games of a studio in one of the last 13 complete ISO weeks.
package struct WeekNumbers: Sendable, Equatable {
  package let range: DayRange
  package let tally: Tally
  /// Players whose first day in the record, with any game, is in the week; nil if nothing was recorded before.
  package let newPlayers: PlayerCount?
  /// Players who were active before the week; nil like `newPlayers`.
  package let returningPlayers: PlayerCount?

  /// Such as `2016-W37`.
  package var name: String { range.first.isoWeek }
}
