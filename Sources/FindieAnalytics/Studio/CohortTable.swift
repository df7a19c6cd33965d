import FindieDomain

/// The like rates and impressions of all games by cohort, for one period.
///
/// Like rates of few impressions vary by chance: some games with one impression have 100 %. So each
/// rate is shrunk toward that of its whole cohort, by an empirical Bayes estimate: with s likes of
/// n impressions, the cohort's rate p = Σ s / Σ n and a prior worth M impressions, it is (s + M·p)
/// / (n + M). M follows from how much more the rates differ than chance explains: 1 / (M + 1) is
/// the moment estimate of their intraclass correlation,
///
///     ρ = (Σ n (s/n − p)² / (p (1 − p)) − (N − 1)) / (Σ n − Σ n² / Σ n − (N − 1))
///
/// for N games, limited to 0...1. At 0 all rates are p.
///
/// Source: J. C. Kleinman, *Proportions with Extraneous Variance: Single and Independent Samples*,
/// JASA 68 (1973).
struct CohortTable: Sendable {
  private var peers: [Cohort: Peers] = [:]

  private struct Peers: Sendable {
    /// Ascending: shrunk like rates, and impressions.
    var rates: [Double]
    var impressions: [Double]
    let pooled: Double
    /// ρ.
    let correlation: Double

    init(_ games: [(likes: Int, impressions: Int)]) {
      let likes = Double(games.reduce(0) { $0 + $1.likes })
      let seen = Double(games.reduce(0) { $0 + $1.impressions })
      let (pooled, others) = (likes / seen, Double(games.count - 1))
      let spread = games.reduce(0.0) { sum, game in
        let n = Double(game.impressions)
        let distance = Double(game.likes) / n - pooled
        return sum + n * distance * distance
      }
      let squares = games.reduce(0.0) { $0 + Double($1.impressions) * Double($1.impressions) }
      let scale = seen - squares / seen - others
      let variance = pooled * (1 - pooled)
      correlation =
        variance > 0 && scale > 0 ? min(1, max(0, (spread / variance - others) / scale)) : 0
      self.pooled = pooled
      rates = []
      impressions = games.map { Double($0.impressions) }.sorted()
      rates = games.map { shrunk($0.likes, of: $0.impressions) }.sorted()
    }

    /// (s + M·p) / (n + M) with M = (1 − ρ) / ρ.
    func shrunk(_ likes: Int, of impressions: Int) -> Double {
      (correlation * Double(likes) + (1 - correlation) * pooled)
        / (correlation * Double(impressions) + (1 - correlation))
    }
  }

  /// - Parameter reaches: the cohort and counts of each game with a like rate in the period.
  init(_ reaches: [(cohort: Cohort, likes: Int, impressions: Int)]) {
    var games: [Cohort: [(likes: Int, impressions: Int)]] = [:]
    for reach in reaches {
      games[reach.cohort, default: []].append((reach.likes, reach.impressions))
    }
    peers = games.mapValues { Peers($0) }
  }

  /// Nil if the game has no rate, or its cohort fewer games than the minimum number of players.
  func standing(of cohort: Cohort, _ tally: Tally, _ suppression: Suppression) -> Standing? {
    guard let rate = tally.likeRate, let peers = peers[cohort],
      peers.rates.count >= max(2, suppression.minimumPlayers)
    else { return nil }
    let rates = peers.rates
    let middle = rates.count / 2
    let median =
      rates.count % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2
    let shrunk = peers.shrunk(rate.successes, of: rate.trials)
    let verdict: Standing.Verdict =
      rate.trials < Finding.minimumImpressionsForRate
      ? .tooFew
      : rate.lower > median && shrunk > median
        ? .above : rate.upper < median && shrunk < median ? .below : .tooEarly
    return Standing(
      cohort: cohort, games: rates.count, shrunkLikeRate: shrunk,
      likeRatePercentile: Self.percentile(of: shrunk, in: rates),
      impressionsPercentile: Self.percentile(
        of: Double(tally[.impressions]), in: peers.impressions),
      medianLikeRate: median, verdict: verdict)
  }

  /// - Parameter ascending: contains `value`.
  private static func percentile(of value: Double, in ascending: [Double]) -> Double {
    func first(_ isBefore: (Double) -> Bool) -> Int {
      var (low, high) = (0, ascending.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(ascending[middle]) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let lower = first { $0 < value }
    let same = first { $0 <= value } - lower - 1
    return 100 * (Double(lower) + Double(same) / 2) / Double(ascending.count - 1)
  }
}
