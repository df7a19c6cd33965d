package import FindieDomain

/// One of the ranges of days that the team's page switches between.
package struct TeamRange: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case yesterday
    case last7Days = "7-days"
    case last28Days = "28-days"
    case last13Weeks = "13-weeks"
    case year

    /// The year is 52 whole weeks, so that every weekday counts the same.
    package var days: Int {
      switch self {
      case .yesterday: 1
      case .last7Days: 7
      case .last28Days: 28
      case .last13Weeks: 91
      case .year: 364
      }
    }

    /// The days before `night`.
    package func range(before night: Day) -> DayRange { DayRange(lastDays: days, before: night) }

    /// The days that a range is compared with: the range before of the same length. Yesterday is
    /// compared with the same weekday of the week before.
    package func previous(of range: DayRange) -> DayRange {
      self == .yesterday
        ? DayRange(lastDays: 1, before: range.first.adding(days: -6))
        : DayRange(lastDays: range.count, before: range.first)
    }
  }

  package let kind: Kind
  package let kpis: KPIComparison
}

/// The KPIs of a range of days, compared with those of an earlier one.
package struct KPIComparison: Hashable, Sendable {
  package let current: TeamKPIs
  /// Nil if the data does not cover all of it.
  package let previous: TeamKPIs?
  /// The changes since `previous`, by KPI; empty without it.
  package let changes: [KPIChange]

  /// - Parameters:
  ///   - days: the KPIs of the days of a range.
  package init(
    _ current: TeamKPIs, since previous: TeamKPIs?, _ recorded: RecordedData,
    days: (DayRange) -> [KPIDay]
  ) {
    self.current = current
    self.previous = previous
    changes =
      previous.map {
        current.changes(since: $0, days(TeamRange.days(for: current.range)), recorded)
      } ?? []
  }

  package func change(of kpi: KPI) -> Change? { changes.first { $0.kpi == kpi }?.change }
}

/// The change of a KPI; nil if it is not known.
package struct KPIChange: Hashable, Sendable {
  package let kpi: KPI
  package let change: Change?
}

extension Activity {
  /// The ranges before the as-of day that the data covers, and always the 28 days.
  ///
  /// - Parameters:
  ///   - users: all known users; only their sign-up days are read.
  ///   - wishlists: all known wishlists; only their sync times are read.
  /// - Complexity: O(player-days of two years).
  package func teamRanges(
    users: PackedRecords<User>, wishlists: PackedRecords<Wishlist>, _ recorded: RecordedData
  ) -> [TeamRange] {
    let covered = TeamRange.Kind.allCases.filter { kind in
      kind == .last28Days || firstDay.map { $0 <= kind.range(before: night).first } ?? false
    }
    func before(_ kind: TeamRange.Kind) -> DayRange? {
      let range = kind.previous(of: kind.range(before: night))
      return firstDay.map { $0 <= range.first } ?? false ? range : nil
    }
    let starts = covered.map { kind in
      let range = kind.range(before: night)
      return (before(kind) == nil ? range : TeamRange.days(for: range)).first
    }
    let last = night.adding(days: -1)
    let whole = DayRange(first: starts.min() ?? last, last: last)
    let days = kpiDays(over: whole, users: users, wishlists: wishlists)
    func part(_ range: DayRange) -> [KPIDay] {
      let first = range.first.days(since: whole.first)
      return Array(days[first..<first + range.count])
    }
    func kpis(_ range: DayRange) -> TeamKPIs { teamKPIs(over: range, days: part(range)) }
    return covered.map { kind in
      TeamRange(
        kind: kind,
        kpis: KPIComparison(
          kpis(kind.range(before: night)), since: before(kind).map(kpis), recorded,
          days: part))
    }
  }
}

extension TeamRange {
  /// The days that tell how much the KPIs of a range vary: those of the range and the range before,
  /// and at least 13 weeks.
  package static func days(for range: DayRange) -> DayRange {
    DayRange(
      lastDays: max(7 * DispersionWindows.weeks, 2 * range.count),
      before: range.last.adding(days: 1))
  }
}
