/// Generates friendships: always mutual, mostly within one circle of players.
struct Friendships {
  /// The partner of each player in each round; nil for none.
  private var rounds: [[Int?]] = []

  init(_ parameters: WorldParameters) {
    var random = RandomStream(seed: parameters.seed, .friends)
    let everyone = Array(0..<parameters.players - PlantedEffects.burstAccounts)
    var circles: [[Int]] = Array(repeating: [], count: 24)
    for player in everyone {
      circles[PlayerGenerator.circle(of: player, parameters)].append(player)
    }
    for round in 0..<4 {
      var partners = [Int?](repeating: nil, count: parameters.players)
      for var group in round < 3 ? circles : [everyone] {
        random.shuffle(&group)
        for index in stride(from: 0, to: group.count - 1, by: 2)
        where random.chance(Probability(0.45)) {
          partners[group[index]] = group[index + 1]
          partners[group[index + 1]] = group[index]
        }
      }
      rounds.append(partners)
    }
  }

  /// The friends of a player in ascending order.
  func friends(of player: Int) -> [Int] { Set(rounds.compactMap { $0[player] }).sorted() }
}
