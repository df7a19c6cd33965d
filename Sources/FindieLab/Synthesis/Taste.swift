package import FindieDomain

/// Vectors of players and games, and the probability that a player likes a game.
///
/// All values are integers, so that rounding cannot differ between processors. A vector has eight
/// components and a length of 1,024; logits are in units of 1/256.
struct Taste {
  typealias Vector = SIMD8<Int32>

  private static let length = 1024.0
  /// The logit of a like when player and game do not match: -0.9.
  private static let base = -230
  /// What a perfect match adds to the logit: 3.5.
  private static let slope = 896

  private let genres: [Genre: Vector]
  private let seed: UInt64
  /// The logistic function from -8 to 8 in steps of 1/256.
  private let logistic: [Probability]

  init(seed: UInt64) {
    self.seed = seed
    logistic = (0..<4096).map {
      Probability(1 / (1 + PortableMath.exp(-Double($0 - 2048) / 256)))
    }
    genres = Dictionary(
      uniqueKeysWithValues: Genre.allCases.enumerated().map { index, genre in
        var random = RandomStream(seed: seed, .taste, index)
        return (genre, Self.noise(&random))
      })
  }

  /// The vector of a game: its genres, its tags at half weight, and noise.
  func vector(of game: Game, _ random: inout RandomStream) -> Vector {
    var sum = Self.noise(&random)
    for genre in game.genres { sum &+= 2 &* (genres[genre] ?? .zero) }
    for tag in game.tags { sum &+= vector(ofTag: tag) }
    return Self.normalized(sum)
  }

  /// The vector of a player: the favorite genres and noise.
  func vector(ofPlayerWith favorites: [Genre], _ random: inout RandomStream) -> Vector {
    var sum = Self.noise(&random)
    for genre in favorites { sum &+= genres[genre] ?? .zero }
    return Self.normalized(sum)
  }

  /// The dot product of two vectors, -1,048,576 to 1,048,576.
  static func match(_ left: Vector, _ right: Vector) -> Int {
    Int((left &* right).wrappedSum())
  }

  /// The probability that `player` likes `game` at position 0.
  func likeProbability(of game: Int, for player: Player, _ catalogue: WorldCatalogue) -> Probability
  {
    if let probability = catalogue.planted.twinProbability(of: game, for: player.number) {
      return probability
    }
    var logit = Self.base + player.generosity
    if catalogue.parameters.null == nil {
      let match = Self.match(player.vector, catalogue.vectors[game])
      logit += ((match * Self.slope) >> 20) + catalogue.qualities[game]
    }
    return logistic[max(0, min(4095, logit + 2048))]
  }

  private func vector(ofTag tag: String) -> Vector {
    // FNV-1a: the vector of a tag depends on its name only, in any catalogue.
    let hash = tag.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    var random = RandomStream(seed: seed, .words, Int(truncatingIfNeeded: hash))
    return Self.noise(&random)
  }

  /// A random vector; each component has a standard deviation of 1,024.
  private static func noise(_ random: inout RandomStream) -> Vector {
    var vector = Vector.zero
    for index in vector.indices { vector[index] = Int32(random.bell(spread: 1024)) }
    return vector
  }

  private static func normalized(_ vector: Vector) -> Vector {
    var squares = 0
    for index in vector.indices { squares += Int(vector[index]) * Int(vector[index]) }
    guard squares > 0 else { return vector }
    let scale = length / Double(squares).squareRoot()
    var result = Vector.zero
    for index in vector.indices { result[index] = Int32((Double(vector[index]) * scale).rounded()) }
    return result
  }
}

/// The games of a world with the properties that decide how players respond to them.
///
/// Arrays are indexed as `games` is.
struct WorldCatalogue {
  let games: [Game]
  let vectors: [Taste.Vector]
  /// What a game adds to the logit of a like, in units of 1/256.
  let qualities: [Int]
  /// The position in the order of popularity, from 0 for the most popular.
  let ranks: [Int]
  let planted: PlantedEffects
  /// The games that were out before the first day, the most popular first.
  let established: [Int]
  let parameters: WorldParameters
  private let weights: [Double]

  init(
    _ games: [Game], _ parameters: WorldParameters, _ taste: Taste
  ) throws(LabFailure) {
    self.games = games
    var order = Array(games.indices)
    var random = RandomStream(seed: parameters.seed, .catalogue)
    random.shuffle(&order)
    var ranks = [Int](repeating: 0, count: games.count)
    for (rank, game) in order.enumerated() { ranks[game] = rank }
    self.ranks = ranks
    weights = ranks.map { Self.weight(ofRank: $0) }
    self.parameters = parameters
    let firstDay = parameters.firstDay
    established = order.filter { games[$0].availability(on: firstDay) == .out }
    planted = try PlantedEffects(parameters, established: established)

    var vectors: [Taste.Vector] = []
    var qualities: [Int] = []
    for (index, game) in games.enumerated() {
      var random = RandomStream(seed: parameters.seed, .taste, index, 1)
      vectors.append(taste.vector(of: game, &random))
      // A standard deviation of 0.6.
      qualities.append(random.bell(spread: 154))
    }
    // Most players like the trending game: its logit is 1.5 above the average.
    qualities[planted.trend] = 384
    self.vectors = vectors
    self.qualities = qualities
  }

  var occasions: Occasions { Occasions(games, parameters, established: established) }

  private static func weight(ofRank rank: Int) -> Double {
    PortableMath.power(Double(rank + 3), -0.85)
  }

