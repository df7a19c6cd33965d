import FindieDomain

/// The truth that a world hides: which games are twins, which one trends, which one is pushed.
struct Planted {
  /// Pairs of games, each liked by the same fifth of the players and by nearly nobody else.
  let twins: [(first: Int, second: Int)]
  /// The other half of each twin, by game.
  private let partner: [Int: Int]
  private let pairOf: [Int: Int]
  let trend: Int
  let trendRange: DayRange
  let burst: Int
  let burstDay: Day

  static let fanShare = Probability(0.2)
  static let fanLikes = Probability(0.9)
  static let otherLikes = Probability(0.06)
  /// How often the second twin follows on the first in a feed.
  static let twinFollows = Probability(0.75)

  private let seed: UInt64

  /// - Parameter established: games out since before the first day, the most popular first.
  init(_ parameters: WorldParameters, established: [Int]) throws(SynthesisFailure) {
    let needed = 2 * parameters.twinPairs + 6
    guard established.count >= needed else {
      throw .catalogueTooSmall(needed: needed, found: established.count)
    }
    seed = parameters.seed
    // Twins stand well up in the order, so that there is evidence; a trending game comes from the
    // middle and a pushed one from the end.
    let top = min(established.count / 50 + 2, established.count - needed + 2)
    twins = (0..<parameters.twinPairs).map {
      (established[top + 2 * $0], established[top + 2 * $0 + 1])
    }
    let rest = Array(established[(top + 2 * parameters.twinPairs)...])
    trend = rest[rest.count / 3]
    burst = rest[max(rest.count * 4 / 5, rest.count / 3 + 1)]
    trendRange = DayRange(
      lastDays: parameters.trendDays, before: parameters.lastDay.adding(days: 1))
    burstDay = parameters.lastDay.adding(days: -1)
    var partner: [Int: Int] = [:]
    var pairOf: [Int: Int] = [:]
    for (pair, twin) in twins.enumerated() {
      partner[twin.first] = twin.second
      partner[twin.second] = twin.first
      pairOf[twin.first] = pair
      pairOf[twin.second] = pair
    }
    self.partner = partner
    self.pairOf = pairOf
  }

  /// Whether a truth is planted in the game.
  func contains(_ game: Int) -> Bool { game == trend || game == burst || pairOf[game] != nil }

  func partner(of game: Int) -> Int? { partner[game] }

  /// The like probability of a twin at the feed's first place, nil for other games.
  func twinProbability(of game: Int, for player: Int) -> Probability? {
    guard let pair = pairOf[game] else { return nil }
    var random = RandomStream(seed: seed, .fans, pair, player)
    return random.chance(Planted.fanShare) ? Planted.fanLikes : Planted.otherLikes
  }
}
