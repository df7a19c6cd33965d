import FindieDomain

/// A player-day of a session with events of several players.
///
/// Sessions normally belong to one player, so these are rare: several accounts on one device, or a script.
struct SharedSession: Hashable, Sendable {
  /// The game's index.
  let game: Int32
  let day: Int32
  /// The player, as `PlayerDay.player` encodes it.
  let player: UInt64
  /// The session's code; if a player-day has several sessions, the first by its text.
  let session: UInt32

  /// The sort key; there is one element per key.
  var key: (Int32, Int32, UInt64) { (game, day, player) }
}
