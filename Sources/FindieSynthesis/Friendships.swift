/// Who is whose friend: always mutual, mostly within one circle of taste.
struct Friendships {
  /// Each round's partner by player, -1 for none.
  private var rounds: [[Int32]] = []

  private static let meets = Probability(0.45)

  init(_ parameters: WorldParameters) {
    var random = RandomStream(seed: parameters.seed, .friends)
    var circles: [[Int32]] = Array(repeating: [], count: 24)
    // The burst's accounts have no friends.
    let players = parameters.players - parameters.burstAccounts
    for player in 0..<players {
      circles[Population.circle(of: player, parameters)].append(Int32(player))
    }
    let everyone = Array(0..<Int32(players))
    for round in 0..<4 {
      var partners = [Int32](repeating: -1, count: parameters.players)
      for var group in round < 3 ? circles : [everyone] {
        random.shuffle(&group)
        for place in stride(from: 0, to: group.count - 1, by: 2)
        where random.chance(Friendships.meets) {
          partners[Int(group[place])] = group[place + 1]
          partners[Int(group[place + 1])] = group[place]
        }
      }
      rounds.append(partners)
    }
  }

  /// The friends of a player, each once, in ascending order.
  func friends(of player: Int) -> [Int] {
    Set(rounds.map { Int($0[player]) }).subtracting([-1]).sorted()
  }
}
