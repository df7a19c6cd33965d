package import FindieDomain

/// The games that a game is compared with: same first genre, similar age, similar number of impressions.
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
    /// The like rate's interval contains the cohort's median.
    case tooEarly
  }

  package let cohort: Cohort
  /// The number of the cohort's games with a like rate, this one included; at least k.
  package let games: Int
  /// The percentage of the cohort's other games with a lower like rate; equal ones count half.
  package let likeRatePercentile: Double
  /// The same for impressions.
  package let impressionsPercentile: Double
  package let medianLikeRate: Double
  package let verdict: Verdict
}

/// The like rates and impressions of all games by cohort, for one period.
struct CohortTable: Sendable {
  private var rates: [Cohort: [Double]] = [:]
  private var impressions: [Cohort: [Double]] = [:]

  /// - Parameter reaches: the cohort and figures of each game with a like rate in the period.
  init(_ reaches: [(cohort: Cohort, rate: Double, impressions: Int)]) {
    for reach in reaches {
      rates[reach.cohort, default: []].append(reach.rate)
      impressions[reach.cohort, default: []].append(Double(reach.impressions))
    }
    for key in rates.keys {
      rates[key]?.sort()
      impressions[key]?.sort()
    }
  }

  /// Nil if the game has no rate, or its cohort fewer games than the minimum number of players.
  func standing(of cohort: Cohort, _ tally: Tally, _ suppression: Suppression) -> Standing? {
    guard let rate = tally.likeRate, let rates = rates[cohort],
      let impressions = impressions[cohort],
      rates.count >= max(2, suppression.minimumPlayers)
    else { return nil }
    let middle = rates.count / 2
    let median =
      rates.count % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2
    let verdict: Standing.Verdict =
      rate.lower > median ? .above : rate.upper < median ? .below : .tooEarly
    return Standing(
      cohort: cohort, games: rates.count,
      likeRatePercentile: Self.percentile(of: rate.estimate, in: rates),
      impressionsPercentile: Self.percentile(of: Double(tally[.impressions]), in: impressions),
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
