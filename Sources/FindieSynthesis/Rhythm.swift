import FindieDomain

/// When people come: the weekdays, the hours, the growth, and how a newcomer's zeal fades.
struct Rhythm {
  /// Activity on Monday to Sunday in relation to the mean day.
  static let weekdays = [0.86, 0.84, 0.86, 0.92, 1.08, 1.26, 1.18]
  /// Activity in the hours 0 to 23, in relation.
  private static let hourWeights: [Double] = [
    3, 2, 1, 1, 1, 1, 2, 4, 5, 5, 5, 6, 8, 7, 6, 6, 7, 9, 11, 13, 15, 14, 10, 6,
  ]
  /// A newcomer's activity is 1 + 3·e^(-age / 4 days) of what it becomes.
  private static let zeal: [Double] = (0..<40).map { 1 + 3 * PortableMath.exp(-Double($0) / 4) }

  private let hours = AliasTable(weights: Rhythm.hourWeights)
  private let signUps: AliasTable
  /// Each day's weekday factor.
  private let factors: [Double]

  init(_ parameters: WorldParameters) {
    let factors = parameters.range.days.map { Rhythm.weekdays[$0.weekday.rawValue - 1] }
    self.factors = factors
    let last = Double(max(1, parameters.days - 1))
    signUps = AliasTable(
      weights: factors.indices.map { factors[$0] * (1 + parameters.growth * Double($0) / last) })
  }

  func drawSignUpDay(_ random: inout RandomStream) -> Int { signUps.draw(&random) }

  /// The activity on `day` of one who joined on `joinedDay`, in relation; 0 before joining.
  func activity(on day: Int, joinedDay: Int) -> Double {
    let age = day - joinedDay
    guard age >= 0 else { return 0 }
    return factors[day] * (age < Rhythm.zeal.count ? Rhythm.zeal[age] : 1)
  }

  /// The sum of `activity` over all days, by day of joining.
  func totalActivity(joinedDay: Int) -> Double {
    factors.indices.reduce(0) { $0 + activity(on: $1, joinedDay: joinedDay) }
  }

  /// When a session starts, in milliseconds since midnight, before 23:20.
  func drawStart(_ random: inout RandomStream) -> Int {
    min(hours.draw(&random) * 3_600_000 + random.below(3_600_000), 84_000_000)
  }
}
