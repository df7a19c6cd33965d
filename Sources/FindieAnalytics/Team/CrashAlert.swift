package import FindieDomain

/// A day on which more users or sessions of the app crashed than chance explains.
///
/// The day's share, of all versions or of the newest version with enough users, is compared with
/// that of all versions in the 28 days before. It is an alert if both hold:
///
/// - With K crashed of N users in both periods, n of them on the day, the number of crashed users
///   on the day has a hypergeometric distribution if the shares are equal (Fisher's exact test).
///   The probability of as many or more is at most 0.001.
/// - The signed root of the deviance of the crashed users from n · p₀, over √(φ · (1 + n/m)), is
///   above the 0.999 quantile of Student's t. p₀ is the share of the m users before, φ Pearson's X²
///   / df of their days, and at least 1: shares that vary more than by chance widen the bound.
///
/// With equal shares, at most one comparison in 1,000 is an alert, whatever the numbers; with
/// shares of crashes that vary by 30 % from day to day, two in 1,000. A root of a deviance is less
/// skewed than a difference of shares, which gives seven.
///
/// Source: R. A. Fisher, *The Logic of Inductive Inference*, JRSS 98 (1935), DOI 10.2307/2342435.
package struct CrashAlert: Hashable, Sendable {
  package let metric: CrashFreeMetric
  package let day: Day
  /// The app's version; empty for all.
  package let version: String
  package let share: Proportion
  /// The share of all versions in the days before.
  package let before: Proportion
  /// The probability of as many crashes, or more, by chance.
  package let probability: Double

  package static let level = 0.001
  /// The number of days before a day that it is compared with.
  package static let days = 28
  /// The minimum number of these days with a share.
  package static let minimumDays = 7
  package static let evaluatedDays = 7

  /// The alerts of the last days, newest first.
  package static func all(in metrics: [PartnerMetric], on night: Day) -> [CrashAlert] {
    let recent = metrics.filter {
      $0.partner == CrashFreeMetric.partner
        && (0..<evaluatedDays + days).contains(night.days(since: $0.day))
    }
    let byMetric = Dictionary(grouping: recent, by: \.metric)
    let series = CrashFreeMetric.allCases.map { metric in
      Dictionary(grouping: byMetric[metric.rawValue] ?? [], by: \.day).mapValues { numbers in
        numbers.reduce(into: [:]) { shares, number in
          shares[ExactText(number.segment)] = number.rate
        }
      }
    }
    return (0..<evaluatedDays).flatMap { age in
      zip(CrashFreeMetric.allCases, series).flatMap { metric, shares in
        alerts(metric, shares, on: night.adding(days: -age))
      }
    }
  }

  private static func alerts(
    _ metric: CrashFreeMetric, _ shares: [Day: [ExactText: Proportion]], on day: Day
  ) -> [CrashAlert] {
    guard let today = shares[day] else { return [] }
    let past = (1...days).compactMap { shares[day.adding(days: -$0)]?[""] }
    let newest = CrashFreeMetric.newestVersion(of: today.mapValues(\.trials))
    return ([""] + (newest.map { [$0] } ?? [])).compactMap { version in
      today[version].flatMap {
        CrashAlert(of: metric, on: day, version: version.text, share: $0, past: past)
      }
    }
  }

  private init?(
    of metric: CrashFreeMetric, on day: Day, version: String, share: Proportion,
    past: [Proportion]
  ) {
    guard past.count >= Self.minimumDays, share.trials >= CrashFreeMetric.minimumTotal,
      let before = Proportion(
        past.reduce(0) { $0 + $1.successes }, of: past.reduce(0) { $0 + $1.trials }),
      before.trials >= CrashFreeMetric.minimumTotal,
      Self.deviation(of: share, from: before, past)
        > StudentT.value(exceededWith: Self.level, degrees: Double(past.count - 1))
    else { return nil }
    probability = Self.chance(of: share, after: before)
    guard probability <= Self.level else { return nil }
    (self.metric, self.day, self.version, self.share, self.before) = (
      metric, day, version, share, before
    )
  }

  /// A t statistic.
  private static func deviation(
    of share: Proportion, from before: Proportion, _ past: [Proportion]
  ) -> Double {
    let (n, m) = (Double(share.trials), Double(before.trials))
    // Half a crash, without any before.
    let base = max(0.5, m - Double(before.successes)) / m
    let squares = past.reduce(0) { sum, day in
      let difference = 1 - day.estimate - base
      return sum + Double(day.trials) * difference * difference / (base * (1 - base))
    }
    let spread = max(1, squares / Double(past.count - 1))
    let crashed = n - Double(share.successes)
    return base < 1
      ? DayRegression.root(crashed, n * base, n) / (spread * (1 + n / m)).squareRoot() : 0
  }

  /// The probability of at least as many crashes on the day, given those of both periods.
  package static func chance(of share: Proportion, after before: Proportion) -> Double {
    let (n, m) = (share.trials, before.trials)
    let crashed = n - share.successes
    let all = crashed + m - before.successes
    let (least, most) = (max(0, all - m), min(n, all))
    let expected = Double(n + 1) * Double(all + 1) / Double(n + m + 2)
    let mode = min(most, max(least, Int(expected)))
    // The terms around the mode, relative to it.
    var (sum, tail) = (1.0, mode >= crashed ? 1.0 : 0.0)
    func ratio(after term: Int) -> Double {
      Double(all - term) * Double(n - term) / (Double(term + 1) * Double(m - all + term + 1))
    }
    var weight = 1.0
    for term in stride(from: mode, to: most, by: 1) {
      weight *= ratio(after: term)
      guard weight > 0 else { break }
      sum += weight
      if term + 1 >= crashed { tail += weight }
    }
    weight = 1
    for term in stride(from: mode, to: least, by: -1) {
      weight /= ratio(after: term - 1)
      guard weight > 0 else { break }
      sum += weight
      if term - 1 >= crashed { tail += weight }
    }
    return min(1, tail / sum)
  }
}
