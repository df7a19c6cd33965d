import FindieDomain

/// Each game's level and the catalogue's weekday factors over a baseline. See `Trending` for the
/// formulas.
struct GameLevels {
  /// In the order of the arrays below.
  let games: [ReleasedGame]
  let rhythm: WeekdayRhythm
  /// y: the engagement of established accounts in the baseline.
  let given: [Double]
  /// b: the engagement on a day of factor 1.
  let levels: [Double]
  /// The same without the most active players of the catalogue.
  let commonLevels: [Double]
  /// φ: the variance of a day's engagement relative to its mean.
  let dispersions: [Double]

  private let engagement: DailyEngagement
  private let prior: Double

  /// - Parameter end: the day after the baseline.
  /// - Precondition: `engagement` covers the baseline, as far as there are events.
  init(
    before end: Day, _ engagement: DailyEngagement, games: [ReleasedGame],
    _ parameters: TrendingParameters
  ) {
    self.games = games
    self.engagement = engagement
    prior = parameters.priorEvents
    let days = Self.days(before: end, of: engagement.activity, parameters)
    var totals = [Double](repeating: 0, count: days.count)
    var given = [Double](repeating: 0, count: games.count)
    var common = given
    for (position, game) in games.enumerated() {
      let weights = engagement.established(of: game.index, in: days)
      for (day, (weight, part)) in zip(
        weights, engagement.common(of: game.index, in: days)
      ).enumerated() where game.firstDay <= days[day] {
        totals[day] += part
        given[position] += weight
        common[position] += part
      }
    }
    rhythm = WeekdayRhythm(
      zip(days, totals).map { (day: $0, weight: $1) }, prior: parameters.rhythmPriorEvents)
    let factors = days.map(rhythm.factor)
    let whole = factors.reduce(0, +)
    /// The sum of the factors of the days on which each game was released.
    let exposures = games.map { game in
      guard let first = days.first, game.firstDay > first else { return whole }
      return zip(days, factors).reduce(0) { $0 + ($1.0 >= game.firstDay ? $1.1 : 0) }
    }
    let gameDays = exposures.reduce(0, +)
    func levels(_ given: [Double]) -> [Double] {
      let typical = gameDays > 0 ? given.reduce(0, +) / gameDays : 0
      return zip(given, exposures).map { given, exposure in
        whole > 0 ? (given + typical * (whole - exposure)) / whole : 0
      }
    }
    dispersions = games.indices.map { position in
      let own = zip(engagement.established(of: games[position].index, in: days), zip(days, factors))
        .filter { games[position].firstDay <= $1.0 }
      let level = exposures[position] > 0 ? given[position] / exposures[position] : 0
      guard level > 0, own.count > 1 else { return 1 }
      let pearson = own.reduce(0) { sum, day in
        let mean = level * day.1.1
        return sum + (day.0 - mean) * (day.0 - mean) / mean
      }
      return max(1, pearson / Double(own.count - 1))
    }
    self.levels = levels(given)
    commonLevels = levels(common)
    self.given = given
  }

  /// By index, whether a game's engagement over `range` is above the expectation from its level,
  /// the weekdays and the catalogue's change.
  func rose(over range: DayRange) -> [Int: Bool] {
    let factor = range.days.reduce(0) { $0 + rhythm.factor(of: $1) }
    let outcomes = zip(games, levels).map { game, level in
      (engagement.established(of: game.index, in: range.days).reduce(0, +), level * factor)
    }
    let common = zip(games, commonLevels).map { game, level in
      (engagement.common(of: game.index, in: range.days).reduce(0, +), level * factor)
    }
    let change = Self.change(common, prior: prior)
    return Dictionary(
      uniqueKeysWithValues: zip(games, outcomes).map { ($0.index, $1.0 > change * $1.1) })
  }

  /// (Σx + a) / (ΣE + a): the change of the catalogue.
  static func change(_ outcomes: some Sequence<(Double, Double)>, prior: Double) -> Double {
    let (observed, expected) = outcomes.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    return (observed + prior) / (expected + prior)
  }

  /// The days of the baseline, none before the first event.
  private static func days(
    before end: Day, of activity: Activity, _ parameters: TrendingParameters
  ) -> [Day] {
    let whole = DayRange(lastDays: parameters.baselineInDays, before: end)
    guard let first = activity.firstDay, first <= whole.last else { return [] }
    return DayRange(first: max(whole.first, first), last: whole.last).days
  }
}

struct ReleasedGame {
  /// Its index in the activity, in the order of ids.
  let index: Int
  /// The first day whose events count: the release, or the first day of all.
  let firstDay: Day
}
