package import FindieDomain

/// What was written of one day.
package struct DayTruth: Codable, Hashable, Sendable {
  package var day: Day
  /// Players whose joined date is on this day.
  package var signUps: Int
  /// Players with at least one interaction.
  package var activePlayers: Int
  package var sessions: Int
  /// Sound interactions by action, each once; all seven are there.
  package var actions: [String: Int]
  /// Analytics events by type; all seven are there.
  package var events: [String: Int]
  package var duplicates: Int
  package var badLines: Int
  /// Of the players who joined on this day, those active 1, 7 and 30 days later; nil where that day
  /// is after the last.
  package var retainedDay1: Int?
  package var retainedDay7: Int?
  package var retainedDay30: Int?
}
