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
  /// The number of sessions relative to other players; 0 for the accounts of the burst.
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

/// Generates players; the last ones are the new accounts of the burst.
struct PlayerGenerator {
  private let parameters: WorldParameters
  private let taste: Taste
  private let rhythm: Rhythm
  private let burstDay: Int

  init(
    _ parameters: WorldParameters, _ taste: Taste, _ rhythm: Rhythm, _ planted: PlantedEffects
  ) {
    self.parameters = parameters
    self.taste = taste
    self.rhythm = rhythm
    burstDay = planted.burstDay.days(since: parameters.firstDay)
  }

  func players() -> [Player] { (0..<parameters.players).map(player) }

  private func player(_ number: Int) -> Player {
    let favorites = favoriteGenres(of: number)
    var random = RandomStream(seed: parameters.seed, .player, number, 1)
    let vector = taste.vector(ofPlayerWith: favorites, &random)
    // A standard deviation of 0.4.
    let generosity = random.bell(spread: 102)
    let isBurstAccount = number >= parameters.players - PlantedEffects.burstAccounts
    var joinedDay = burstDay
    var activity: Float = 0
    if !isBurstAccount {
      // Half of the players join within the world's days, the others within the two years before.
      joinedDay =
        random.chance(Probability(0.5)) ? rhythm.drawSignUpDay(&random) : -1 - random.below(730)
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

  /// At most five genres, mostly those of the circle; none for every tenth player.
  private func favoriteGenres(of player: Int) -> [Genre] {
    let circle = PlayerGenerator.circle(of: player, parameters)
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
