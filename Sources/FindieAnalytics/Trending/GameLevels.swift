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
    let days = GameLevels.days(before: end, of: engagement.activity, parameters)
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
    let change = GameLevels.change(common, prior: prior)
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

/// A released game.
struct ReleasedGame {
  /// Its index in the activity, in the order of ids.
  let index: Int
  /// The first day whose events count: the release, or the first day of all.
  let firstDay: Day
}

/// The engagement with every game of the catalogue on every day of a range.
///
/// A player counts once per game and `span` days, with the weight of the strongest action: a day
/// adds the excess of its strongest action over the strongest of the `span` − 1 days before. Each
/// game's day comes from one record only, the one with more engagement, since the records have
/// different player ids.
///
/// An account is fresh on the days on which it is younger than `freshDays`, by `User.joinedDate`.
/// Accounts of unknown age, and the hashed players of analytics, are not fresh.
struct DailyEngagement: Sendable {
  let activity: Activity
  let range: DayRange
  let players: EngagedPlayers
  /// Player-days by game and day, [games, days].
  private var events: [Int32]
  /// The engagement of established accounts, [games, days].
  private var established: [Double]
  /// The part of it that is not from the most active players, [games, days].
  private var common: [Double]

  /// - Parameters:
  ///   - recent: the days whose most active players are left out of `common`.
  ///   - mostActive: their number. Players with equal engagement are all left out, or none is.
  /// - Complexity: O(player-days in the range + games × days); twenty bytes per game and day.
  init(
    _ activity: Activity, over range: DayRange, users: [User], _ parameters: TrendingParameters,
    recent: DayRange, mostActive: Int
  ) {
    self.activity = activity
    self.range = range
    players = EngagedPlayers(activity, users: users, parameters)
    let cells = activity.catalogueCount * range.count
    events = [Int32](repeating: 0, count: cells)
    established = [Double](repeating: 0, count: cells)
    common = [Double](repeating: 0, count: cells)
    let isActive = players.mostActive(mostActive, over: recent)
    var reader = EngagementReader(players)
    for game in 0..<activity.catalogueCount {
      reader.eachDay(of: game, in: range) { [range] day in
        let cell = game * range.count + day.day.days(since: range.first)
        events[cell] = Int32(max(day.interactions.count, day.analytics.count))
        for player in day.chosen where !player.isFresh {
          established[cell] += player.added
          if !isActive[players.slot(of: player.player)] { common[cell] += player.added }
        }
      }
    }
  }

  private func cell(_ game: Int, _ day: Day) -> Int {
    game * range.count + day.days(since: range.first)
  }

  private func cells(_ game: Int, _ days: [Day]) -> Range<Int> {
    guard let first = days.first else { return 0..<0 }
    let start = cell(game, first)
    return start..<start + days.count
  }

  /// The player-days of one game on one day of the range.
  func events(of game: Int, on day: Day) -> Int { Int(events[cell(game, day)]) }

  /// The engagement of established accounts with one game on consecutive days.
  func established(of game: Int, in days: [Day]) -> ArraySlice<Double> {
    established[cells(game, days)]
  }

  /// The part of it that is not from the most active players of the catalogue.
  func common(of game: Int, in days: [Day]) -> ArraySlice<Double> {
    common[cells(game, days)]
  }
}
