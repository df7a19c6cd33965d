import FindieDomain
import Foundation

/// What changed from the day of an occasion (a release, a price drop, an annotation): the events of
/// the first seven days, against the 28 days before and the whole app's events of the same days.
///
/// Other occasions that concern a common game would be compared too. So the seven days from each of
/// them are left out of the 28 days, of which at least 14 must remain, and an occasion within the
/// six days after another one has no impact of its own. Occasions of one day have the same numbers.
///
/// With n events of the game (or of all games of the studio) and a of all games of the app in the
/// seven days, and N and A in the days before, the ratio is (n / a) / (N / A). The variance of its
/// logarithm is φ (1/n + 1/N), where φ allows for days that vary more than Poisson counts:
/// Pearson's X² / df of the days before around the game's share of the app's events, and at least
/// 1. Source: P. McCullagh and J. A. Nelder, *Generalized Linear Models* (1989), 4.5.
package struct Impact: Sendable, Equatable {
  /// A measure's change.
  package struct Effect: Sendable, Equatable {
    package let measure: Measure
    package let count: Int
    /// The count of the days before.
    package let before: Int
    package let change: Change
  }

  package let occasion: Occasion
  /// The number of days before: 14 to 28.
  package let daysBefore: Int
  /// At least one.
  package let effects: [Effect]

  static let days = 7
  static let daysBefore = 28
  private static let minimumDaysBefore = 14
  private static let measures: [Measure] = [.impressions, .wishlistAdds, .externalClicks]

  /// The largest distance of a change from no change, in half widths of its interval.
  package var significance: Double {
    effects.map { abs(log($0.change.ratio)) / log($0.change.upper / $0.change.ratio) }.max() ?? 0
  }

  /// Nil if not all days are listed and recorded, within the days of another occasion, and without
  /// enough days or counts.
  ///
  /// - Parameters:
  ///   - occasions: of the studio's games; this one may be among them.
  ///   - own: the counts of its game, or of all games, on each day of `listed`.
  ///   - app: the counts of all games of the app on these days.
  ///   - since: the first recorded day.
  init?(
    of occasion: Occasion, among occasions: [Occasion], _ own: [Tally], app: [Tally],
    listed: DayRange, since first: Day
  ) {
    let day = occasion.day
    let start = day.days(since: listed.first)
    guard start >= Self.daysBefore, start + Self.days <= own.count,
      first <= day.adding(days: -Self.daysBefore)
    else { return nil }
    // By index of `listed`.
    let others = Set(
      occasions.filter { $0.day != day && $0.concerns(gamesOf: occasion) }
        .map { $0.day.days(since: listed.first) })
    func isTaken(_ index: Int) -> Bool {
      (index - Self.days + 1...index).contains { others.contains($0) }
    }
    let after = Array(start..<start + Self.days)
    let before = (start - Self.daysBefore..<start).filter { !isTaken($0) }
    guard !isTaken(start), before.count >= Self.minimumDaysBefore else { return nil }
    effects = Self.measures.compactMap { measure in
      func sum(_ days: [Int], _ tallies: [Tally]) -> Int {
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
    self.occasion = occasion
    daysBefore = before.count
  }
}
