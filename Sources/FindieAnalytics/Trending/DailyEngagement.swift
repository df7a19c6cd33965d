import FindieDomain
import FindieHistory

/// The engagement with every game of the catalogue on every day of a range.
///
/// A player counts once per game and day, with the weight of the strongest action. Each game's day comes from
/// one record only, interactions if it has any, since the records have different player ids.
///
/// An account is fresh on the days on which it is younger than `freshDays`, by `User.joinedDate`. Accounts
/// of unknown age, and the hashed players of analytics, are not fresh.
struct DailyEngagement: Sendable {
  let activity: Activity
  let range: DayRange
  /// Player-days by game and day, [games, days].
  private var events: [Int32]
  /// The sums of their weights, [games, days].
  private var weights: [Double]
  /// The part of established accounts, [games, days].
  private var established: [Double]

  private let weightOfKinds: [Double]
  /// The first day on which an account is established, by its code in the interactions.
  private let establishedSince: [Int32]

  /// - Complexity: O(player-days in the range + games × days); twenty bytes per game and day.
  init(
    _ activity: Activity, over range: DayRange, weights: EngagementWeights, users: [User],
    freshDays: Int
  ) {
    self.activity = activity
    self.range = range
    weightOfKinds = weights.bySet
    establishedSince = activity.firstEstablishedDays(of: users, freshDays: freshDays)
    let cells = activity.catalogueCount * range.count
    events = [Int32](repeating: 0, count: cells)
    self.weights = [Double](repeating: 0, count: cells)
    established = [Double](repeating: 0, count: cells)
    for game in 0..<activity.catalogueCount {
      for row in activity.rows(of: game, in: range) {
        var (count, sum, sound) = (Int32(0), 0.0, 0.0)
        eachPlayerDay(of: row) { player in
          count += 1
          sum += player.weight
          if !player.isFresh { sound += player.weight }
        }
        let cell = cell(game, Day(daysSinceEpoch: activity.days[row]))
        events[cell] = count
        self.weights[cell] = sum
        established[cell] = sound
      }
    }
  }

  private func cell(_ game: Int, _ day: Day) -> Int {
    game * range.count + day.days(since: range.first)
  }

  /// The player-days of one game on one day of the range.
  func events(of game: Int, on day: Day) -> Int { Int(events[cell(game, day)]) }

  /// The sum of the weights of one game and day.
  func weight(of game: Int, on day: Day) -> Double { weights[cell(game, day)] }

  /// The part of the sum that is from established accounts.
  func established(of game: Int, on day: Day) -> Double { established[cell(game, day)] }

  /// The same on consecutive days.
  func established(of game: Int, in days: [Day]) -> ArraySlice<Double> {
    guard let first = days.first else { return [] }
    let start = cell(game, first)
    return established[start..<start + days.count]
  }

  /// Calls `body` with each player-day with engagement of one row.
  @inline(__always)
  func eachPlayerDay(of row: Int, _ body: (PlayerDay) -> Void) {
    let swipes = EventKind.bits(of: .interactions)
    let day = activity.days[row]
    var hasSwipes = false
    // A row has the interactions' players first.
    for index in activity.playerStarts[row]..<activity.playerStarts[row + 1] {
      let kinds = activity.playerKinds[index]
      let isSwipe = kinds & swipes != 0
      if hasSwipes, !isSwipe { break }
      let weight = weightOfKinds[Int(kinds)]
      guard weight > 0 else { continue }
      if isSwipe { hasSwipes = true }
      let code = activity.players[index]
      body(
        PlayerDay(
          player: PlayerDay.player(code, of: isSwipe ? .interactions : .analytics),
          weight: weight, isFresh: isSwipe && day < establishedSince[Int(code)]))
    }
  }
}

extension Activity {
  /// The first day on which each account of the interactions is no longer fresh; `.min` for accounts of
  /// unknown age.
  fileprivate func firstEstablishedDays(of users: [User], freshDays: Int) -> [Int32] {
    guard let players = presence[.interactions]?.playerIds else { return [] }
    var days = [Int32](repeating: .min, count: players.count)
    guard freshDays > 0 else { return days }
    for user in users {
      guard let joined = user.joinedDate?.day, let code = players.existingCode(of: user.id)
      else { continue }
      days[Int(code)] = joined.adding(days: freshDays).daysSinceEpoch
    }
    return days
  }
}

extension EngagementWeights {
  /// The weight of the strongest action of each set of kinds, by its bits.
  fileprivate var bySet: [Double] {
    let byKind = byKind
    var weights = [Double](repeating: 0, count: 1 << EventKind.count)
    for kinds in 1..<weights.count {
      weights[kinds] = max(weights[kinds & (kinds - 1)], byKind[kinds.trailingZeroBitCount])
    }
    return weights
  }
}
