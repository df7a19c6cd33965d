/// The rows of consecutive games, appended game by game.
struct ActivityRows: Sendable {
  private(set) var rowStarts = [0]
  private(set) var days: [Int32] = []
  private(set) var counts = GameDayCounts()
  private(set) var playerStarts: [UInt32] = [0]
  private(set) var players: [UInt32] = []
  private(set) var playerKinds: [UInt16] = []

  init() {}

  /// Room for these numbers of games, rows and player-days, so that no array is copied.
  init(games: Int, rows: Int, players: Int) {
    rowStarts.reserveCapacity(games + 1)
    days.reserveCapacity(rows)
    counts.reserveCapacity(rows)
    playerStarts.reserveCapacity(rows + 1)
    self.players.reserveCapacity(players)
    playerKinds.reserveCapacity(players)
  }

  /// Appends a player to the row that is next to end.
  mutating func appendPlayer(_ code: UInt32, _ kinds: UInt16) {
    players.append(code)
    playerKinds.append(kinds)
  }

  /// Appends the row of a day of the current game; none if nothing was counted.
  mutating func endRow(_ day: Int32, _ events: SIMD16<UInt32>) {
    guard events != SIMD16() else { return }
    days.append(day)
    counts.append(events)
    playerStarts.append(UInt32(players.count))
  }

  mutating func endGame() { rowStarts.append(days.count) }

  /// Appends the rows of the games after these.
  mutating func append(_ other: ActivityRows) {
    let (row, player) = (days.count, UInt32(players.count))
    rowStarts += other.rowStarts.dropFirst().lazy.map { $0 + row }
    days += other.days
    counts.append(other.counts)
    playerStarts += other.playerStarts.dropFirst().lazy.map { $0 + player }
    players += other.players
    playerKinds += other.playerKinds
  }
}

/// The number of events of each kind, by `EventKind`, of each game and day: a byte each, since most
/// are few.
struct GameDayCounts: Sendable, RandomAccessCollection {
  private var small: [SIMD16<UInt8>] = []
  /// By row, the counts of which one has no byte; the row's bytes are all `.max`.
  private var large: [Int: SIMD16<UInt32>] = [:]

  private static let isLarge = SIMD16<UInt8>(repeating: .max)

  var startIndex: Int { 0 }
  var endIndex: Int { small.count }

  subscript(row: Int) -> SIMD16<UInt32> {
    let own = small[row]
    return own == Self.isLarge ? large[row] ?? SIMD16() : SIMD16(truncatingIfNeeded: own)
  }

  mutating func reserveCapacity(_ rows: Int) { small.reserveCapacity(rows) }

  mutating func append(_ counts: SIMD16<UInt32>) {
    if counts.max() < UInt8.max {
      small.append(SIMD16(truncatingIfNeeded: counts))
    } else {
      large[small.count] = counts
      small.append(Self.isLarge)
    }
  }

  mutating func append(_ other: GameDayCounts) {
    for (row, counts) in other.large { large[small.count + row] = counts }
    small += other.small
  }
}
