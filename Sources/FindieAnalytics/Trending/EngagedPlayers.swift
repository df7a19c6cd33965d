import FindieDomain
import FindieHistory

/// The players of both records, the weights of their actions, and which of them are fresh.
struct EngagedPlayers: Sendable {
  let activity: Activity
  /// The number of days in which a player counts once per game.
  let span: Int
  private let weightOfKinds: [Double]
  /// The first day on which an account is established, by its code in the interactions.
  private let establishedSince: [Int32]
  /// The players of the interactions precede those of analytics.
  private let firstOfAnalytics: Int
  /// The number of players, slots 0..<count.
  let count: Int

  init(_ activity: Activity, users: PackedRecords<User>, _ parameters: TrendingParameters) {
    self.activity = activity
    span = parameters.windowInDays
    weightOfKinds = parameters.weights.bySet
    establishedSince = activity.firstEstablishedDays(
      of: users, freshDays: parameters.freshAccountDays)
    firstOfAnalytics = activity.presence[.interactions]?.playerIds.count ?? 0
    count = firstOfAnalytics + (activity.presence[.analytics]?.playerIds.count ?? 0)
  }

  /// The number of a player, from 0, by the key of `PlayerDay.player`.
  func slot(of player: UInt64) -> Int {
    let code = Int(UInt32(truncatingIfNeeded: player))
    return player >> 32 == 0 ? code : firstOfAnalytics + code
  }

  /// One player's actions of a row; nil without engagement.
  ///
  /// - Parameter index: a player-day of the activity, on `day`.
  @inline(__always)
  func playerDay(_ index: Int, on day: Int32) -> PlayerDay? {
    let kinds = activity.playerKinds[index]
    let weight = weightOfKinds[Int(kinds)]
    guard weight > 0 else { return nil }
    let isSwipe = kinds & EventKind.bits(of: .interactions) != 0
    let code = activity.players[index]
    return PlayerDay(
      player: PlayerDay.player(code, of: isSwipe ? .interactions : .analytics), weight: weight,
      isFresh: isSwipe && day < establishedSince[Int(code)])
  }

  /// By slot, whether a player is among the `limit` with the largest sum of weights over all games
  /// and the days of `range`. Players with equal sums are all included, or none is.
  ///
  /// - Complexity: O(player-days in the range + n log n) in the players.
  func mostActive(_ limit: Int, over range: DayRange) -> [Bool] {
    var totals = [Double](repeating: 0, count: count)
    for game in 0..<activity.catalogueCount {
      for row in activity.rows(of: game, in: range) {
        for index in activity.playerDays(of: row) {
          if let player = playerDay(index, on: activity.days[row]) {
            totals[slot(of: player.player)] += player.weight
          }
        }
      }
    }
    let active = totals.filter { $0 > 0 }.sorted(by: >)
    let threshold = active.count > limit ? active[limit] : .infinity
    return totals.map { $0 > threshold }
  }
}

extension Activity {
  /// The first day on which each account of the interactions is no longer fresh; `.min` for
  /// accounts of unknown age.
  fileprivate func firstEstablishedDays(of users: PackedRecords<User>, freshDays: Int) -> [Int32] {
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

package struct TrendingParameters: Hashable, Codable, Sendable {
  /// The days of the window, which ends before the as-of day. 1 to 28.
  package var windowInDays = 7
  /// The days before the window that a game is compared with. 7 to 364.
  package var baselineInDays = 28
  /// The half-life in days of engagement in the window. 0.1 to 365.
  package var halfLifeInDays = 3.0
  /// The strength of the prior that a game changes as the catalogue does, in weighted player-days.
  /// 0.001 to 1000.
  package var priorEvents = 5.0
  /// The strength of the prior that all weekdays are alike, in weighted player-days of the
  /// catalogue. 0.001 to 1,000,000.
  package var rhythmPriorEvents = 100.0
  /// The number of a game's strongest players without whom it must clearly rise to be listed. 0 to
  /// 1000.
  package var listedWithout = 10
  /// The number of its strongest players without whom a listed game must clearly rise, or else it
  /// is flagged. 0 to 1000.
  package var unflaggedWithout = 30
  /// The number of days after sign-up on which an account is fresh and its engagement does not
  /// count; 0 counts every account. 0 to 365.
  package var freshAccountDays = 3
  /// The share of a game's engagement from one session, or from fresh accounts, above which its
  /// entry is flagged. 0 to 1.
  package var flaggedShare = 0.5
  /// The maximum length of a list. 1 to 1000.
  package var listLength = 50
  /// The number of past days of the backtest. 0 to 90.
  package var backtestNights = 14
  /// The number of games per list in the backtest. 1 to 1000.
  package var backtestGames = 10
  /// The number of days after each list in the backtest. 1 to 14.
  package var backtestDaysAfter = 3
  package var weights = EngagementWeights()

  package init() {}
}

/// The weights of actions, relative to a like's 1. Each 0 to 10.
package struct EngagementWeights: Hashable, Codable, Sendable {
  package var like = 1.0
  package var superLike = 1.5
  package var wishlist = 1.5
  package var share = 1.5
  package var viewDetails = 0.5
  package var externalClick = 1.0

  package init() {}

  /// The weight of each kind of event, by its number.
  var byKind: [Double] {
    var weights = [Double](repeating: 0, count: EventKind.count)
    let kinds: [(EventKind, Double)] = [
      (.init(.like), like), (.init(.superLike), superLike), (.init(.wishlist), wishlist),
      (.init(.share), share), (.init(.viewDetails), viewDetails), (.init(.neutral), viewDetails),
      (.init(.gameLike), like), (.init(.gameWishlist), wishlist), (.init(.gameShare), share),
      (.init(.gameClick), viewDetails), (.init(.externalLinkClick), externalClick),
    ]
    for (kind, weight) in kinds { weights[kind.rawValue] = weight }
    return weights
  }
}
