package import FindieAnalytics

/// A fixed period as a user names it: the last complete day, ISO week or month, or a number of days.
package enum PeriodName: String, CaseIterable, Sendable {
  case day, week, month
  case last7Days = "7"
  case last28Days = "28"
  case last90Days = "90"

  package var kind: ReportPeriod.Kind {
    switch self {
    case .day: .day
    case .week: .isoWeek
    case .month: .month
    case .last7Days: .last7Days
    case .last28Days: .last28Days
    case .last90Days: .last90Days
    }
  }
}
