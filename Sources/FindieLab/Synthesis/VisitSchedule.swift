/// Decides which players have sessions on a day, and when.
struct VisitSchedule {
  struct Visit {
    let player: Int
    /// The index of the session among the player's sessions of the day.
    let ordinal: Int
    /// Milliseconds since midnight.
    let start: Int
  }

  /// The mean number of sessions per player over all days.
  private static let sessionsPerPlayer = 4.35

  private let parameters: WorldParameters
  private let rhythm: Rhythm
  /// The sessions per day of a player with activity 1 on a day with activity 1.
  private let rate: Double

  init(of players: [Player], rhythm: Rhythm, parameters: WorldParameters) {
    self.parameters = parameters
    self.rhythm = rhythm
    let early = min(0, players.map(\.joinedDay).min() ?? 0)
    let totals = (early..<parameters.days).map { rhythm.totalActivity(joinedDay: $0) }
    let sum = players.reduce(0.0) { $0 + Double($1.activity) * totals[$1.joinedDay - early] }
    rate = sum > 0 ? Self.sessionsPerPlayer * Double(players.count) / sum : 0
  }

  /// The sessions of `day` in order of their starts.
  func visits(on day: Int, of players: [Player]) -> [Visit] {
    var visits: [Visit] = []
    for player in players where player.joinedDay <= day {
      var random = RandomStream(seed: parameters.seed, .visits, player.number, day)
      if player.isBurstAccount {
        // One session on the day of joining, within the hour from 14:00.
        guard player.joinedDay == day else { continue }
        let start = 50_400_000 + random.below(3_600_000)
        visits.append(Visit(player: player.number, ordinal: 0, start: start))
        continue
      }
      let mean =
        rate * Double(player.activity) * rhythm.activity(on: day, joinedDay: player.joinedDay)
      for ordinal in 0..<Self.poisson(mean: min(mean, 6), &random) {
        visits.append(
          Visit(player: player.number, ordinal: ordinal, start: rhythm.drawStart(&random)))
      }
    }
    visits.sort { ($0.start, $0.player, $0.ordinal) < ($1.start, $1.player, $1.ordinal) }
    return visits
  }

  /// A Poisson number by inversion, at most 12; `mean` 0 to 6.
  private static func poisson(mean: Double, _ random: inout RandomStream) -> Int {
    let target = random.fraction()
    // e^(-mean) is at least 1 - mean, so most draws need no exponential.
    guard target >= 1 - mean else { return 0 }
    var term = PortableMath.exp(-mean)
    var sum = term
    var number = 0
    while target >= sum, number < 12 {
      number += 1
      term *= mean / Double(number)
      sum += term
    }
    return number
  }
}
