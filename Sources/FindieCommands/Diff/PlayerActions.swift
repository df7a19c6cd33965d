import FindieDomain
import FindieHistory

/// The actions of players, before and since a night.
struct PlayerActions: Sendable {
  private let users: Vocabulary
  private let games: Vocabulary
  /// The codes of player and game, in one number.
  private var before = Set<UInt64>()
  private var since = Set<UInt64>()
  private var acted = Set<UInt32>()

  init(_ events: EventTable, from day: Day) {
    let (user, game) = (events[.userId], events[.gameId])
    users = user.vocabulary
    games = game.vocabulary
    let start = day.start.milliseconds
    for row in 0..<events.count {
      let pair = UInt64(user.codes[row]) << 32 | UInt64(game.codes[row])
      if events.milliseconds[row] < start {
        before.insert(pair)
      } else {
        since.insert(pair)
        acted.insert(user.codes[row])
      }
    }
  }

  func hasActed(_ user: ExactText) -> Bool {
    users.existingCode(of: user.text).map { acted.contains($0) } ?? false
  }

  func hasSeen(_ user: ExactText, _ game: String, since: Bool) -> Bool {
    guard let user = users.existingCode(of: user.text), let game = games.existingCode(of: game)
    else {
      return false
    }
    return (since ? self.since : before).contains(UInt64(user) << 32 | UInt64(game))
  }
}
