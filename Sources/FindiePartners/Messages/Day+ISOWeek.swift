package import FindieDomain
import Foundation

extension Day {
  /// The week of ISO 8601, such as `2026-W04`.
  package var isoWeek: String {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let date = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
    let year = calendar.component(.yearForWeekOfYear, from: date)
    let week = calendar.component(.weekOfYear, from: date)
    return "\(year)-W\(week < 10 ? "0" : "")\(week)"
  }
}
