import FindieDomain

/// A player-day of a session that more than one player's events name.
///
/// A session is one player's, so these are rare: several accounts on one device, or a script.
struct SharedSession: Hashable, Sendable {
  /// The game's index.
  let game: Int32
  let day: Int32
  /// The player, as `PlayerDay.player` names it.
  let player: UInt64
  /// The session's code; of several on one player-day the first by its text.
  let session: UInt32

  /// What they are ordered by, and of which one a place has one.
  var place: (Int32, Int32, UInt64) { (game, day, player) }
}
