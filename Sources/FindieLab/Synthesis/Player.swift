import FindieDomain

/// One player: properties that never change, and what the player did so far.
struct Player {
  let number: Int
  let favoriteGenres: [Genre]
  let vector: Taste.Vector
  /// What the player adds to the logit of a like, in units of 1/256.
  let generosity: Int
  /// Days from the world's first day to the day of joining; negative before it.
  let joinedDay: Int
  /// The number of sessions relative to other players; 0 for the burst accounts.
  let activity: Float
  let isBurstAccount: Bool

  /// One press of the wishlist button.
  struct Wish {
    let game: Int32
    let instant: Timestamp
  }

  /// The games of the synced library.
  var ownedGames: [Int32] = []
  var seenGames: [Int32] = []
  var lastLikedGame: Int?
  var lastActiveDay: Int?
  var viewCount = 0
  var likeCount = 0
  var wishes: [Wish] = []

  /// Whether a feed may not show `game` to the player.
  func knows(_ game: Int) -> Bool {
    seenGames.contains(Int32(game)) || ownedGames.contains(Int32(game))
  }
}

/// Generates players; the last ones are the new burst accounts.
struct PlayerGenerator {
  private let parameters: WorldParameters
  private let taste: Taste
  private let rhythm: Rhythm
  private let planted: PlantedEffects

  init(
    _ parameters: WorldParameters, _ taste: Taste, _ rhythm: Rhythm, _ planted: PlantedEffects
  ) {
    self.parameters = parameters
    self.taste = taste
    self.rhythm = rhythm
    self.planted = planted
  }

  func players() -> [Player] { (0..<parameters.players).map(player) }

  private func player(_ number: Int) -> Player {
    let favorites = favoriteGenres(of: number)
    var random = RandomStream(seed: parameters.seed, .player, number, 1)
    let vector = taste.vector(ofPlayerWith: favorites, &random)
    // A standard deviation of 0.4, unless a null world has another.
    let generosity = random.bell(spread: Int((parameters.null?.playerSpread ?? 0.4) * 256))
    let isBurstAccount =
      planted.hasBurst && number >= parameters.players - PlantedEffects.burstAccounts
    var joinedDay = planted.burstDay.days(since: parameters.firstDay)
    var activity: Float = 0
    if !isBurstAccount {
      // Half of the players join within the world's days, the others within the two years before.
      // Those of a null world join at all times.
      joinedDay =
        parameters.null != nil || random.chance(Probability(0.5))
        ? rhythm.drawSignUpDay(&random) : -1 - random.below(730)
      // Pareto: most players have few sessions, some have many.
      activity = Float(min(PortableMath.power(random.positiveFraction(), -1 / 1.6), 400))
    }
    return Player(
      number: number, favoriteGenres: favorites, vector: vector, generosity: generosity,
      joinedDay: joinedDay, activity: activity, isBurstAccount: isBurstAccount)
  }

  /// Players form 24 circles; each circle has three genres in common.
  static func circle(of player: Int, _ parameters: WorldParameters) -> Int {
    var random = RandomStream(seed: parameters.seed, .player, player, 3)
    return random.below(24)
  }

  /// At most five genres, mostly those of the circle; every tenth player has none.
  private func favoriteGenres(of player: Int) -> [Genre] {
    let circle = Self.circle(of: player, parameters)
    var random = RandomStream(seed: parameters.seed, .player, player, 2)
    guard !random.chance(Probability(0.1)) else { return [] }
    var common = RandomStream(seed: parameters.seed, .taste, circle, 2)
    let shared = (0..<3).map { _ in common.below(Genre.allCases.count) }
    var genres: [Genre] = []
    for _ in 0...random.below(5) {
      let pick = random.below(15)
      let index = random.chance(Probability(0.8)) ? shared[pick % 3] : pick
      let genre = Genre.allCases[index]
      if !genres.contains(genre) { genres.append(genre) }
    }
    return genres
  }
}

/// Decides which players have sessions on a day, and when.
struct VisitSchedule {
  struct Visit {
    let player: Int
    /// The index of the session among the player's sessions of the day.
    let ordinal: Int
    /// Milliseconds since midnight.
    let start: Int
  }

  /// The mean number of sessions per player over all days.
  private static let sessionsPerPlayer = 4.35

  private let parameters: WorldParameters
  private let rhythm: Rhythm
  /// The sessions per day of a player with activity 1 on a day with activity 1.
  private let rate: Double

  init(_ parameters: WorldParameters, _ players: [Player], _ rhythm: Rhythm) {
    self.parameters = parameters
    self.rhythm = rhythm
    let early = min(0, players.map(\.joinedDay).min() ?? 0)
    let totals = (early..<parameters.days).map { rhythm.totalActivity(joinedDay: $0) }
    let sum = players.reduce(0.0) { $0 + Double($1.activity) * totals[$1.joinedDay - early] }
    rate = sum > 0 ? Self.sessionsPerPlayer * Double(players.count) / sum : 0
  }

