package import FindieDomain

/// Games to compare a game with: of its first genre, about as old, met by about as many.
package struct Cohort: Hashable, Sendable {
  /// How long a game has been out at the end of a period.
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
  /// The fewest impressions of the period that its games have.
  package let impressionsFrom: Int

  private static let audiences = [100_000, 30_000, 10_000, 3000, 1000, 300, 100, 30, 1]

  init(_ game: Game, on day: Day, impressions: Int) {
    genre = game.genres.first
    age = Age(game.releaseDate?.day, on: day)
    impressionsFrom = Self.audiences.first { $0 <= impressions } ?? 0
  }
}

/// Where a game stands among others in a period.
package struct Standing: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    case above, below
    /// The like rate's interval holds the cohort's median: more cards must tell.
    case tooEarlyToTell
  }

  package let cohort: Cohort
  /// The games of the cohort that have a like rate, this one among them; at least k.
  package let games: Int
  /// Of the cohort's other games, the share with a lower like rate, those with the same half: 0 to 100.
  package let likeRatePercentile: Double
  /// The same of impressions.
  package let impressionsPercentile: Double
  package let medianLikeRate: Double
  package let verdict: Verdict
}

/// The like rates and impressions of all games by cohort, for one period.
struct CohortTable: Sendable {
  private var rates: [Cohort: [Double]] = [:]
  private var impressions: [Cohort: [Double]] = [:]

  /// - Parameter reaches: each game's cohort and figures of the period; those without a rate count not.
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

  /// Nil where the game has no rate, or its cohort fewer than `withholding` asks of people.
  func standing(of cohort: Cohort, _ tally: Tally, _ withholding: Withholding) -> Standing? {
    guard let rate = tally.likeRate, let rates = rates[cohort],
      let impressions = impressions[cohort],
      rates.count >= max(2, withholding.playersToTell)
    else { return nil }
    let middle = rates.count / 2
    let median =
      rates.count % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2
    let verdict: Standing.Verdict =
      rate.lower > median ? .above : rate.upper < median ? .below : .tooEarlyToTell
    return Standing(
      cohort: cohort, games: rates.count,
      likeRatePercentile: Self.percentile(of: rate.estimate, in: rates),
      impressionsPercentile: Self.percentile(of: Double(tally[.impressions]), in: impressions),
      medianLikeRate: median, verdict: verdict)
  }

  /// - Parameter ascending: `value` among them.
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
