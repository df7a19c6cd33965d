package import FindieDomain
package import FindieHistory
import FindieModels

/// How published lists met what players did after their publication: the positives with games that
/// the players did not know before.
///
/// Held-out likes say how good lists would have been; these say how good they were. A game is liked
/// more often because a list shows it, so compare nights with each other, not with held-out likes.
package struct NextDayHits: Codable, Hashable, Sendable {
  /// The night that published the lists.
  package let lists: Day
  /// The number of tested games of each list, from its top.
  package let cutoff: Int
  /// The tested players: those with a list and a new positive, or a sample of them.
  package let players: Int
  /// The share of the players with a positive among these games.
  package let hitRate: Interval
  package let nDCG: Interval
  /// Whether the models age: nDCG is significantly lower than that of the earlier lists of the same
  /// models.
  package let isFall: Bool

  /// - Parameters:
  ///   - results: one per player.
  ///   - minimumPlayers: with fewer, intervals are unreliable and the result is nil.
  ///   - earlier: of the earlier lists of the same models.
  package init?(
    of lists: Day, _ results: [RankingMetrics], cutoff: Int, minimumPlayers: Int,
    since earlier: [NextDayHits]
  ) {
    guard results.count >= max(2, minimumPlayers) else { return nil }
    self.lists = lists
    self.cutoff = cutoff
    players = results.count
    hitRate = Interval(ofDifferences: results.map(\.hit))
    nDCG = Interval(ofDifferences: results.map(\.nDCG))
    let before = earlier.filter { $0.cutoff == cutoff }.map(\.nDCG)
    guard before.count >= Self.minimumNights else {
      isFall = false
      return
    }
    // Both means are independent: their variances add up.
    let count = Double(before.count)
    let mean = before.reduce(0) { $0 + $1.mean } / count
    let variance = before.reduce(0) { $0 + $1.standardError * $1.standardError } / (count * count)
    let error = (variance + nDCG.standardError * nDCG.standardError).squareRoot()
    isFall = nDCG.mean < mean - Self.deviations * error
  }

  private static let minimumNights = 3
  /// A fall by chance in one of 700 nights.
  private static let deviations = 3.0
}

/// What players did on some days with games that they did not know before.
package struct NewPositives: Sendable {
  /// By player id: the ids of the games.
  package let games: [(player: String, games: [String])]

  /// Likes, super-likes, wishes and shares; looks at details only if the data has none of these
  /// on the days.
  ///
  /// - Parameters:
  ///   - interactions: ordered by time.
  ///   - players: the maximum number of players; of more, those with the smallest seeded hash.
  /// - Complexity: O(interactions).
  package init(
    _ interactions: EventTable, from start: Day, before end: Day, players maximum: Int,
    seed: UInt64
  ) {
    let (users, named) = (interactions[.userId], interactions[.gameId])
    let first = interactions.firstRow(notBefore: start)
    let rows = first..<interactions.firstRow(notBefore: end)
    let strong = rows.filter {
      let action = interactions.action($0)
      return action.isPositive && action != .viewDetails
    }
    let positives =
      strong.isEmpty ? rows.filter { interactions.action($0).isPositive } : strong
    func pair(_ row: Int) -> UInt64 { UInt64(users.codes[row]) << 32 | UInt64(named.codes[row]) }
    var new = Set(positives.map(pair))
    var isActive = [Bool](repeating: false, count: users.vocabulary.count)
    for row in positives { isActive[Int(users.codes[row])] = true }
    for row in 0..<first where isActive[Int(users.codes[row])] { new.remove(pair(row)) }
    var gamesOfPlayer: [UInt32: [String]] = [:]
    for pair in new.sorted() {
      let game = named.vocabulary.text(UInt32(truncatingIfNeeded: pair))
      gamesOfPlayer[UInt32(pair >> 32), default: []].append(game)
    }
    games = gamesOfPlayer.map { code, games in
      let player = users.vocabulary.text(code)
      return (hash: hash64(of: player.utf8.span, seed: seed), player: player, games: games)
    }
    .sorted { ($0.hash, ExactText($0.player)) < ($1.hash, ExactText($1.player)) }
    .prefix(maximum).map { ($0.player, $0.games) }
  }
}