  /// The weights of the games that are in fashion on one day: those of the last week's releases
  /// fall each day, and a few other games are in fashion for a few days.
  private func fashions(of released: [Int], on day: Day) -> [Int: Double] {
    var weights: [Int: Double] = [:]
    for game in released {
      guard let age = games[game].releaseDate.map({ day.days(since: $0.day) }), age < 7 else {
        continue
      }
      weights[game] = Self.weight(ofRank: ranks[game] % 40 + 12 * age)
    }
    for age in 0..<4 {
      let first = Int(day.daysSinceEpoch) - age
      var random = RandomStream(seed: parameters.seed, .fashions, first)
      for _ in 0..<6 {
        weights[released[random.below(released.count)]] = Self.weight(ofRank: 8 * age)
      }
    }
    return weights
  }

  /// The games that can be shown on one day.
  struct Showcase {
    let released: [Int]
    /// The games released within the last sixty days.
    let new: [Int]
    private let popularity: AliasTable

    init(_ catalogue: WorldCatalogue, on day: Day) {
      let games = catalogue.games
      released = games.indices.filter { games[$0].availability(on: day) == .out }
      let since = day.adding(days: -60).start
      new = released.filter { games[$0].releaseDate.map { $0 >= since } ?? false }
      let fashions =
        catalogue.parameters.hasFashions && !released.isEmpty
        ? catalogue.fashions(of: released, on: day) : [:]
      var weights = catalogue.weights
      for (game, weight) in fashions { weights[game] = max(weights[game], weight) }
      if let null = catalogue.parameters.null, day >= catalogue.parameters.effectDay {
        for place in null.effects.compactMap(\.place) { weights[catalogue.established[place]] *= 2 }
      }
      popularity = AliasTable(weights: released.map { weights[$0] })
    }

    func drawByPopularity(_ random: inout RandomStream) -> Int {
      released[popularity.draw(&random)]
    }
  }
}

/// Generates the libraries that a fifth of the players synced from a shop: games without a date.
struct OwnedGames {
  private let parameters: WorldParameters
  private let catalogue: WorldCatalogue
  private let showcase: WorldCatalogue.Showcase

  init(_ parameters: WorldParameters, _ catalogue: WorldCatalogue) {
    self.parameters = parameters
    self.catalogue = catalogue
    showcase = WorldCatalogue.Showcase(catalogue, on: parameters.firstDay)
  }

  func add(to players: inout [Player]) {
    for index in players.indices where !players[index].isBurstAccount {
      players[index].ownedGames = games(of: players[index])
    }
  }

  /// Fifteen games on average, none of which has a planted effect.
  private func games(of player: Player) -> [Int32] {
    var random = RandomStream(seed: parameters.seed, .library, player.number)
    guard random.chance(Probability(0.2)) else { return [] }
    let size = min(500, 1 - PortableMath.log(random.positiveFraction()) * 14)
    var games: [Int32] = []
    for _ in 0..<Int(size.rounded()) {
      // The better match out of two popular games.
      let first = showcase.drawByPopularity(&random)
      let second = showcase.drawByPopularity(&random)
      let isFirst =
        Taste.match(player.vector, catalogue.vectors[first])
        >= Taste.match(player.vector, catalogue.vectors[second])
      let game = isFirst ? first : second
      if !catalogue.planted.contains(game), !games.contains(Int32(game)) {
        games.append(Int32(game))
      }
    }
    return games
  }
}

/// The parameters of a world. The same parameters give the same bytes on every machine.
package struct WorldParameters: Codable, Hashable, Sendable {
  /// Worlds that differ only in their seed have the same size and different contents.
  package var seed: UInt64 = 1
  /// The number of players, including the burst accounts. 24 to 5,000,000.
  package var players = 2000
  /// The number of games, unless a catalogue is given. 20 to 1,000,000.
  package var games = 400
  /// The number of studios, unless a catalogue is given. 1 to 1,000,000.
  package var developers = 150
  /// The first day with events. Default: 2025-07-03.
  package var firstDay = Day(daysSinceEpoch: 20_272)
  /// The number of days with events. 14 to 3,660.
  package var days = 90
  /// The share of interactions that are written twice. 0 to 1.
  package var duplicateShare = 0.0
  /// Whether analytics events are written.
  package var writesAnalytics = true
  /// Whether games are released on Fridays and popular in their first week, and each day brings
  /// other games into fashion for four days.
  package var hasFashions = false
  /// A world with nothing planted but the effects that it lists; nil for one with taste, twins, a
  /// trending game and a burst.
  package var null: NullWorld?

  package init() {}

  package var lastDay: Day { firstDay.adding(days: days - 1) }

  /// All days with events.
  package var range: DayRange { DayRange(first: firstDay, last: lastDay) }

  /// All parameters that are out of range, one sentence each.
  package var problems: [String] {
    var problems: [String] = []
    func check<Value: Comparable>(_ name: String, _ value: Value, _ range: ClosedRange<Value>) {
      guard !range.contains(value) else { return }
      problems.append("\(name) is \(value), must be \(range.lowerBound) to \(range.upperBound)")
    }
    check("players", players, 24...5_000_000)
    check("games", games, 20...1_000_000)
    check("developers", developers, 1...1_000_000)
    check("the year of firstDay", firstDay.civil.year, 1972...2200)
    check("days", days, 14...3660)
    check("duplicateShare", duplicateShare, 0...1)
    if let null {
      check("daySpread", null.daySpread, 0...2)
      check("dayCorrelation", null.dayCorrelation, 0...0.99)
      check("weekdayStrength", null.weekdayStrength, 0...4)
      check("growth", null.growth, -0.05...0.05)
      check("playerSpread", null.playerSpread, 0...2)
    }
    return problems
  }
}
