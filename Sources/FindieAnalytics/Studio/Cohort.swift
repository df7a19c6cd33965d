package import FindieDomain

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
