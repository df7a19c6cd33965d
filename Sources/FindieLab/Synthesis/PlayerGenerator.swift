import FindieDomain

/// Generates players; the last ones are the new burst accounts.
struct PlayerGenerator {
  let parameters: WorldParameters
  let taste: Taste
  let rhythm: Rhythm
  let planted: PlantedEffects

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
