import FindieDomain

/// The games with planted effects: twins, a trending game, and a game that accounts push.
struct PlantedEffects {
  static let twinPairs = 8
  static let fanShare = Probability(0.2)
  static let fanLikes = Probability(0.9)
  static let otherLikes = Probability(0.06)
  /// The probability that a game's twin follows it in a feed.
  static let twinFollows = Probability(0.75)
  /// The share of cards that show the trending game on its days, except to players who saw it.
  static let trendShare = Probability(0.06)
  static let trendDays = 5
  static let burstAccounts = 12
  /// The number of cards with the pushed game that each of these accounts swipes.
  static let burstCards = 20

  /// Pairs of games that the same fifth of the players likes, and hardly anybody else.
  let twins: [(first: Int, second: Int)]
  let trend: Int
  let trendRange: DayRange
  let burst: Int
  let burstDay: Day
  /// Whether the trending game and the twins are planted.
  let hasTrend: Bool
  let hasBurst: Bool
  private let seed: UInt64
  /// Each twin's pair.
  private let pairs: [Int: Int]

  /// - Parameter established: the games released before the first day, the most popular first.
  init(_ parameters: WorldParameters, established: [Int]) throws(LabFailure) {
    let twinGames = 2 * Self.twinPairs
    let needed = twinGames + 6
    guard established.count >= needed else {
      throw .catalogueTooSmall(needed: needed, found: established.count)
    }
    seed = parameters.seed
    hasTrend = parameters.null == nil
    hasBurst = parameters.null.map { $0.effects.contains(.burst) } ?? true
    // Twins are among the most popular games, so that many players see both. The trending game has
    // medium popularity, the pushed one low popularity.
    let top = min(established.count / 50 + 2, established.count - needed + 2)
    twins = (0..<(hasTrend ? Self.twinPairs : 0)).map {
      (established[top + 2 * $0], established[top + 2 * $0 + 1])
    }
    let rest = Array(established[(top + twinGames)...])
    trend = rest[rest.count / 3]
    burst = rest[max(rest.count * 4 / 5, rest.count / 3 + 1)]
    trendRange = DayRange(
      lastDays: Self.trendDays, before: parameters.lastDay.adding(days: 1))
    burstDay = parameters.lastDay.adding(days: -1)
    var pairs: [Int: Int] = [:]
    for (pair, twin) in twins.enumerated() {
      pairs[twin.first] = pair
      pairs[twin.second] = pair
    }
    self.pairs = pairs
  }

  func contains(_ game: Int) -> Bool { game == trend || game == burst || pairs[game] != nil }

  /// The other game of a pair of twins; nil for other games.
  func twin(of game: Int) -> Int? {
    guard let pair = pairs[game] else { return nil }
    return twins[pair].first == game ? twins[pair].second : twins[pair].first
  }

  /// The like probability of a twin at position 0; nil for other games.
  func twinProbability(of game: Int, for player: Int) -> Probability? {
    guard let pair = pairs[game] else { return nil }
    var random = RandomStream(seed: seed, .fans, pair, player)
    return random.chance(Self.fanShare)
      ? Self.fanLikes : Self.otherLikes
  }
}
