package import FindieDomain
import Foundation

/// The games that a game is compared with: same first genre, similar age, similar number of
/// impressions.
package struct Cohort: Hashable, Sendable {
  /// The time since a game's release at the end of a period.
  package enum Age: String, CaseIterable, Sendable {
    case announced, upTo28Days, upTo90Days, upTo1Year, upTo3Years, older, unknown

    init(_ release: Day?, on day: Day) {
      guard let release else {
        self = .unknown
        return
      }
      self =
        switch day.days(since: release) {
        case ..<0: .announced
        case ..<28: .upTo28Days
        case ..<90: .upTo90Days
        case ..<365: .upTo1Year
        case ..<1095: .upTo3Years
        default: .older
        }
    }
  }

  /// Nil for games without a genre.
  package let genre: Genre?
  package let age: Age
  /// The minimum number of impressions of its games in the period.
  package let impressionsFrom: Int

  private static let audiences = [100_000, 30_000, 10_000, 3000, 1000, 300, 100, 30, 1]

  init(_ game: Game, on day: Day, impressions: Int) {
    genre = game.genres.first
    age = Age(game.releaseDate?.day, on: day)
    impressionsFrom = Self.audiences.first { $0 <= impressions } ?? 0
  }
}

/// A game's rank among similar games in a period.
package struct Standing: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    case above, below
    /// The like rate's interval contains the cohort's median, or the shrunk like rate is on the
    /// other side of it.
    case tooEarly
    /// There are too few impressions for a rate.
    case tooFew
  }

  package let cohort: Cohort
  /// The number of the cohort's games with a like rate, this one included; at least k.
  package let games: Int
  /// The game's like rate, shrunk toward the cohort's; see `CohortTable`.
  package let shrunkLikeRate: Double
  /// The percentage of the cohort's other games with a lower shrunk like rate; equal ones count
  /// half.
  package let likeRatePercentile: Double
  /// The same for impressions.
  package let impressionsPercentile: Double
  /// The median of the cohort's shrunk like rates.
  package let medianLikeRate: Double
  package let verdict: Verdict
}

/// Counts of part of the catalogue for comparisons: impressions by day, and the like rates of
/// games.
struct CatalogueCounts: Sendable {
  /// By day of those that reports list.
  private(set) var impressionsByDay: [Int]
  /// By game of the range: the number of the last complete day with an event; -1 without events.
  private(set) var lastDays: [Int]
  /// By period: the games with a like rate.
  private(set) var reaches: [[(cohort: Cohort, likes: Int, impressions: Int)]]

  init(
    _ range: Range<Int>, in events: [ReportEvents], _ forgotten: ForgottenRows, _ days: ReportDays,
    _ segments: PeriodSegments,
    _ periods: [ReportPeriod], games: [Game], published: Int,
    _ setting: StudioSetting
  ) {
    impressionsByDay = [Int](repeating: 0, count: published)
    reaches = periods.map { _ in [] }
    lastDays = [Int](repeating: -1, count: range.count)
    var kinds = KindCounts(days: days.days.count)
    for game in range {
      for record in events { record.count(game, in: &kinds) }
      forgotten.add(game, to: &kinds)
      lastDays[game - range.lowerBound] = forgotten.lastDay(of: game)
      var pieces = [Tally](repeating: Tally(), count: segments.count)
      kinds.take { day, counts in
        guard days.over.contains(day) else { return }
        lastDays[game - range.lowerBound] = max(lastDays[game - range.lowerBound], day)
        let tally = Tally(ofGameDay: counts)
        if days.reportIndices[day] >= 0 {
          impressionsByDay[Int(days.reportIndices[day])] += tally[.impressions]
        }
        let segment = Int(days.segments[day])
        if segment >= 0 { pieces[segment] += tally }
      }
      for (period, report) in periods.enumerated() {
        var tally = Tally()
        for segment in pieces.indices where segments.masks[period] & 1 << UInt32(segment) != 0 {
          tally += pieces[segment]
        }
        tally = setting.published(tally)
        guard let rate = tally.likeRate else { continue }
        let cohort = Cohort(
          games[game], on: report.range.last, impressions: tally[.impressions])
        reaches[period].append((cohort, rate.successes, rate.trials))
      }
    }
  }
}

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
