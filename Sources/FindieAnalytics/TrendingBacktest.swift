import FindieDomain

/// How the trending games of past nights did on the days after, against the games with the most
/// engagement.
///
/// On each night both rules name their first `games` of all genres, from the events before it. A game
/// rose where its engagement on the next `daysAfter` days is above what its level, the weekdays and
/// the catalogue's change led one to expect. That level is not the one by which it was named, but of
/// as many days before that baseline: a game is also named because its baseline was low by chance,
/// and would seem to rise on any later day. Only games that were out on all these days are named.
///
/// The same game may stand on many nights, so intervals take a game, not an entry, for the unit. With
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

  /// The nights that had enough history before and days after.
  package let nights: Int
  /// How many games each rule names a night, at most.
  package let games: Int
  package let daysAfter: Int
  /// Of the trending games, the share that rose; nil where none was named.
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

  /// What was found, for people.
  package var sentence: String {
    guard nights > 0 else {
      return "No past night has enough history before it and days after it to look back at."
    }
    guard let trending, let mostEngaged, let difference else {
      return
        "On \(nights) past night\(nights == 1 ? "" : "s") no game was trending, or none had engagement."
    }
    let verdict =
      difference.low > 0 ? "more" : difference.high < 0 ? "less" : "no clear difference"
    return
      "Of the \(games) games that trended on \(nights == 1 ? "a past night" : "each of \(nights) past nights"), \(trending.percent) rose"
      + " on the \(daysAfter == 1 ? "day" : "\(daysAfter) days") after; of the \(games) with the most engagement, "
      + "\(mostEngaged.percent): \(verdict) (\(difference.points) points)."
  }
}

extension TrendingView {
  /// The first `count` games that are asked for, by index, an edition each.
  fileprivate func firstEditions(
    _ count: Int, _ edition: (Int) -> UInt32?, among isAsked: (ReleasedGame) -> Bool
  ) -> [Int] {
    var limit = count
    while true {
      let ranked = ranked(limit: limit, among: isAsked).map(\.game.index)
      let games = ranked.firstEditions(edition)
      if games.count >= count || ranked.count < limit { return Array(games.prefix(count)) }
      limit *= 2
    }
  }
}

extension TrendingBacktest.Share {
  /// - Parameter terms: each game's part of the estimate's error; their squares make its variance.
  fileprivate init?(_ mean: Double?, terms: [Int: Double]) {
    guard let mean else { return nil }
    let squares = terms.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
    let count = Double(terms.count)
    // One game alone says nothing of how games differ.
    let reach = count > 1 ? 1.959963984540054 * (count / (count - 1) * squares).squareRoot() : 1
    self.init(mean: mean, low: max(-1, mean - reach), high: min(1, mean + reach))
  }

  /// "61 % (52 to 70)".
  fileprivate var percent: String {
    "\(whole(mean)) % (\(whole(max(0, low))) to \(whole(high)))"
  }

  /// "+12, 3 to 21".
  fileprivate var points: String {
    "\(mean >= 0 ? "+" : "")\(whole(mean)), \(whole(low)) to \(whole(high))"
  }

  private func whole(_ share: Double) -> Int { Int((share * 100).rounded()) }
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
