package import FindieDomain

/// The days of a time zone.
///
/// ```swift
/// ReportCalendar.utc.day(ofMilliseconds: 0)   // 1970-01-01
/// ```
///
/// The offsets are a value, so that counting reads no time-zone database.
package struct ReportCalendar: Hashable, Sendable {
  /// An offset of local time, from an instant on.
  package struct OffsetChange: Hashable, Sendable {
    /// Milliseconds since 1970.
    let since: Int64
    /// Milliseconds; negative west of Greenwich.
    let offset: Int64

    package init(since: Int64, offset: Int64) {
      self.since = since
      self.offset = offset
    }
  }

  /// Such as `Europe/Berlin`.
  package let timeZone: String
  private let changes: [OffsetChange]

  package static let utc = ReportCalendar(
    timeZone: "UTC", changes: [OffsetChange(since: .min, offset: 0)])

  /// - Parameter changes: ascending, at least one; the first offset also holds before its instant.
  package init(timeZone: String, changes: [OffsetChange]) {
    precondition(!changes.isEmpty, "\(timeZone) has no offset")
    precondition(
      zip(changes, changes.dropFirst()).allSatisfy { $0.since < $1.since },
      "the offsets of \(timeZone) do not ascend")
    self.timeZone = timeZone
    self.changes = changes
  }

  /// - Complexity: O(log changes).
  package func day(ofMilliseconds instant: Int64) -> Day {
    let next = (1..<changes.count).partitionPoint { changes[$0].since <= instant }
    return Timestamp(milliseconds: instant + changes[next - 1].offset).day
  }

  /// The first day that is not complete when the run's as-of day starts, at 00:00 UTC. Reports end
  /// with the day before it.
  package func firstOpenDay(of night: Day) -> Day { day(ofMilliseconds: night.start.milliseconds) }

  /// The first instant of a day, in milliseconds since 1970.
  package func start(of day: Day) -> Int64 {
    // Time zones are less than a day off UTC.
    let first = day.start.milliseconds - 86_400_000
    return first
      + Int64(
        (0..<172_800_000).partitionPoint { self.day(ofMilliseconds: first + Int64($0)) < day })
  }

  /// The first of the zone's days that overlap a UTC day.
  package func firstDay(ofUTC day: Day) -> Day { days(ofUTC: day).first }

  /// The zone's days that overlap a UTC day.
  func days(ofUTC day: Day) -> DayRange {
    let start = day.start.milliseconds
    let ends = [self.day(ofMilliseconds: start), self.day(ofMilliseconds: start + 86_399_999)]
    return DayRange(first: min(ends[0], ends[1]), last: max(ends[0], ends[1]))
  }
}
