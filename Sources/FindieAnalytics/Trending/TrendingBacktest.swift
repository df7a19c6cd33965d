import FindieDomain

/// A backtest: whether the trending games of past days rose on the days after, compared with the
/// games with the most engagement.
///
/// For each day both rules name their top `games` over all genres, or fewer, from the events before
/// it. A game rose if its engagement on the next `daysAfter` days is above the expectation from its
/// level, the weekdays and the catalogue's change. That level is estimated from an earlier baseline
/// of the same length: a game is also named because the baseline of its ranking was low by chance,
/// and would seem to rise on any later day. Only games that were released on all these days are
/// named.
///
/// One game may be named on many days, so intervals treat games, not entries, as the units. With
/// n_g entries of game g, r_g of which rose, the share is p = Σr_g / Σn_g and
///
///     Var p = G/(G − 1) · Σ (r_g − p·n_g)² / (Σn_g)²       over the G games
///
/// and likewise for the difference of both rules' shares, whose terms are subtracted game by game.
///
/// Source: the linearized variance of a ratio over clusters; W. G. Cochran, *Sampling Techniques*,
/// 3rd ed. (1977), section 9A.
package struct TrendingBacktest: Hashable, Codable, Sendable {
  /// A share of a rule's entries, and its 95 % interval; a difference runs from −1 to 1.
  package struct Share: Hashable, Codable, Sendable {
    package let mean: Double
    package let low: Double
    package let high: Double
  }

  /// The days with enough history before them and enough days after.
  package let nights: Int
  /// The maximum number of games that each rule names per day.
  package let games: Int
  package let daysAfter: Int
  /// The share of the trending games that rose; nil if none was named on any day.
  package let trending: Share?
  /// Of the games with the most player-days in the window.
  package let mostEngaged: Share?
  /// The first minus the second.
  package let difference: Share?
}

extension TrendingBacktest {
  init(
    of nights: [Day], _ engagement: DailyEngagement, games: [ReleasedGame],
    parameters: TrendingParameters, edition: (Int) -> UInt32?
  ) {
    var entries: [(rule: Rule, game: Int, rose: Bool)] = []
    for night in nights {
      let earlier = night.adding(days: -parameters.windowInDays - parameters.baselineInDays)
      let out = earlier.adding(days: -parameters.baselineInDays)
      let judge = GameLevels(
        before: earlier, engagement, games: games.filter { $0.firstDay <= out }, parameters)
      let rose = judge.rose(
        over: DayRange(first: night, last: night.adding(days: parameters.backtestDaysAfter - 1)))
      let view = TrendingView(asOf: night, engagement, games: games, parameters)
      let trending = view.firstEditions(parameters.backtestGames, edition) {
        rose[$0.index] != nil
      }
      let most = view.sightings.filter { $0.events > 0 && rose[$0.game.index] != nil }
        .sorted { ($1.events, $0.game.index) < ($0.events, $1.game.index) }
        .map(\.game.index).firstEditions(edition).prefix(parameters.backtestGames)
      for (rule, named) in [(Rule.trending, trending), (.mostEngaged, Array(most))] {
        entries += named.map { (rule, $0, rose[$0] ?? false) }
      }
    }
    self.nights = nights.count
    self.games = parameters.backtestGames
    daysAfter = parameters.backtestDaysAfter
    let counts = Rule.allCases.map { rule in
      RiseCounts(entries.lazy.filter { $0.rule == rule }.map { ($0.game, $0.rose) })
    }
    trending = Share(counts[0].mean, terms: counts[0].terms)
    mostEngaged = Share(counts[1].mean, terms: counts[1].terms)
    difference = Share(
      counts[0].mean.flatMap { first in counts[1].mean.map { first - $0 } },
      terms: counts[0].terms.merging(counts[1].terms.mapValues { -$0 }, uniquingKeysWith: +))
  }

  private enum Rule: CaseIterable { case trending, mostEngaged }
}

extension TrendingView {
  /// The top `count` games, by index, one edition each.
  fileprivate func firstEditions(
    _ count: Int, _ edition: (Int) -> UInt32?, among isEligible: (ReleasedGame) -> Bool
  ) -> [Int] {
    var limit = count
    while true {
      let ranked = ranked(limit: limit, among: isEligible).map(\.game.index)
      let games = ranked.firstEditions(edition)
      if games.count >= count || ranked.count < limit { return Array(games.prefix(count)) }
      limit *= 2
    }
  }
}

extension TrendingBacktest.Share {
  /// - Parameter terms: each game's contribution to the estimate's error; the sum of squares gives
  ///   its variance.
  fileprivate init?(_ mean: Double?, terms: [Int: Double]) {
    guard let mean else { return nil }
    let squares = terms.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
    let count = Double(terms.count)
    // A single game has no variance between games.
    let reach = count > 1 ? Normal.quantile975 * (count / (count - 1) * squares).squareRoot() : 1
    self.init(mean: mean, low: max(-1, mean - reach), high: min(1, mean + reach))
  }
}

/// One rule's entries by game.
private struct RiseCounts {
  private var counts: [Int: (named: Double, rose: Double)] = [:]

  init(_ entries: some Sequence<(Int, Bool)>) {
    for (game, rose) in entries {
      let before = counts[game] ?? (0, 0)
      counts[game] = (before.named + 1, before.rose + (rose ? 1 : 0))
    }
  }

  private var named: Double { counts.values.reduce(0) { $0 + $1.named } }

  /// The share that rose; nil without entries.
  var mean: Double? {
    counts.isEmpty ? nil : counts.values.reduce(0) { $0 + $1.rose } / named
  }

  /// (r_g − p·n_g) / Σn by game.
  var terms: [Int: Double] {
    guard let mean else { return [:] }
    return counts.mapValues { ($0.rose - mean * $0.named) / named }
  }
}
