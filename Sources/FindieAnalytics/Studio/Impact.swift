package import FindieDomain

/// What changed from the day of a game's release: its events of the first seven days, against its
/// 28 days before and the whole app's events of the same days.
///
/// With n events of the game and a of all games in the seven days, and N and A in the 28 days, the
/// ratio is (n / a) / (N / A). The variance of its logarithm is φ (1/n + 1/N), where φ allows for
/// days that vary more than Poisson counts: Pearson's X² / df of the 28 days around the game's
/// share of the app's events, and at least 1. Source: P. McCullagh and J. A. Nelder, *Generalized
/// Linear Models* (1989), 4.5.
package struct Impact: Sendable, Equatable {
  /// A measure's change.
  package struct Effect: Sendable, Equatable {
    package let measure: Measure
    package let count: Int
    /// The count of the days before.
    package let before: Int
    package let change: Change
  }

  /// The index among the studio's games.
  package let game: Int
  /// The day of the release, the first of the seven.
  package let day: Day
  /// At least one.
  package let effects: [Effect]

  static let days = 7
  static let daysBefore = 28
  private static let measures: [Measure] = [.impressions, .wishlistAdds, .externalClicks]

  /// Nil if not all days are listed and recorded, and without enough counts.
  ///
  /// - Parameters:
  ///   - own: the game's counts on each day of `listed`.
  ///   - app: the counts of all games on these days.
  ///   - since: the first recorded day.
  init?(
    of game: Int, on day: Day, _ own: [Tally], app: [Tally], listed: DayRange, since first: Day
  ) {
    let start = day.days(since: listed.first)
    guard start >= Self.daysBefore, start + Self.days <= own.count,
      first <= day.adding(days: -Self.daysBefore)
    else { return nil }
    let (after, before) = (start..<start + Self.days, start - Self.daysBefore..<start)
    effects = Self.measures.compactMap { measure in
      func sum(_ days: Range<Int>, _ tallies: [Tally]) -> Int {
        days.reduce(0) { $0 + tallies[$1][measure] }
      }
      let (count, countBefore) = (sum(after, own), sum(before, own))
      let (all, allBefore) = (sum(after, app), sum(before, app))
      guard min(count, countBefore) >= Change.minimumCount, all > 0 else { return nil }
      var (pearson, degrees) = (0.0, -1)
      for index in before where app[index][measure] > 0 {
        let mean = Double(countBefore) * Double(app[index][measure]) / Double(allBefore)
        let distance = Double(own[index][measure]) - mean
        pearson += distance * distance / mean
        degrees += 1
      }
      guard
        let change = Change(
          of: count, exposure: Double(all), since: countBefore, exposureBefore: Double(allBefore),
          dispersion: degrees > 0 ? max(1, pearson / Double(degrees)) : 1)
      else { return nil }
      return Effect(measure: measure, count: count, before: countBefore, change: change)
    }
    guard !effects.isEmpty else { return nil }
    self.game = game
    self.day = day
  }
}
