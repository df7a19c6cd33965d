import FindieDomain

/// The weekday on which a night tunes the parameters of its models.
package enum TuningSchedule: String, Codable, Sendable, CaseIterable {
  case off
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  func includes(_ day: Day) -> Bool { "\(day.weekday)" == rawValue }
}
