package import FindieAnalytics
package import FindieDomain

/// A period as a user names it.
package enum PeriodName: String, CaseIterable, Sendable {
  case day, week
  case last4Weeks = "4-weeks"
  case last13Weeks = "13-weeks"
  case month, quarter
  /// For team reports only: the 7, 28 or 90 days before a day.
  case last7Days = "7"
  case last28Days = "28"
  case last90Days = "90"

  /// The fixed period of studios' reports; nil for those of team reports.
  package var kind: ReportPeriod.Kind? {
    switch self {
    case .day: .day
    case .week: .isoWeek
    case .last4Weeks: .last4Weeks
    case .last13Weeks: .last13Weeks
    case .month: .month
    case .quarter: .quarter
    case .last7Days, .last28Days, .last90Days: nil
    }
  }

  /// The last complete period.
  ///
  /// - Parameter openDay: the first day that is not complete.
  package func range(before openDay: Day) -> DayRange {
    kind.map { ReportPeriod($0, before: openDay).range }
      ?? DayRange(lastDays: Int(rawValue) ?? 1, before: openDay)
  }

  /// The period that contains a day, complete or not; for several days, the one that ends with it.
  package func range(holding day: Day) -> DayRange {
    kind.map { ReportPeriod($0, holding: day).range } ?? range(before: day.adding(days: 1))
  }
}
