package import FindieDomain

/// The team's KPIs over a range of days; nothing is suppressed.
package struct TeamKPIs: Hashable, Sendable, KPICounts {
  /// The days of an active month: four whole weeks, so that every weekday counts the same.
  package static let monthInDays = 28

  package let range: DayRange
  /// One element per day of the range.
  package let days: [KPIDay]
  /// All games' measures over the range.
  package let tally: Tally
  /// Distinct players over the whole range.
  package let activePlayers: Int
  /// The record of these; interactions if both have the same number.
  package let playersSource: EventSource?
  /// Distinct sessions over the whole range; zero if the app does not record sessions.
  package let sessions: Int
  /// The record of these; interactions if both have the same number.
  package let sessionsSource: EventSource?
  /// Mean players per recorded day: the data may begin within the range.
  package let meanDailyActive: Double
  /// Mean players per recorded day of the 28 days to the range's last, divided by the distinct
  /// players of those days; nil without players. From 0 to 1: the share of days on which a monthly
  /// player is active.
  package let stickiness: Double?
  /// The durations of the sessions that started in the range, from the record with more sessions.
  package let sessionLength: SessionLength

  package var signUps: Int { days.reduce(0) { $0 + $1.signUps } }

  /// Wishlists whose last sync with Steam or itch.io is in the range.
  package var syncs: WishlistSyncs { days.reduce(into: WishlistSyncs()) { $0 += $1.syncs } }

  /// Distinct players of the seven days to the range's last.
  package var weeklyActive: Int { days.last?.weeklyActive ?? 0 }

  /// Distinct players of the 28 days to the range's last.
  package var monthlyActive: Int { days.last?.monthlyActive ?? 0 }

  /// Impressions per session; nil without sessions.
  package var discoveriesPerSession: Double? {
    sessions > 0 ? Double(tally[.impressions]) / Double(sessions) : nil
  }

  /// Likes and super-likes per session; nil without sessions.
  package var likesPerSession: Double? {
    sessions > 0 ? Double(tally.positives) / Double(sessions) : nil
  }
}

/// The team's KPIs on one day.
package struct KPIDay: Hashable, Sendable, KPICounts {
  package let day: Day
  /// Users whose `joinedDate` is this day.
  package let signUps: Int
  /// Distinct players on the day.
  package let dailyActive: Int
  /// Distinct players of the seven days ending with it.
  package let weeklyActive: Int
  /// Distinct players of the 28 days ending with it.
  package let monthlyActive: Int
  package let sessions: Int
  /// Wishlists whose last sync is on this day.
  package let syncs: WishlistSyncs
  package let tally: Tally
}

extension TeamKPIs {
  /// The changes since an earlier period; nil where a value is 0, where the days are too few to
  /// know how much they vary, and between two records.
  ///
  /// - Parameter days: successive days to the range's last one, as of `TeamRange.days(for:)`. Those
  ///   before a KPI's first recorded day are left out.
  package func changes(
    since before: TeamKPIs, _ days: [KPIDay], _ recorded: RecordedData
  ) -> [KPIChange] {
    KPI.forReaders.filter { $0.places.contains(.changes) }.map { kpi in
      guard kpi.isRecorded(in: recorded, over: before.range),
        let first = [recorded.events, kpi.firstDay(in: recorded)].compactMap(\.self).max()
      else { return KPIChange(kpi: kpi, change: nil) }
      let days = Array(days.drop { $0.day < first })
      return KPIChange(
        kpi: kpi, change: kpi.change(of: self, since: before, days: days, windows(of: days)))
    }
  }

  private func windows(of days: [KPIDay]) -> DispersionWindows? {
    range.count == 1
      // The same weekday of the week before.
      ? DispersionWindows(
        of: days.map { DayRange(first: $0.day, last: $0.day) }, width: 1, distance: 7,
        start: range.first)
      : DispersionWindows(
        of: (0..<days.count / 7).reversed().map {
          DayRange(lastDays: 7, before: range.last.adding(days: 1 - 7 * $0))
        }, start: range.first)
  }
}

/// Wishlists by the shop of their last sync.
///
/// A wishlist stores only its last sync with each shop, so an earlier day's number falls when
/// wishlists sync again.
package struct WishlistSyncs: Hashable, Sendable {
  package private(set) var steam = 0
  package private(set) var itchio = 0

  package static func += (left: inout WishlistSyncs, right: WishlistSyncs) {
    left.steam += right.steam
    left.itchio += right.itchio
  }

  static func byDay(_ wishlists: PackedRecords<Wishlist>, over range: DayRange) -> [WishlistSyncs] {
    var days = [WishlistSyncs](repeating: WishlistSyncs(), count: range.count)
    for wishlist in wishlists {
      if let day = wishlist.steamLastSynced?.day, range.contains(day) {
        days[day.days(since: range.first)].steam += 1
      }
      if let day = wishlist.itchioLastSynced?.day, range.contains(day) {
        days[day.days(since: range.first)].itchio += 1
      }
    }
    return days
  }
}

/// The durations of sessions, from first to last event, in the record with more sessions.
///
/// A session with one event, or with several at one instant, has duration 0 and is counted.
package struct SessionLength: Hashable, Sendable {
  /// The measured sessions, each on the day on which it started.
  package let sessions: Int
  /// The number of sessions with duration 0.
  package let instant: Int
  /// In seconds; nil without sessions.
  package let quartiles: Quartiles?

  /// - Parameter milliseconds: the durations, ascending.
  init(_ milliseconds: [Int64]) {
    sessions = milliseconds.count
    instant = milliseconds.prefix { $0 == 0 }.count
    quartiles = Quartiles(ofSorted: milliseconds.map { Double($0) / 1000 })
  }
}
