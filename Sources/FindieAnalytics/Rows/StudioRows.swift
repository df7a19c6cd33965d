/// A studio's events of one record, with its players numbered from 0.
struct StudioRows {
  let rows: GameRows
  /// By row: the segment; -1 for a day outside all periods.
  let segments: [Int8]
  /// By row: the week; -1 for a day outside all weeks.
  let weeks: [Int8]
  /// By row: the player's number in the studio.
  let slots: [UInt32]
  /// By number: the player's code in the record's events.
  let players: [UInt32]

  init(_ rows: GameRows, _ days: ReportDays) {
    self.rows = rows
    segments = rows.days.map { days.segments[Int($0)] }
    weeks = rows.days.map { days.weeks[Int($0)] }
    var table = PlayerTable(atMost: rows.count)
    slots = rows.players.map { table.slot(of: $0) }
    players = table.players
  }
}

/// Numbers players in order of appearance, by an open-addressing hash table.
private struct PlayerTable {
  private(set) var players: [UInt32] = []
  /// By slot: the player's number plus 1; 0 for an empty slot.
  private var playerSlots: [UInt32]
  private let mask: Int

  init(atMost count: Int) {
    var size = 16
    while size < 2 * count { size *= 2 }
    playerSlots = [UInt32](repeating: 0, count: size)
    mask = size - 1
  }

  @inline(__always)
  mutating func slot(of player: UInt32) -> UInt32 {
    // Knuth's multiplicative hash: codes are dense, and neighbours should not share a run of slots.
    var index = Int(truncatingIfNeeded: (UInt64(player) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while playerSlots[index] != 0 {
      let slot = playerSlots[index] - 1
      if players[Int(slot)] == player { return slot }
      index = (index + 1) & mask
    }
    players.append(player)
    playerSlots[index] = UInt32(players.count)
    return UInt32(players.count - 1)
  }
}

/// The rows of some games in any period, player by player.
struct RowsByPlayer {
  /// By index: the player's number in the studio.
  let slots: [UInt32]
  /// The rows of player p are `rows[starts[p]..<starts[p + 1]]`.
  let starts: [Int]
  let rows: [UInt32]

  /// - Parameter scratch: by number in the studio; zeros, and zeros again afterwards.
  init(of games: [Int], in studio: StudioRows, scratch: inout [UInt32]) {
    var slots: [UInt32] = []
    var counts: [Int] = []
    var count = 0
    for game in games {
      for row in studio.rows.games[game] where studio.segments[row] >= 0 {
        let slot = Int(studio.slots[row])
        if scratch[slot] == 0 {
          slots.append(UInt32(slot))
          counts.append(0)
          scratch[slot] = UInt32(slots.count)
        }
        counts[Int(scratch[slot]) - 1] += 1
        count += 1
      }
    }
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for (index, own) in counts.enumerated() {
      starts.append(starts[index] + own)
      counts[index] = starts[index]
    }
    var rows = [UInt32](repeating: 0, count: count)
    for game in games {
      for row in studio.rows.games[game] where studio.segments[row] >= 0 {
        let index = Int(scratch[Int(studio.slots[row])]) - 1
        rows[counts[index]] = UInt32(row)
        counts[index] += 1
      }
    }
    for slot in slots { scratch[Int(slot)] = 0 }
    self.slots = slots
    self.starts = starts
    self.rows = rows
  }
}
