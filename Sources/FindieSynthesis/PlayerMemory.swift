import FindieDomain

/// What a world must remember of its players from one day to the next.
struct PlayerMemory {
  /// One press of the wishlist button.
  struct Wish {
    let player: Int32
    let game: Int32
    let instant: Timestamp
  }

  /// The games that each player saw or owns: a card comes back to nobody.
  private var seen: [[Int32]]
  /// The game liked last, -1 before the first.
  private(set) var lastLiked: [Int32]
  /// The day of the last interaction, -1 before the first.
  private(set) var lastActiveDays: [Int32]
  private(set) var discovered: [Int32]
  private(set) var liked: [Int32]
  private(set) var wishes: [Wish] = []

  init(players: Int) {
    seen = Array(repeating: [], count: players)
    lastLiked = Array(repeating: -1, count: players)
    lastActiveDays = Array(repeating: -1, count: players)
    discovered = Array(repeating: 0, count: players)
    liked = Array(repeating: 0, count: players)
  }

  func hasSeen(_ game: Int, _ player: Int) -> Bool { seen[player].contains(Int32(game)) }

  mutating func see(_ game: Int, _ player: Int) { seen[player].append(Int32(game)) }

  mutating func countView(_ player: Int) { discovered[player] += 1 }

  mutating func like(_ game: Int, _ player: Int) {
    lastLiked[player] = Int32(game)
    liked[player] += 1
  }

  mutating func wish(for game: Int, _ player: Int, at instant: Timestamp) {
    wishes.append(Wish(player: Int32(player), game: Int32(game), instant: instant))
  }

  /// Notes that the player acted on `day`; true where that is the first time on that day.
  mutating func act(_ player: Int, on day: Int) -> Bool {
    guard lastActiveDays[player] != Int32(day) else { return false }
    lastActiveDays[player] = Int32(day)
    return true
  }
}
