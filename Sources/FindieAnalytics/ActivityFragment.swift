/// The rows of a run of neighbouring games, counted by one thread.
struct ActivityFragment: Sendable {
  private(set) var rowEnds: [Int] = []
  private(set) var days: [Int32] = []
  private(set) var counts: [SIMD16<UInt32>] = []
  private(set) var playerEnds: [Int] = []
  private(set) var players: [UInt32] = []
  private(set) var playerKinds: [UInt16] = []
  private(set) var secondsEnds: [Int] = []
  private(set) var viewSeconds: [Float] = []

  /// Appends the rows of the next game.
  ///
  /// - Parameters:
  ///   - keys: the game's events, ascending.
  ///   - seconds: its timed views, ascending by day, then by seconds.
  mutating func appendGame(_ keys: [EventKey], seconds: [(day: Int32, seconds: Float)]) {
    var event = 0
    var timed = 0
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
      while timed < seconds.count, seconds[timed].day == day {
        viewSeconds.append(seconds[timed].seconds)
        timed += 1
      }
      days.append(day)
      counts.append(row)
      playerEnds.append(players.count)
      secondsEnds.append(viewSeconds.count)
    }
    rowEnds.append(days.count)
  }
}
