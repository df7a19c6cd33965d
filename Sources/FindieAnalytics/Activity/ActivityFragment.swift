/// The rows of consecutive games, counted by one thread.
struct ActivityFragment: Sendable {
  private(set) var rowEnds: [Int] = []
  private(set) var days: [Int32] = []
  private(set) var counts: [SIMD16<UInt32>] = []
  private(set) var playerEnds: [Int] = []
  private(set) var players: [UInt32] = []
  private(set) var playerKinds: [UInt16] = []

  /// Appends the rows of the next game.
  ///
  /// - Parameter keys: the game's events, ascending.
  mutating func appendGame(_ keys: [EventKey]) {
    var event = 0
    while event < keys.count {
      let day = keys[event].day
      var row = SIMD16<UInt32>()
      while event < keys.count, keys[event].day == day {
        let first = keys[event]
        var kinds: UInt16 = 0
        while event < keys.count, keys[event].isSamePlayerDay(as: first) {
          row[keys[event].kind] += 1
          kinds |= 1 << UInt16(keys[event].kind)
          event += 1
        }
        players.append(first.player)
        playerKinds.append(kinds)
      }
      days.append(day)
      counts.append(row)
      playerEnds.append(players.count)
    }
    rowEnds.append(days.count)
  }

  /// Appends the rows of the next game, with more events on some days.
  mutating func appendGame(
    _ rows: [(day: Int32, counts: SIMD16<UInt32>, players: [(UInt32, UInt16)])],
    adding added: [Int32: SIMD16<UInt32>]
  ) {
    let known = Set(rows.map(\.day))
    var all = rows
    for day in added.keys where !known.contains(day) { all.append((day, SIMD16(), [])) }
    for row in all.sorted(by: { $0.day < $1.day }) {
      days.append(row.day)
      counts.append(row.counts &+ (added[row.day] ?? SIMD16()))
      for (player, kinds) in row.players {
        players.append(player)
        playerKinds.append(kinds)
      }
      playerEnds.append(players.count)
    }
    rowEnds.append(days.count)
  }
}
