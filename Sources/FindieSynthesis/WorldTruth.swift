/// What a world hides and what was written of it, exactly: the contents of `truth.json`.
package struct WorldTruth: Codable, Hashable, Sendable {
  /// Always true: nothing in a world is real.
  package var generated = true
  /// The same in words.
  package var note: String
  package var parameters: WorldParameters

  /// Lines by path, broken and doubled ones among them; files without a line are absent.
  package var lines: [String: Int]
  package var totals: Totals
  /// Every day with events, in order.
  package var days: [DayTruth]
  /// Players active on at least one of the last 7 days.
  package var weeklyActives: Int
  /// Players active on at least one of the last 30 days.
  package var monthlyActives: Int

  package var twins: [TwinTruth]
  package var trending: TrendTruth
  package var burst: BurstTruth
  /// The factor on the like probability by card position from 0; the last holds for all after it.
  package var positionBias: [Double]
  /// Activity on Monday to Sunday in relation to the mean day.
  package var weekdayRhythm: [Double]
  /// The games that the parameters asked for: those with a planted truth, then the most shown.
  package var games: [GameTruth]
}

extension WorldTruth {
  /// Sums over the whole world.
  package struct Totals: Codable, Hashable, Sendable {
    /// Sound interactions, each once.
    package var interactions: Int
    /// By action; all seven are there.
    package var actions: [String: Int]
    package var events: Int
    /// Analytics events by type; all seven are there.
    package var eventTypes: [String: Int]
    package var duplicates: Int
    /// Broken lines by kind.
    package var badLines: [String: Int]
    package var sessions: Int
    package var players: Int
    package var activePlayers: Int
    package var games: Int
    package var wishlistItems: Int
  }
}