  /// The sessions of `day` in order of their starts.
  func visits(on day: Int, of players: [Player]) -> [Visit] {
    var visits: [Visit] = []
    for player in players where player.joinedDay <= day {
      var random = RandomStream(seed: parameters.seed, .visits, player.number, day)
      if player.isBurstAccount {
        // One session on the day of joining, within the hour from 14:00.
        guard player.joinedDay == day else { continue }
        let start = 50_400_000 + random.below(3_600_000)
        visits.append(Visit(player: player.number, ordinal: 0, start: start))
        continue
      }
      let mean =
        rate * Double(player.activity) * rhythm.activity(on: day, joinedDay: player.joinedDay)
      for ordinal in 0..<Self.poisson(mean: min(mean, 6), &random) {
        visits.append(
          Visit(player: player.number, ordinal: ordinal, start: rhythm.drawStart(&random)))
      }
    }
    visits.sort { ($0.start, $0.player, $0.ordinal) < ($1.start, $1.player, $1.ordinal) }
    return visits
  }

  /// A Poisson number by inversion, at most 12; `mean` 0 to 6.
  private static func poisson(mean: Double, _ random: inout RandomStream) -> Int {
    let target = random.fraction()
    // e^(-mean) is at least 1 - mean, so most draws need no exponential.
    guard target >= 1 - mean else { return 0 }
    var term = PortableMath.exp(-mean)
    var sum = term
    var number = 0
    while target >= sum, number < 12 {
      number += 1
      term *= mean / Double(number)
      sum += term
    }
    return number
  }
}

/// When players are active: weekdays, hours, growth, and the first days of new players.
struct Rhythm {
  /// The activity of Monday to Sunday relative to the mean.
  private static let weekdays = [0.86, 0.84, 0.86, 0.92, 1.08, 1.26, 1.18]
  /// The relative activity in the hours 0 to 23.
  private static let hours = AliasTable(
    weights: [3, 2, 1, 1, 1, 1, 2, 4, 5, 5, 5, 6, 8, 7, 6, 6, 7, 9, 11, 13, 15, 14, 10, 6])
  /// The activity of a new player by age in days: 1 + 3·e^(-age / 4).
  private static let firstDays = (0..<40).map { 1 + 3 * PortableMath.exp(-Double($0) / 4) }

  private let signUps: AliasTable
  /// The first day on which players join, 0 or less.
  private let firstSignUp: Int
  /// The days from joining to leaving.
  private let lifetime: Int
  /// The factor of each day: its weekday's, and in a null world its own.
  private let factors: [Double]

  init(_ parameters: WorldParameters) {
    if let null = parameters.null {
      let factors = zip(parameters.range.days, null.dayFactors(parameters)).map { day, own in
        own * PortableMath.power(Self.weekdays[day.weekday.rawValue - 1], null.weekdayStrength)
      }
      self.factors = factors
      lifetime = NullWorld.lifetime
      firstSignUp = 1 - lifetime
      signUps = AliasTable(
        weights: (firstSignUp..<parameters.days).map {
          ($0 < 0 ? 1 : factors[$0]) * PortableMath.exp(null.growth * Double($0))
        })
      return
    }
    (firstSignUp, lifetime) = (0, .max)
    let factors = parameters.range.days.map { Self.weekdays[$0.weekday.rawValue - 1] }
    self.factors = factors
    // Sign-ups double from the first day to the last.
    let last = Double(parameters.days - 1)
    signUps = AliasTable(weights: factors.indices.map { factors[$0] * (1 + Double($0) / last) })
  }

  func drawSignUpDay(_ random: inout RandomStream) -> Int { firstSignUp + signUps.draw(&random) }

  /// The relative activity on `day` of a player who joined on `joinedDay`; 0 before it.
  func activity(on day: Int, joinedDay: Int) -> Double {
    let age = day - joinedDay
    guard age >= 0, age < lifetime else { return 0 }
    return factors[day] * (age < Self.firstDays.count ? Self.firstDays[age] : 1)
  }

  /// The sum of `activity` over all days.
  func totalActivity(joinedDay: Int) -> Double {
    factors.indices.reduce(0) { $0 + activity(on: $1, joinedDay: joinedDay) }
  }

  /// The start of a session in milliseconds since midnight, at most 23:20.
  func drawStart(_ random: inout RandomStream) -> Int {
    min(Self.hours.draw(&random) * 3_600_000 + random.below(3_600_000), 84_000_000)
  }
}

/// Draws indices in proportion to weights, in constant time.
///
/// Source: M. D. Vose, *A Linear Algorithm for Generating Random Numbers with a Given Distribution*
/// (1991), DOI 10.1109/32.92917.
struct AliasTable {
  private let own: [Probability]
  private let alias: [Int32]

  /// - Precondition: at least one weight; none negative, their sum above zero.
  /// - Complexity: O(weights).
  init(weights: [Double]) {
    let total = weights.reduce(0, +)
    precondition(total > 0, "no weight to draw from")
    var scaled = weights.map { $0 * Double(weights.count) / total }
    var own = [Probability](repeating: Probability(1), count: weights.count)
    var alias = (0..<Int32(weights.count)).map { $0 }
    var small = scaled.indices.filter { scaled[$0] < 1 }
    var large = scaled.indices.filter { scaled[$0] >= 1 }
    while let low = small.last, let high = large.last {
      small.removeLast()
      own[low] = Probability(scaled[low])
      alias[low] = Int32(high)
      scaled[high] -= 1 - scaled[low]
      if scaled[high] < 1 {
        large.removeLast()
        small.append(high)
      }
    }
    self.own = own
    self.alias = alias
  }

  func draw(_ random: inout RandomStream) -> Int {
    let slot = random.below(own.count)
    return random.chance(own[slot]) ? slot : Int(alias[slot])
  }
}
