import FindieDomain

/// The games that players own in a shop and synced once: evidence without a date.
struct Library {
  private let parameters: WorldParameters
  private let population: Population
  private let shelf: Shelf
  private let showcase: Showcase

  init(_ parameters: WorldParameters, _ population: Population, _ shelf: Shelf) {
    self.parameters = parameters
    self.population = population
    self.shelf = shelf
    showcase = Showcase(of: shelf, on: parameters.firstDay)
  }

  /// The games of a player's library by place on the shelf, each once; empty for most players.
  func games(of player: Int) -> [Int] {
    var random = RandomStream(seed: parameters.seed, .library, player)
    guard player < population.firstBurstAccount,
      random.chance(Probability(parameters.libraryShare))
    else { return [] }
    let mean = parameters.libraryItems
    let wanted = min(500, 1 - PortableMath.log(random.positiveFraction()) * (mean - 1))
    var games: [Int] = []
    for _ in 0..<Int(wanted.rounded()) {
      // The better match of two popular games, and never one of those with a planted truth.
      let first = showcase.drawByPopularity(&random)
      let second = showcase.drawByPopularity(&random)
      let vector = population.vectors[player]
      let isFirst =
        Taste.match(vector, shelf.vectors[first]) >= Taste.match(vector, shelf.vectors[second])
      let game = isFirst ? first : second
      if !shelf.planted.contains(game), !games.contains(game) { games.append(game) }
    }
    return games
  }
}
