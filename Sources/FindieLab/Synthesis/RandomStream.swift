import FindieDomain

/// A stream of random numbers, identified by a seed, a purpose and up to three numbers.
///
/// Each part of a world draws from its own streams, so what one part draws never changes another.
///
/// Source: SplitMix64 of Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*
/// (2014), DOI 10.1145/2660193.2660195.
struct RandomStream: RandomNumberGenerator {
  /// The raw values are part of every seed's bytes.
  enum Purpose: UInt64 {
    case catalogue = 1, game, developer, player, friends, library, visits, session, duplicates
    case taste, words, fans, fashions, days, occasions, losses
  }

  private var state: UInt64

  init(seed: UInt64, _ purpose: Purpose, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
    var state = Self.mixed(seed &+ purpose.rawValue &* 0xD6E8_FEB8_6659_FD93)
    state = Self.mixed(state ^ UInt64(truncatingIfNeeded: a) &* 0x9E37_79B9_7F4A_7C15)
    state = Self.mixed(state &+ UInt64(truncatingIfNeeded: b) &* 0xC2B2_AE3D_27D4_EB4F)
    self.state = Self.mixed(state ^ UInt64(truncatingIfNeeded: c) &* 0x1656_67B1_9E37_79F9)
  }

  /// A bijection on 64 bits: SplitMix64's first number for the seed `bits`.
  static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = bits &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  mutating func next() -> UInt64 {
    defer { state &+= 0x9E37_79B9_7F4A_7C15 }
    return Self.mixed(state)
  }

  /// A whole number from 0 to `count` - 1.
  mutating func below(_ count: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// True with `probability`.
  mutating func chance(_ probability: Probability) -> Bool {
    UInt64(next() >> 32) < probability.parts
  }

  /// A fraction in [0, 1), in steps of 2⁻⁵³.
  mutating func fraction() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// A fraction in (0, 1].
  mutating func positiveFraction() -> Double { 1 - fraction() }

  /// A nearly normal integer: mean 0, standard deviation `spread`, at most 3.46 of them away.
  ///
  /// The sum of four uniform numbers (Irwin and Hall), in integers only.
  mutating func bell(spread: Int) -> Int {
    let bits = next()
    let sum =
      Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF) + Int(bits >> 32 & 0xFFFF) + Int(bits >> 48)
    // The standard deviation of the sum is 65 536 · √(4 / 12) = 37 837.
    return (sum - 131_070) * spread / 37_837
  }

  /// Shuffles `items` (Fisher and Yates). The standard library's shuffle may change.
  mutating func shuffle<Item>(_ items: inout [Item]) {
    for last in stride(from: items.count - 1, to: 0, by: -1) { items.swapAt(last, below(last + 1)) }
  }
}

/// A probability in units of 2⁻³², so that chance is decided in integers.
struct Probability: Hashable, Sendable {
  /// 0 (never) to 2³² (always).
  let parts: UInt64

  static let one: UInt64 = 1 << 32

  init(parts: UInt64) {
    precondition(parts <= Self.one, "\(parts) parts exceed a probability of 1")
    self.parts = parts
  }

  init(_ value: Double) {
    precondition((0...1).contains(value), "\(value) is not a probability")
    self.init(parts: UInt64((value * Double(Self.one)).rounded()))
  }

  static func * (left: Probability, right: Probability) -> Probability {
    let product = left.parts.multipliedFullWidth(by: right.parts)
    return Probability(parts: product.high << 32 | product.low >> 32)
  }
}

/// How the position of a card changes the like probability, and how long players view a card.
struct CardResponse {
  /// The like probability at position p is the one at position 0 times `positionBias[p]`, which is
  /// 0.5 + 0.5·e^(-p / 6), to four decimals. The last value holds for all later positions.
  let positionBias: [Double]
  private let factors: [Probability]
  /// e^(i / 64) seconds, in tenths of a second, for i from -128.
  private let tenths: [Int]

  init() {
    positionBias = (0..<60).map {
      (5000 + 5000 * PortableMath.exp(-Double($0) / 6)).rounded() / 10_000
    }
    factors = positionBias.map { Probability($0) }
    tenths = (0..<480).map { Int((10 * PortableMath.exp(Double($0 - 128) / 64)).rounded()) }
  }

  func factor(at position: Int) -> Probability { factors[min(position, factors.count - 1)] }

  /// A log-normal view time in tenths of a second, from 0.3 to 180 seconds.
  ///
  /// The median is 4.5 s for a like probability of 0 and 9.5 s for 1; the standard deviation of the
  /// logarithm is 0.7. Logarithms are in units of 1/64.
  func drawViewTime(likeProbability: Probability, _ random: inout RandomStream) -> Int {
    let median = 96 + Int((48 * likeProbability.parts) >> 32)
    let index = 128 + median + random.bell(spread: 45)
    return max(3, min(1800, tenths[max(0, min(index, tenths.count - 1))]))
  }
}

/// Ids that look like Firestore's, all different within a world.
///
/// The seed chooses a bijection of 64-bit keys. Each half of the result becomes six letters, so
/// different keys have different ids. The letters after these twelve carry no information.
struct GeneratedIds: Sendable {
  /// The kind is part of the key. The raw values are part of every seed's bytes.
  enum Kind: UInt64 {
    case interaction, session, event, player, game, developer
  }

  private let salt: UInt64
  /// All pairs of the 62 letters and digits, 3,844 in sequence.
  private let pairs: [UInt8]

  init(seed: UInt64) {
    salt = RandomStream.mixed(seed ^ 0x6A09_E667_F3BC_C908)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    pairs = letters.flatMap { first in letters.flatMap { [first, $0] } }
  }

  /// `gen-` and sixteen letters: the id of a player, a game or a studio.
  func name(_ kind: Kind, _ ordinal: Int) -> String {
    var bytes = Array("gen-".utf8)
    append(kind, day: 0, ordinal, letters: 16, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the twenty letters of the `ordinal`th `kind` on day `day` of the world.
  func append(_ kind: Kind, day: Int, _ ordinal: Int, to bytes: inout [UInt8]) {
    append(kind, day: day, ordinal, letters: 20, to: &bytes)
  }

  /// 32 hexadecimal digits that stand for a player in analytics and do not reveal the id.
  func pseudonym(of player: Int) -> String {
    let key = RandomStream.mixed(salt ^ 0xBB67_AE85_84CA_A73B)
    let first = RandomStream.mixed(RandomStream.mixed(UInt64(player) ^ key) &+ key)
    return [first, RandomStream.mixed(first ^ key)].map { bits in
      let digits = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private func append(
    _ kind: Kind, day: Int, _ ordinal: Int, letters: Int, to bytes: inout [UInt8]
  ) {
    let key = kind.rawValue << 60 | UInt64(day) << 40 | UInt64(ordinal)
    let bits = RandomStream.mixed(key ^ salt)
    append(half: Int(bits >> 32), to: &bytes)
    append(half: Int(bits & 0xFFFF_FFFF), to: &bytes)
    let rest = RandomStream.mixed(bits)
    for index in 0..<(letters - 12) / 2 {
      append(pair: Int(rest >> (16 * UInt64(index)) & 0xFFFF) % 3844, to: &bytes)
    }
  }

  private func append(half: Int, to bytes: inout [UInt8]) {
    append(pair: half % 3844, to: &bytes)
    append(pair: half / 3844 % 3844, to: &bytes)
    append(pair: half / 14_776_336, to: &bytes)
  }

  private func append(pair: Int, to bytes: inout [UInt8]) {
    bytes.append(pairs[2 * pair])
    bytes.append(pairs[2 * pair + 1])
  }
}

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
