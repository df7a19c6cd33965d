/// Generates the libraries that a fifth of the players synced from a shop: games without a date.
struct OwnedGames {
  private let catalogue: WorldCatalogue
  private let showcase: WorldCatalogue.Showcase

  init(of catalogue: WorldCatalogue) {
    self.catalogue = catalogue
    showcase = WorldCatalogue.Showcase(catalogue, on: catalogue.parameters.firstDay)
  }

  func add(to players: inout [Player]) {
    for index in players.indices where !players[index].isBurstAccount {
      players[index].ownedGames = games(of: players[index])
    }
  }

  /// Fifteen games on average, none of which has a planted effect.
  private func games(of player: Player) -> [Int32] {
    var random = RandomStream(seed: catalogue.parameters.seed, .library, player.number)
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
