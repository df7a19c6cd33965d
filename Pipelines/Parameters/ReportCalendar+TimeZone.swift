import FindieAnalytics
import FindieDomain
import Foundation

extension ReportCalendar {
  /// A time zone's days from 1970 to a night, as this machine's time-zone database has them.
  ///
  /// - Precondition: the database has the zone; the setting has checked that.
  init(timeZone name: String, until night: Day) {
    guard let zone = TimeZone(identifier: name) else {
      preconditionFailure("there is no time zone \(name)")
    }
    func offset(_ date: Date) -> Int64 { Int64(zone.secondsFromGMT(for: date)) * 1000 }
    var date = Date(timeIntervalSince1970: 0)
    let end = Date(timeIntervalSince1970: Double(night.adding(days: 2).start.milliseconds) / 1000)
    var changes = [OffsetChange(since: .min, offset: offset(date))]
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date, next < end {
      date = next
      changes.append(
        OffsetChange(
          since: Int64((date.timeIntervalSince1970 * 1000).rounded()), offset: offset(date)))
    }
    self.init(timeZone: name, changes: changes)
  }
}
