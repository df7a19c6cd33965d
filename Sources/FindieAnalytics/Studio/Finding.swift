import Foundation

/// A finding about a studio's period, with the numbers that its sentence is made of.
///
/// A game is an index among the studio's games.
package enum Finding: Sendable, Equatable {
  /// The impressions; those of the period before, if the data covers it; the number of players, if
  /// it is published; and the change of impressions, if it is known.
  case reach(impressions: Int, before: Int?, players: Int?, change: Change?)
  /// There are no impressions; those of the period before, if the data covers it.
  case quiet(before: Int?)
  /// The data has no impressions of any game.
  case impressionsNotRecorded
  /// The period has no impressions: the totals of all complete days. The likes are nil if the data
  /// has none of any game.
  case ever(impressions: Int, likes: Int?)
  /// The period has no impressions: days from the last one with an event to the last complete day.
  case lastEvent(daysAgo: Int)
  /// The like rate, and its ratio to that of the period before.
  case reception(Proportion, change: Double?)
  /// There are too few impressions for a rate.
  case tooFewForARate(likes: Int, impressions: Int)
  /// The data has no likes of any game.
  case likesNotRecorded(impressions: Int)
  /// More likes than impressions were recorded: events are missing.
  case moreLikesThanImpressions(likes: Int, impressions: Int)
  /// The game with the most impressions, and its share of all.
  case mostSeen(game: Int, share: Double?, impressions: Int)
  /// The game with the largest significant rise or fall.
  case rose(game: Int, Move)
  case fell(game: Int, Move)
  /// There is no game with impressions.
  case noGames

  /// A game's impressions in two periods.
  package struct Move: Sendable, Equatable {
    package let impressions: Int
    package let before: Int?
    package let change: Change?

    fileprivate init(_ game: PeriodNumbers) {
      impressions = game.tally[.impressions]
      before = game.before?[.impressions]
      change = game.impressionsChange
    }
  }

  /// The minimum number of impressions for a rate.
  package static let minimumImpressionsForRate = 30

  /// Three findings of one period: reach, reception and a game, or the totals of all days if the
  /// period has no impressions.
  ///
  /// - Parameters:
  ///   - ever: the totals of all complete days.
  ///   - daysSinceLastEvent: from the last day with an event to the last complete day; nil without
  ///     events.
  static func all(
    _ studio: PeriodNumbers, _ games: [PeriodNumbers], _ movers: Movers, ever: Tally,
    daysSinceLastEvent: Int?
  ) -> [Finding] {
    let reach = reach(studio)
    guard case .quiet = reach, let daysSinceLastEvent else {
      return [reach, reception(studio), aGame(games, movers)]
    }
    let hasLikes = Rate.likeRate.isRecorded(in: studio.recorded)
    return [
      reach, .ever(impressions: ever[.impressions], likes: hasLikes ? ever.positives : nil),
      .lastEvent(daysAgo: daysSinceLastEvent),
    ]
  }

  private static func reach(_ studio: PeriodNumbers) -> Finding {
    guard studio.recorded.contains(.impressions) else { return .impressionsNotRecorded }
    let (seen, before) = (studio.tally[.impressions], studio.before?[.impressions])
    guard seen > 0 else { return .quiet(before: before) }
    return .reach(
      impressions: seen, before: before, players: studio.players?.count,
      change: studio.impressionsChange)
  }

  private static func reception(_ studio: PeriodNumbers) -> Finding {
    let impressions = studio.tally[.impressions]
    guard Rate.likeRate.isRecorded(in: studio.recorded) else {
      return .likesNotRecorded(impressions: impressions)
    }
    guard let rate = studio.rate(.likeRate), rate.trials >= minimumImpressionsForRate else {
      let likes = studio.tally.positives
      return studio.tally.hasMoreLikesThanImpressions
        ? .moreLikesThanImpressions(likes: likes, impressions: impressions)
        : .tooFewForARate(likes: likes, impressions: impressions)
    }
    return .reception(rate, change: studio.likeRateChange?.ratio)
  }

  private static func aGame(_ games: [PeriodNumbers], _ movers: Movers) -> Finding {
    if games.count > 1 {
      if let best = movers.best { return .rose(game: best, Move(games[best])) }
      if let worst = movers.worst { return .fell(game: worst, Move(games[worst])) }
    }
    let most = games.indices.max { left, right in
      let (a, b) = (games[left].tally[.impressions], games[right].tally[.impressions])
      return a != b ? a < b : left > right
    }
    guard let most, games[most].tally[.impressions] > 0 else { return .noGames }
    return .mostSeen(
      game: most, share: games[most].share?.estimate, impressions: games[most].tally[.impressions])
  }
}

