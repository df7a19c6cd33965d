import FindieDomain

/// The like rates of all games by group of peers, for one period.
///
/// Like rates of few cards vary by chance: some games with one card have 100 %. So each rate is
/// shrunk toward that of its whole group, by an empirical Bayes estimate: with s likes of n cards,
/// the group's rate p = Σ s / Σ n and a prior worth M cards, it is (s + M·p)
/// / (n + M). M follows from how much more the rates differ than chance explains: 1 / (M + 1) is
/// ρ, their `intraclassCorrelation`, limited to 0...1. At 0 all rates are p.
///
/// Source: J. C. Kleinman, *Proportions with Extraneous Variance: Single and Independent Samples*,
/// JASA 68 (1973).
struct CohortTable: Sendable {
  /// By cohort of a game: the first group with enough games; none if even all games are too few.
  private var groups: [Cohort: Key] = [:]
  private var peers: [Key: Peers] = [:]
  private let reaches: [ExactText: Reach]
  private let minimumGames: Int

  /// A group of peers: nil for what does not matter.
  private struct Key: Hashable {
    let group: PeerGroup
    /// Nil also for games without a genre.
    let genre: Genre?
    let age: Cohort.Age?
    let impressionsFrom: Int?

    /// The group of a game's peers.
    init(_ group: PeerGroup, of cohort: Cohort) {
      self.init(group, of: cohort, impressionsFrom: cohort.impressionsFrom)
    }

    private init(_ group: PeerGroup, of cohort: Cohort, impressionsFrom: Int) {
      self.group = group
      genre = group == .all ? nil : cohort.genre
      age = group == .genreAgeAudience ? cohort.age : nil
      self.impressionsFrom = group == .genre || group == .all ? nil : impressionsFrom
    }

    /// The groups that a game belongs to.
    static func all(holding cohort: Cohort) -> [Key] {
      PeerGroup.allCases.flatMap { group in
        group == .genreNearAudience
          ? cohort.nearAudiences.map { Key(group, of: cohort, impressionsFrom: $0) }
          : [Key(group, of: cohort)]
      }
    }
  }

  /// A game with a like rate.
  private struct Reach {
    let cohort: Cohort
    let counts: CatalogueTotals.Reach
    let game: PeerGame

    /// The rates that others are compared with: without a link to a shop, a game has no shop clicks
    /// for a reason that they do not share.
    var rates: [(measure: Measure, rate: Proportion)] {
      ([.skips, .wishlistAdds] + (game.hasLink ? [.externalClicks] : [])).compactMap { measure in
        counts.rate(of: measure).map { (measure, $0) }
      }
    }
  }

  private struct Peers: Sendable {
    /// Ascending: shrunk like rates.
    var rates: [Double]
    let pooled: Double
    /// ρ.
    let correlation: Double
    /// By measure of `compared`.
    private(set) var measures: [Measure: PeerRates] = [:]
    /// The number of studios.
    let studios: Int
    /// By currency: the prices in it, ascending.
    let prices: [String: [Double]]

    init(_ reaches: [Reach]) {
      let games = reaches.map {
        (likes: Int($0.counts.positives), cards: Int($0.counts.cards))
      }
      studios = Set(reaches.map { ExactText($0.game.developerId) }).count
      prices = Dictionary(grouping: reaches.compactMap(\.game.price), by: { $0.currency })
        .mapValues { $0.map(\.amount).sorted() }
      let likes = Double(games.reduce(0) { $0 + $1.likes })
      let seen = Double(games.reduce(0) { $0 + $1.cards })
      let pooled = likes / seen
      let spread = games.reduce(0.0) { sum, game in
        let n = Double(game.cards)
        let distance = Double(game.likes) / n - pooled
        return sum + n * distance * distance
      }
      let squares = games.reduce(0.0) { $0 + Double($1.cards) * Double($1.cards) }
      correlation = min(
        1,
        intraclassCorrelation(
          squares: spread, share: pooled, trials: seen, size: squares / seen, groups: games.count))
      self.pooled = pooled
      rates = []
      rates = games.map { shrunk($0.likes, of: $0.cards) }.sorted()
      for reach in reaches {
        for (measure, rate) in reach.rates {
          measures[measure, default: PeerRates(isAbove: measure == .skips)].add(rate)
        }
      }
    }

