import FindieDomain

/// Says who plays when.
struct VisitPlan {
  /// One coming session.
  struct Visit {
    let player: Int
    /// Counts the player's sessions of the day from 0.
    let ordinal: Int
    /// Milliseconds since midnight.
    let start: Int
    var isBurst = false
  }

  private let parameters: WorldParameters
  private let population: Population
  private let rhythm: Rhythm
  private let burstDay: Int
  /// Sessions a day of a player with activity 1 where the rhythm's factor is 1.
  private let rate: Double

  init(
    _ parameters: WorldParameters, _ population: Population, _ rhythm: Rhythm, _ planted: Planted
  ) {
    self.parameters = parameters
    self.population = population
    self.rhythm = rhythm
    burstDay = planted.burstDay.days(since: parameters.firstDay)
    // The rate that brings the asked-for sum of sessions.
    let early = min(0, population.joinedDays.min().map(Int.init) ?? 0)
    let totals = (early..<parameters.days).map { rhythm.totalActivity(joinedDay: $0) }
    var sum = 0.0
    for player in 0..<population.count {
      sum +=
        Double(population.activities[player])
        * totals[Int(population.joinedDays[player]) - early]
    }
    rate = sum > 0 ? parameters.sessionsPerPlayer * Double(parameters.players) / sum : 0
  }

  /// The sessions of `day`, in the order of their starts.
  func visits(on day: Int) -> [Visit] {
    var visits: [Visit] = []
    for player in 0..<population.firstBurstAccount {
      let joined = Int(population.joinedDays[player])
      guard joined <= day else { continue }
      let mean =
        rate * Double(population.activities[player]) * rhythm.activity(on: day, joinedDay: joined)
      var random = RandomStream(seed: parameters.seed, .visits, player, day)
      for ordinal in 0..<VisitPlan.poisson(mean: min(mean, 6), &random) {
        visits.append(Visit(player: player, ordinal: ordinal, start: rhythm.drawStart(&random)))
      }
    }
    if day == burstDay {
      for player in population.firstBurstAccount..<population.count {
        // All within one hour from 14:00.
        var random = RandomStream(seed: parameters.seed, .visits, player, day)
        let start = 50_400_000 + random.below(3_600_000)
        visits.append(Visit(player: player, ordinal: 0, start: start, isBurst: true))
      }
    }
    visits.sort {
      ($0.start, $0.player, $0.ordinal) < ($1.start, $1.player, $1.ordinal)
    }
    return visits
  }

  /// A Poisson number by inversion, at most 12; `mean` 0 to 6.
  static func poisson(mean: Double, _ random: inout RandomStream) -> Int {
    let target = random.fraction()
    // e^(-mean) is at least 1 - mean: most days are settled without it.
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
