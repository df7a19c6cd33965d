import Foundation

/// How the games of all other studios moved in a period, to compare a studio with.
///
/// Ratios only, and only of an app in which three studios or more have impressions: with two
/// studios, they would be those of the other one. Nothing has the studio's own games in it, like
/// `Impact`: from ratios with and without them, it could compute the app's totals.
package struct AppNumbers: Sendable, Equatable {
  /// The change in impressions of these games, with the weekday pattern removed; nil if the period
  /// before is not recorded, and below `Change.minimumCount` impressions in either period.
  package let impressionsChange: Double?
  /// The like rate of these games; nil if it is not recorded.
  package let likeRate: Double?
  /// Not published: their counts in the period and the one before, and their impressions by week.
  private let now: Tally
  private let before: Tally?
  private let weeks: [Int]

  static let minimumStudios = 3

  /// Nil if there are too few studios, and without any number.
  ///
  /// - Parameters:
  ///   - before: nil if it is not recorded.
  ///   - weeks: their impressions in the last 13 complete weeks.
  ///   - studios: the number of studios whose games have impressions, this one too.
  init?(
    _ tally: Tally, exposure: Double, since before: Tally?, exposureBefore: Double,
    weeks: [Int], studios: Int, _ recorded: Set<Measure>
  ) {
    guard studios >= Self.minimumStudios else { return nil }
    let counts = [tally[.impressions], before?[.impressions] ?? 0]
    impressionsChange =
      counts.allSatisfy { $0 >= Change.minimumCount }
      ? exp(log(Double(counts[0]) / exposure) - log(Double(counts[1]) / exposureBefore)) : nil
    likeRate = tally.rate(.likeRate, in: recorded)?.estimate
    if impressionsChange == nil, likeRate == nil { return nil }
    now = tally
    self.before = impressionsChange == nil ? nil : before
    self.weeks = weeks
  }

  /// The change of some games' impressions relative to that of these games; nil if either is not
  /// known, and for a day.
  func change(of own: Tally, since before: Tally?, _ comparison: PeriodComparison) -> Change? {
    guard let before, let past = self.before,
      min(own[.impressions], before[.impressions]) >= Change.minimumCount
    else { return nil }
    return comparison.change(own, since: before, relativeTo: (now, past), weeks: weeks)
  }
}
