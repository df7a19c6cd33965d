/// How much data a night was built from. The next night is compared with it.
package struct NightVolume: Codable, Sendable, Equatable {
  package let events: Int
  /// The players of the matrix.
  package let players: Int
  /// The pairs of a player and a liked game.
  package let positives: Int
  /// Identifies the accounts that do not count; nil without any.
  package let uncounted: String?

  package init(events: Int, players: Int, positives: Int, uncounted: String? = nil) {
    self.events = events
    self.players = players
    self.positives = positives
    self.uncounted = uncounted
  }
}
