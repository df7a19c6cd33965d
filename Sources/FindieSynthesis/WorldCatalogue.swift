import FindieDomain

/// The games of a world with the properties that decide how players respond to them.
///
/// Arrays are indexed as `games` is.
struct WorldCatalogue {
  let games: [Game]
  let vectors: [Taste.Vector]
  /// What a game adds to the logit of a like, in units of 1/256.
  let qualities: [Int]
  /// The position in the order of popularity; 0 is the most popular.
  let ranks: [Int]
  let planted: PlantedEffects
  private let weights: [Double]

  init(
    _ games: [Game], _ parameters: WorldParameters, _ taste: Taste
  ) throws(SynthesisFailure) {
    self.games = games
    var order = Array(games.indices)
    var random = RandomStream(seed: parameters.seed, .catalogue)
    random.shuffle(&order)
    var ranks = [Int](repeating: 0, count: games.count)
    for (rank, game) in order.enumerated() { ranks[game] = rank }
    self.ranks = ranks
    weights = ranks.map { PortableMath.power(Double($0 + 3), -0.85) }
    let firstDay = parameters.firstDay
    let established = order.filter { games[$0].availability(on: firstDay) == .out }
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
      popularity = AliasTable(weights: released.map { catalogue.weights[$0] })
    }

    func drawByPopularity(_ random: inout RandomStream) -> Int {
      released[popularity.draw(&random)]
    }
  }
}
