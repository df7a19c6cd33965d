import FindieDomain

/// Some games' events of one record in the reports' span, in columns, one game after the other.
struct GameRows {
  let source: EventSource
  /// The day's number in `ReportDays`.
  var days: [UInt32] = []
  var kinds: [UInt32] = []
  var players: [UInt32] = []
  /// Bits of Float32; interactions only.
  var viewSeconds: [UInt32] = []
  var positions: [UInt32] = []
  /// By cut of the record: the value; a set for genres.
  var values: [[UInt32]]
  /// The rows of each game.
  private(set) var games: [Range<Int>] = []

  init(_ source: EventSource, cuts: Int) {
    self.source = source
    values = [[UInt32]](repeating: [], count: cuts)
  }

  var count: Int { days.count }

  mutating func reserve(_ rows: Int) {
    days.reserveCapacity(rows)
    kinds.reserveCapacity(rows)
    players.reserveCapacity(rows)
    for column in values.indices { values[column].reserveCapacity(rows) }
    guard source == .interactions else { return }
    viewSeconds.reserveCapacity(rows)
    positions.reserveCapacity(rows)
  }

  /// Removes all rows, but keeps the memory.
  mutating func removeAll() {
    days.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    players.removeAll(keepingCapacity: true)
    for column in values.indices { values[column].removeAll(keepingCapacity: true) }
    viewSeconds.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    games.removeAll(keepingCapacity: true)
  }

  /// Ends a game: the rows since the last end are its rows.
  mutating func endGame() { games.append((games.last?.upperBound ?? 0)..<count) }

  /// Removes the rows from `start` on for whose day `isIncluded` is false.
  mutating func filter(from start: Int, _ isIncluded: (UInt32) -> Bool) {
    var end = start
    for row in start..<count where isIncluded(days[row]) {
      days[end] = days[row]
      kinds[end] = kinds[row]
      players[end] = players[row]
      if !viewSeconds.isEmpty {
        viewSeconds[end] = viewSeconds[row]
        positions[end] = positions[row]
      }
      for column in values.indices { values[column][end] = values[column][row] }
      end += 1
    }
    let dropped = count - end
    days.removeLast(dropped)
    kinds.removeLast(dropped)
    players.removeLast(dropped)
    if !viewSeconds.isEmpty {
      viewSeconds.removeLast(dropped)
      positions.removeLast(dropped)
    }
    for column in values.indices { values[column].removeLast(dropped) }
  }

  /// Marks the kinds on days whose impressions are the views, not the swipes.
  mutating func markViews(_ game: Int, _ hasMoreViews: (UInt32) -> Bool) {
    for row in games[game] where hasMoreViews(days[row]) { kinds[row] |= Self.viewed }
  }

  /// The bit of a marked kind; the other bits are the kind.
  static let viewed: UInt32 = 8
}

/// The number of events of each kind, by day of `ReportDays`.
struct KindCounts {
  /// C[days, kinds].
  private var counts: [UInt32]
  private var isTouched: [Bool]
  /// Days with an event, unordered.
  private var touched: [Int] = []
  /// Scratch for callers.
  var kinds: [UInt32] = []
  var days: [UInt32] = []

  private static let width = 16

  init(days: Int) {
    counts = [UInt32](repeating: 0, count: days * Self.width)
    isTouched = [Bool](repeating: false, count: days)
  }

  /// Whether the analytics events of a day have more views than swipes.
  func hasMoreViews(on day: Int) -> Bool {
    func count(_ type: EventType) -> UInt32 { counts[day * Self.width + EventKind(type).rawValue] }
    return count(.gameView) > count(.gameLike) + count(.gameDislike)
  }

  @inline(__always)
  mutating func add(_ kind: Int, on day: Int) {
    touch(day)
    counts[day * Self.width + kind] += 1
  }

  mutating func add(_ events: Int, of kind: EventKind, on day: Int) {
    touch(day)
    counts[day * Self.width + kind.rawValue] += UInt32(events)
  }

  /// Adds events of one day; `kinds` are numbered from `firstKind`.
  mutating func add(_ kinds: Span<UInt32>, from firstKind: Int, on day: Int) {
    guard !kinds.isEmpty else { return }
    touch(day)
    let start = day * Self.width + firstKind
    var counts = counts.mutableSpan
    for index in kinds.indices { counts[start + Int(kinds[index])] += 1 }
  }

  @inline(__always)
  private mutating func touch(_ day: Int) {
    guard !isTouched[day] else { return }
    isTouched[day] = true
    touched.append(day)
  }

  /// Calls `body` with each day with events, and removes them.
  mutating func take(_ body: (_ day: Int, _ counts: SIMD16<UInt32>) -> Void) {
    for day in touched {
      let start = day * Self.width
      var own = SIMD16<UInt32>()
      for kind in 0..<Self.width { own[kind] = counts[start + kind] }
      body(day, own)
      for kind in 0..<Self.width { counts[start + kind] = 0 }
      isTouched[day] = false
    }
    touched.removeAll(keepingCapacity: true)
  }
}

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