/// The ratio of a value to an earlier one, with its 95 % interval.
package struct Change: Sendable, Equatable {
  /// Above 0; 1 is no change.
  package let ratio: Double
  package let lower: Double
  package let upper: Double

  /// The minimum count in both periods for pages to show a change. Smaller ones are mostly chance.
  package static let minimumCount = 30

  private static let z = 1.959963984540054

  private init(log: Double, variance: Double) {
    let half = Self.z * variance.squareRoot()
    (ratio, lower, upper) = (exp(log), exp(log - half), exp(log + half))
  }

  /// Whether the interval excludes 1.
  package var isSignificant: Bool { lower > 1 || upper < 1 }

  /// (N / E) / (N₀ / E₀) for Poisson counts N with means in proportion to exposures E; nil if a
  /// count is 0.
  ///
  /// ln N - ln N₀ has the variance 1/N + 1/N₀. The exposure of a period is the sum of the weekday
  /// factors of its days, so that the number of weekends in a period does not count as a change.
  package init?(
    of count: Int, exposure: Double, since before: Int, exposureBefore: Double
  ) {
    guard count > 0, before > 0, exposure > 0, exposureBefore > 0 else { return nil }
    self.init(
      log: log(Double(count) / exposure) - log(Double(before) / exposureBefore),
      variance: 1 / Double(count) + 1 / Double(before))
  }

  /// The ratio of the mean days of two periods, for counts that vary more from day to day than
  /// Poisson counts; nil if a sum is 0, and for periods of less than two weeks.
  ///
  /// The Poisson variance is multiplied by Pearson's X² / df of the days around the mean of their
  /// weekday and period, and by at least 1. Source: P. McCullagh and J. A. Nelder, *Generalized
  /// Linear Models* (1989), 4.5.
  ///
  /// - Parameters:
  ///   - days: the counts of successive days.
  ///   - before: the counts of the days before them.
  package init?(ofDays days: [Int], since before: [Int]) {
    let (sum, sumBefore) = (days.reduce(0, +), before.reduce(0, +))
    var (pearson, degrees) = (0.0, 0)
    for period in [days, before] {
      for weekday in 0..<min(7, period.count) {
        let counts = stride(from: weekday, to: period.count, by: 7).map { Double(period[$0]) }
        let mean = counts.reduce(0, +) / Double(counts.count)
        degrees += counts.count - 1
        if mean > 0 { pearson += counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / mean } }
      }
    }
    guard sum > 0, sumBefore > 0, degrees >= 14 else { return nil }
    let (mean, meanBefore) = (
      Double(sum) / Double(days.count), Double(sumBefore) / Double(before.count)
    )
    self.init(
      log: log(mean / meanBefore),
      variance: max(1, pearson / Double(degrees)) * (1 / Double(sum) + 1 / Double(sumBefore)))
  }

  /// p / p₀ for two shares; nil if either has no success.
  ///
  /// Source: D. Katz et al., *Obtaining confidence intervals for the risk ratio in cohort studies*
  /// (1978), DOI 10.2307/2530610.
  package init?(of share: Proportion?, since before: Proportion?) {
    guard let share, let before, share.successes > 0, before.successes > 0 else { return nil }
    let variance =
      1 / Double(share.successes) - 1 / Double(share.trials)
      + 1 / Double(before.successes) - 1 / Double(before.trials)
    self.init(log: log(share.estimate / before.estimate), variance: max(0, variance))
  }
}
