import FindieDomain

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
    _ activity: Activity, over range: DayRange, users: PackedRecords<User>,
    _ parameters: TrendingParameters,
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
