/// A daily number of the team's report that alerts watch.
package enum KPI: String, CaseIterable, Sendable {
  case signUps, dailyActive, weeklyActive, sessions, impressions, detailOpens, likes, wishlistAdds
  case shares, externalClicks, likeRate

  package var name: String {
    switch self {
    case .signUps: "Sign-ups"
    case .dailyActive: "Daily players"
    case .weeklyActive: "Weekly players"
    case .sessions: "Sessions"
    case .impressions: "Impressions"
    case .detailOpens: "Detail opens"
    case .likes: "Likes and super-likes"
    case .wishlistAdds: "Wishlist adds"
    case .shares: "Shares"
    case .externalClicks: "Shop clicks"
    case .likeRate: "Like rate"
    }
  }

  /// Whether it is a share from 0 to 1 instead of a count.
  package var isShare: Bool { self == .likeRate }

  /// The value on a day; nil if there is none, such as a rate without impressions.
  func value(on day: KPIDay) -> Double? {
    switch self {
    case .signUps: Double(day.signUps)
    case .dailyActive: Double(day.dailyActive)
    case .weeklyActive: Double(day.weeklyActive)
    case .sessions: Double(day.sessions)
    case .impressions: Double(day.tally[.impressions])
    case .detailOpens: Double(day.tally[.detailOpens])
    case .likes: Double(day.tally.positives)
    case .wishlistAdds: Double(day.tally[.wishlistAdds])
    case .shares: Double(day.tally[.shares])
    case .externalClicks: Double(day.tally[.externalClicks])
    case .likeRate: day.tally.likeRate?.estimate
    }
  }

  /// The standard deviation of a day's value by chance: √m for a count, √(m(1 − m)/n) for a share of n; at
  /// least the effect of one event.
  func chance(expected: Double, on day: KPIDay) -> Double {
    guard isShare else { return max(1, expected.squareRoot()) }
    let trials = Double(max(1, day.tally[.impressions]))
    return max(1 / trials, (expected * (1 - expected) / trials).squareRoot())
  }
}
