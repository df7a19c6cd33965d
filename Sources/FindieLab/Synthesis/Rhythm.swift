import FindieDomain

/// When players are active: weekdays, hours, growth, and the first days of new players.
struct Rhythm {
  /// The activity of Monday to Sunday relative to the mean.
  private static let weekdays = [0.86, 0.84, 0.86, 0.92, 1.08, 1.26, 1.18]
  /// The relative activity in the hours 0 to 23.
  private static let hours = AliasTable(
    weights: [3, 2, 1, 1, 1, 1, 2, 4, 5, 5, 5, 6, 8, 7, 6, 6, 7, 9, 11, 13, 15, 14, 10, 6])
  /// The activity of a new player by age in days: 1 + 3·e^(-age / 4).
  private static let firstDays = (0..<40).map { 1 + 3 * PortableMath.exp(-Double($0) / 4) }

  private let signUps: AliasTable
  /// The first day on which players join, 0 or less.
  private let firstSignUp: Int
  /// The days from joining to leaving.
  private let lifetime: Int
  /// The factor of each day: its weekday's, and in a null world its own.
  private let factors: [Double]

  init(_ parameters: WorldParameters) {
    if let null = parameters.null {
      let factors = zip(parameters.range.days, null.dayFactors(parameters)).map { day, own in
        own * PortableMath.power(Self.weekdays[day.weekday.rawValue - 1], null.weekdayStrength)
      }
      self.factors = factors
      lifetime = NullWorld.lifetime
      firstSignUp = 1 - lifetime
      signUps = AliasTable(
        weights: (firstSignUp..<parameters.days).map {
          ($0 < 0 ? 1 : factors[$0]) * PortableMath.exp(null.growth * Double($0))
        })
      return
    }
    (firstSignUp, lifetime) = (0, .max)
    let factors = parameters.range.days.map { Self.weekdays[$0.weekday.rawValue - 1] }
    self.factors = factors
    // Sign-ups double from the first day to the last.
    let last = Double(parameters.days - 1)
    signUps = AliasTable(weights: factors.indices.map { factors[$0] * (1 + Double($0) / last) })
  }

  func drawSignUpDay(_ random: inout RandomStream) -> Int { firstSignUp + signUps.draw(&random) }

  /// The relative activity on `day` of a player who joined on `joinedDay`; 0 before it.
  func activity(on day: Int, joinedDay: Int) -> Double {
    let age = day - joinedDay
    guard age >= 0, age < lifetime else { return 0 }
    return factors[day] * (age < Self.firstDays.count ? Self.firstDays[age] : 1)
  }

  /// The sum of `activity` over all days.
  func totalActivity(joinedDay: Int) -> Double {
    factors.indices.reduce(0) { $0 + activity(on: $1, joinedDay: joinedDay) }
  }

  /// The start of a session in milliseconds since midnight, at most 23:20.
  func drawStart(_ random: inout RandomStream) -> Int {
    min(Self.hours.draw(&random) * 3_600_000 + random.below(3_600_000), 84_000_000)
  }
}
