/// Sorts scored games: the highest score first, ties by index.
///
/// A radix sort of 32-bit keys, in four passes of a byte: ten times as fast as insertion for the
/// few hundred candidates of a player. One per thread, reused for all players.
struct ScoreOrder {
  /// The score in the upper bits, inverted so that smaller is better, and the game in the lower
  /// bits.
  private var keys: [UInt64] = []
  private var others: [UInt64] = []
  private var ranked: [RankedCandidate] = []

  mutating func start() { keys.removeAll(keepingCapacity: true) }

  /// - Precondition: `score` is not NaN, and no game is added twice.
  mutating func add(_ game: UInt32, _ score: Float) {
    keys.append(UInt64(Self.descending(score)) << 32 | UInt64(game))
  }

  /// The best games added since `start`, at most `count`.
  mutating func best(_ count: Int) -> [RankedCandidate] {
    while others.count < keys.count { others.append(0) }
    for shift in stride(from: UInt64(32), to: 64, by: 16) {
      Self.pass(keys, &others, shift: shift)
      Self.pass(others, &keys, count: keys.count, shift: shift + 8)
    }
    orderTies()
    ranked.removeAll(keepingCapacity: true)
    for position in 0..<min(count, keys.count) {
      ranked.append(
        RankedCandidate(
          game: UInt32(truncatingIfNeeded: keys[position]),
          relevance: Self.score(UInt32(truncatingIfNeeded: keys[position] >> 32))))
    }
    return ranked
  }

  /// One stable pass of the sort, by one byte.
  private static func pass(
    _ from: [UInt64], _ to: inout [UInt64], count: Int? = nil, shift: UInt64
  ) {
    let from = from.span
    let count = count ?? from.count
    var to = to.mutableSpan
    var positions = InlineArray<256, UInt32>(repeating: 0)
    for position in 0..<count { positions[Int(from[position] >> shift & 255)] += 1 }
    var start: UInt32 = 0
    for byte in 0..<256 {
      let own = positions[byte]
      positions[byte] = start
      start += own
    }
    for position in 0..<count {
      let byte = Int(from[position] >> shift & 255)
      to[Int(positions[byte])] = from[position]
      positions[byte] += 1
    }
  }

  /// Sorts games of equal score by index.
  private mutating func orderTies() {
    var keys = keys.mutableSpan
    for position in keys.indices.dropFirst() {
      var at = position
      while at > 0, keys[at - 1] > keys[at] {
        keys.swapAt(at - 1, at)
        at -= 1
      }
    }
  }

  /// A number that decreases as the score increases; equal for both zeros.
  private static func descending(_ score: Float) -> UInt32 {
    let bits = (score + 0).bitPattern
    let ascending = bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
    return ~ascending
  }

  private static func score(_ descending: UInt32) -> Float {
    let ascending = ~descending
    return Float(
      bitPattern: ascending & 0x8000_0000 == 0 ? ~ascending : ascending & 0x7fff_ffff)
  }
}
