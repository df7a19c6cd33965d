import FindieDomain

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

  init(_ games: [Game], parameters: WorldParameters, taste: Taste) throws(LabFailure) {
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