    /// (s + M·p) / (n + M) with M = (1 − ρ) / ρ.
    func shrunk(_ likes: Int, of cards: Int) -> Double {
      (correlation * Double(likes) + (1 - correlation) * pooled)
        / (correlation * Double(cards) + (1 - correlation))
    }
  }

  /// - Parameters:
  ///   - counted: the games with a like rate in the period.
  ///   - day: the last one of the period.
  init(
    _ counted: [CatalogueTotals.Reach], games catalogue: [PeerGame], on day: Day,
    _ suppression: Suppression
  ) {
    let reaches = counted.map { counted in
      let game = catalogue[Int(counted.game)]
      return Reach(
        cohort: Cohort(game, on: day, impressions: Int(counted.impressions)), counts: counted,
        game: game)
    }
    self.reaches = Dictionary(
      uniqueKeysWithValues: reaches.map { (ExactText($0.game.id), $0) })
    let minimum = max(2, suppression.minimumPlayers)
    var sizes: [Key: Int] = [:]
    for reach in reaches {
      for key in Key.all(holding: reach.cohort) { sizes[key, default: 0] += 1 }
    }
    for cohort in Set(reaches.map(\.cohort)) {
      groups[cohort] = PeerGroup.allCases.lazy.map { Key($0, of: cohort) }
        .first { sizes[$0] ?? 0 >= minimum }
    }
    let used = Set(groups.values)
    var games: [Key: [Reach]] = [:]
    for reach in reaches {
      for key in Key.all(holding: reach.cohort) where used.contains(key) {
        games[key, default: []].append(reach)
      }
    }
    peers = games.mapValues { Peers($0) }
    minimumGames = minimum
  }

  /// A game's events per impression against those of the other games of its group; nil if fewer
  /// games of the group than the minimum have such a rate, and if they are of fewer than three
  /// studios, since their rate would be a rival's.
  func comparison(
    of measure: Measure, _ game: String, _ tally: Tally, among standing: Standing
  ) -> PeerRates.Comparison? {
    let key = Key(standing.group, of: standing.cohort)
    guard let rate = Proportion(tally[measure], of: tally[.impressions]), let group = peers[key],
      var rates = group.measures[measure],
      rates.games >= minimumGames, group.studios >= AppNumbers.minimumStudios
    else { return nil }
    // The game's rate when the table was made.
    if let own = reaches[ExactText(game)], Key.all(holding: own.cohort).contains(key),
      let counted = own.rates.first(where: { $0.measure == measure })?.rate
    {
      rates.add(counted, sign: -1)
    }
    return rates.comparison(of: rate)
  }

  /// The prices of a group's games; nil if too few have one.
  func prices(in currency: String, among standing: Standing) -> PeerPrices? {
    guard let prices = peers[Key(standing.group, of: standing.cohort)]?.prices[currency],
      prices.count >= minimumGames
    else { return nil }
    return PeerPrices(median: prices.medianOfAscending, games: prices.count)
  }

  /// Nil if the game has no rate, and if all games with one are fewer than the minimum number of
  /// players.
  func standing(of cohort: Cohort, _ tally: Tally) -> Standing? {
    guard let rate = tally.likeRate, let key = groups[cohort], let peers = peers[key]
    else { return nil }
    let rates = peers.rates
    let median = rates.medianOfAscending
    let shrunk = peers.shrunk(rate.successes, of: rate.trials)
    let verdict: Standing.Verdict =
      rate.trials < Finding.minimumImpressionsForRate
      ? .tooFew
      : rate.lower > median && shrunk > median
        ? .above : rate.upper < median && shrunk < median ? .below : .tooEarly
    return Standing(
      cohort: cohort, group: key.group, games: rates.count, shrunkLikeRate: shrunk,
      likeRatePercentile: Self.percentile(of: shrunk, in: rates),
      medianLikeRate: median, verdict: verdict)
  }

  /// - Parameter ascending: contains `value`, unless the game's events changed since.
  private static func percentile(of value: Double, in ascending: [Double]) -> Double {
    // Equal rates may differ by a rounding error: 11 of 33 and 6 of 18, when shrunk.
    let (low, high) = (value - 1e-12, value + 1e-12)
    let lower = ascending.indices.partitionPoint { ascending[$0] < low }
    let equal = ascending.indices.partitionPoint { ascending[$0] <= high } - lower
    let same = max(0, equal - 1)
    return min(100, 100 * (Double(lower) + Double(same) / 2) / Double(ascending.count - 1))
  }
}
