import FindieDomain

/// Reads the player-days game by game. See `DailyEngagement` for the rule.
struct EngagementReader {
  /// One game's player-days with engagement on one day, by record.
  struct GameDay {
    fileprivate(set) var day = Day(daysSinceEpoch: 0)
    fileprivate(set) var interactions: [PlayerDay] = []
    fileprivate(set) var analytics: [PlayerDay] = []

    /// The player-days of the record in which established accounts add more, or of the interactions
    /// if both are equal.
    var chosen: [PlayerDay] {
      sum(of: analytics) > sum(of: interactions) ? analytics : interactions
    }

    private func sum(of players: [PlayerDay]) -> Double {
      players.reduce(0) { $0 + ($1.isFresh ? 0 : $1.added) }
    }
  }

  /// A player's engagement with the current game.
  private struct Entry {
    let slot: Int
    let day: Int32
    let weight: Double
    /// The player's entry before this one, or -1.
    let before: Int32
  }

  private let players: EngagedPlayers
  private var entries: [Entry] = []
  /// The newest entry of each player, by slot, or -1.
  private var newest: [Int32]
  private var gameDay = GameDay()

  init(_ players: EngagedPlayers) {
    self.players = players
    newest = [Int32](repeating: -1, count: players.count)
  }

  /// Calls `body` with each day of the range on which players engaged with the game.
  ///
  /// - Complexity: O(player-days × `span`).
  mutating func eachDay(of game: Int, in range: DayRange, _ body: (GameDay) -> Void) {
    let activity = players.activity
    let before = range.first.adding(days: 1 - players.span)
    for row in activity.rows(of: game, in: DayRange(first: before, last: range.last)) {
      let day = activity.days[row]
      gameDay.day = Day(daysSinceEpoch: day)
      gameDay.interactions.removeAll(keepingCapacity: true)
      gameDay.analytics.removeAll(keepingCapacity: true)
      for index in activity.playerDays(of: row) {
        guard var player = players.playerDay(index, on: day) else { continue }
        player.added = max(0, player.weight - add(player, on: day))
        if player.player >> 32 == 0 {
          gameDay.interactions.append(player)
        } else {
          gameDay.analytics.append(player)
        }
      }
      if gameDay.day >= range.first, gameDay.interactions.count + gameDay.analytics.count > 0 {
        body(gameDay)
      }
    }
    for entry in entries { newest[entry.slot] = -1 }
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds an entry, and returns the player's strongest weight on the earlier days of the span; 0
  /// without an earlier entry.
  private mutating func add(_ player: PlayerDay, on day: Int32) -> Double {
    let slot = players.slot(of: player.player)
    var strongest = 0.0
    var index = newest[slot]
    while index >= 0, entries[Int(index)].day > day - Int32(players.span) {
      strongest = max(strongest, entries[Int(index)].weight)
      index = entries[Int(index)].before
    }
    entries.append(Entry(slot: slot, day: day, weight: player.weight, before: newest[slot]))
    newest[slot] = Int32(entries.count - 1)
    return strongest
  }
}
