/// One player's actions with one game on one day.
struct PlayerDay {
  let player: UInt64
  /// The weight of the strongest action, above 0.
  let weight: Double
  let isFresh: Bool
  /// The part of the weight that is above the player's engagement with the game in the days before.
  var added = 0.0

  /// A player's key; players of the two records are never joined.
  static func player(_ code: UInt32, of source: EventSource) -> UInt64 {
    UInt64(code) | (source == .analytics ? 1 << 32 : 0)
  }
}
