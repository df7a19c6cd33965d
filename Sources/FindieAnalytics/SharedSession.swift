import FindieDomain
import FindieHistory

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

  /// Above this share of a record's events, its session ids do not tell sessions (an app may send
  /// the same for everybody), and none is looked at.
  private static let believedShare = 1.0 / 16

  /// The same with another index of the game.
  func of(game: Int) -> SharedSession {
    SharedSession(game: Int32(game), day: day, player: player, session: session)
  }

  private var place: (Int32, Int32, UInt64) { (game, day, player) }

  /// The shared sessions of a record before the night, by game, day and player.
  ///
  /// - Parameter gameOfCode: the index of the game by its code in the record.
  /// - Complexity: O(events), four bytes a session.
  static func all(
    of table: EventTable, _ source: EventSource, gameOfCode: [Int], night: Day
  ) -> [SharedSession] {
    let sessions = table[.sessionId].codes
    let vocabulary = table[.sessionId].vocabulary
    let players = table[.userId].codes
    let games = table[.gameId].codes
    let end = night.start.milliseconds
    let untold = vocabulary.existingCode(of: "")
    var owners = [UInt32](repeating: .max, count: vocabulary.count)
    var isShared = [Bool](repeating: false, count: vocabulary.count)
    var seen = 0
    for row in 0..<table.count where table.milliseconds[row] < end && sessions[row] != untold {
      seen += 1
      let session = Int(sessions[row])
      if owners[session] == .max {
        owners[session] = players[row]
      } else if owners[session] != players[row] {
        isShared[session] = true
      }
    }
    guard isShared.contains(true) else { return [] }
    var shared: [SharedSession] = []
    for row in 0..<table.count where table.milliseconds[row] < end && isShared[Int(sessions[row])] {
      guard sessions[row] != untold else { continue }
      shared.append(
        SharedSession(
          game: Int32(gameOfCode[Int(games[row])]), day: table.day(row).daysSinceEpoch,
          player: PlayerDay.player(players[row], of: source), session: sessions[row]))
      if Double(shared.count) > believedShare * Double(seen) { return [] }
    }
    shared.sort { left, right in
      guard left.place == right.place else { return left.place < right.place }
      guard left.session != right.session else { return false }
      return precedesByBytes(vocabulary.text(left.session), vocabulary.text(right.session))
    }
    var distinct: [SharedSession] = []
    for session in shared where distinct.last?.place ?? (-1, 0, 0) != session.place {
      distinct.append(session)
    }
    return distinct
  }
}
