import FindieAnalytics
package import FindieDomain

/// The hits of published lists on the likes of the day for which they were published.
///
/// Held-out likes say how good lists would have been; these say how good they were. A game is liked
/// more often because a list shows it, so compare days with each other, not with held-out likes.
package struct NextDayHits: Codable, Hashable, Sendable {
  /// The night that published the lists, and the day of the likes.
  package let lists: Day
  /// The number of tested games of each list, from its top.
  package let cutoff: Int
  /// The tested players: those with a list and a new positive, or a sample of them.
  package let players: Int
  /// The share of the players with a positive among these games.
  package let hitRate: Interval
  package let nDCG: Interval
  /// Whether nDCG is lower than on the days before by more than these differ among each other:
  /// players' taste may have moved. By Student's t for one more day, at a chance of one in 1,000:
  /// below one false fall a year, also if neighbouring days are alike.
  package let isFall: Bool
  /// What the lists of the same players by the models of the week before lost against the published
  /// ones; nil if there were none.
  package let modelAge: ModelAgeLoss?

  /// - Parameters:
  ///   - results: one per player.
  ///   - minimumPlayers: with fewer, intervals are unreliable and the result is nil.
  ///   - earlier: of the days before, at most four weeks.
  package init?(
    of lists: Day, _ results: [RankingMetrics], cutoff: Int, minimumPlayers: Int,
    since earlier: [NextDayHits], modelAge: ModelAgeLoss? = nil
  ) {
    guard results.count >= max(2, minimumPlayers) else { return nil }
    self.lists = lists
    self.modelAge = modelAge
    self.cutoff = cutoff
    players = results.count
    hitRate = Interval(ofShares: results.map(\.hit))
    nDCG = Interval(ofShares: results.map(\.nDCG))
    let before = earlier.filter { $0.cutoff == cutoff }.map(\.nDCG)
    guard before.count >= Self.minimumDays else {
      isFall = false
      return
    }
    let count = Double(before.count)
    let mean = before.reduce(0) { $0 + $1.mean } / count
    // Days differ by weekday and by what is new, also if there are so many players that the error
    // of each mean is small.
    let spread = before.reduce(0) { $0 + ($1.mean - mean) * ($1.mean - mean) } / (count - 1)
    let sampling = before.reduce(0) { $0 + $1.standardError * $1.standardError } / count
    let own = nDCG.standardError * nDCG.standardError
    let variance = max(spread * (1 + 1 / count), own + sampling / count)
    isFall =
      nDCG.mean < mean
      - StudentT.value(exceededWith: Self.chance, degrees: count - 1) * variance.squareRoot()
  }

  /// A whole week, whose days differ.
  private static let minimumDays = 7
  private static let chance = 0.001
}
