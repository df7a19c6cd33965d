import FindieDomain

/// The players of a world, by number; the last ones are the burst's fresh accounts.
struct Population {
  let count: Int
  /// The first number of a burst account.
  let firstBurstAccount: Int
  let vectors: [Taste.Vector]
  /// In 1/256 of a logit.
  let generosities: [Int16]
  /// Days from the world's first day to the day of joining; negative before it.
  let joinedDays: [Int32]
  /// How much a player plays, in relation to others; 0 for burst accounts.
  let activities: [Float]
  private let parameters: WorldParameters

  init(_ parameters: WorldParameters, _ taste: Taste, _ rhythm: Rhythm, _ planted: Planted) {
    self.parameters = parameters
    count = parameters.players
    firstBurstAccount = count - parameters.burstAccounts
    var vectors: [Taste.Vector] = []
    var generosities: [Int16] = []
    var joinedDays: [Int32] = []
    var activities: [Float] = []
    vectors.reserveCapacity(count)
    let newcomers = Probability(parameters.newcomerShare)
    let burstDay = planted.burstDay.days(since: parameters.firstDay)
    for player in 0..<count {
      let favorites = Population.favorites(of: player, parameters)
      var random = RandomStream(seed: parameters.seed, .player, player, 1)
      vectors.append(taste.vector(ofPlayerWith: favorites, &random))
      generosities.append(Int16(random.bell(spread: Taste.generositySpread)))
      guard player < firstBurstAccount else {
        joinedDays.append(Int32(burstDay))
        activities.append(0)
        continue
      }
      joinedDays.append(
        random.chance(newcomers)
          ? Int32(rhythm.drawSignUpDay(&random)) : Int32(-1 - random.below(730)))
      // Pareto: most play a little, a few play a lot; at most 400 times the least.
      let activity = PortableMath.power(random.positiveFraction(), -1 / parameters.activityExponent)
      activities.append(Float(min(activity, 400)))
    }
    self.vectors = vectors
    self.generosities = generosities
    self.joinedDays = joinedDays
    self.activities = activities
  }

  /// Players come in two dozen circles, each with three genres in common.
  static func circle(of player: Int, _ parameters: WorldParameters) -> Int {
    var random = RandomStream(seed: parameters.seed, .player, player, 3)
    return random.below(24)
  }

  /// The favourite genres a player chose, at most five; none for every tenth.
  static func favorites(of player: Int, _ parameters: WorldParameters) -> [Genre] {
    let circle = circle(of: player, parameters)
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

  func favorites(of player: Int) -> [Genre] { Population.favorites(of: player, parameters) }
}
