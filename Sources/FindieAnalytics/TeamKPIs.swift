package import FindieDomain

/// How the app does over a range of days. For the team: nothing is withheld.
package struct TeamKPIs: Hashable, Sendable {
  /// The days of an active month: four whole weeks, so that every weekday counts as often.
  package static let monthInDays = 28

  package let range: DayRange
  /// One element a day of the range.
  package let days: [KPIDay]
  /// All games' measures over the range.
  package let tally: Tally
  /// Distinct players over the whole range.
  package let activePlayers: Int
  /// Distinct sessions over the whole range; zero where the app does not tell sessions.
  package let sessions: Int
  /// Of the sessions that began in the range, in the record that tells most sessions.
  package let sessionLength: SessionLength
  /// Sign-ups of the last twelve months that have any, a month each.
  package let retention: [RetentionCohort]
  /// Sign-ups of the last thirteen ISO weeks that have any, a week each.
  package let weeklyRetention: [RetentionCohort]
  package let catalogue: CatalogueHealth

  package var signUps: Int { days.reduce(0) { $0 + $1.signUps } }

  /// Wishlists that were last synchronized in the range, with Steam and with itch.io.
  package var syncs: WishlistSyncs { days.reduce(into: WishlistSyncs()) { $0 += $1.syncs } }

  /// Mean players a day.
  package var meanDailyActive: Double {
    Double(days.reduce(0) { $0 + $1.dailyActive }) / Double(days.count)
  }

  /// Mean players a day of the range's last 28 days, over the players of those 28 days; nil where
  /// there were none. From 0 to 1: the share of days on which a month's player comes.
  package var stickiness: Double? {
    guard let monthly = days.last?.monthlyActive, monthly > 0 else { return nil }
    let month = days.suffix(Self.monthInDays)
    let mean = Double(month.reduce(0) { $0 + $1.dailyActive }) / Double(month.count)
    return mean / Double(monthly)
  }

  /// Impressions a session; nil without sessions.
  package var discoveriesPerSession: Double? {
    sessions > 0 ? Double(tally[.impressions]) / Double(sessions) : nil
  }

  /// Likes and super-likes a session; nil without sessions.
  package var likesPerSession: Double? {
    sessions > 0 ? Double(tally.positives) / Double(sessions) : nil
  }
}

/// How the app did on one day.
package struct KPIDay: Hashable, Sendable {
  package let day: Day
  /// Users whose `joinedDate` is this day.
  package let signUps: Int
  /// Distinct players of the day.
  package let dailyActive: Int
  /// Distinct players of the seven days that end with it.
  package let weeklyActive: Int
  /// Distinct players of the 28 days that end with it.
  package let monthlyActive: Int
  package let sessions: Int
  /// Wishlists that were last synchronized on this day.
  package let syncs: WishlistSyncs
  package let tally: Tally
}
