package import FindieDomain
import FindieText
package import FindieHistory

/// Out-of-range timestamps, such as from a device whose clock is wrong: a few events long before
/// all others of their collection, or events on a day that has not begun. The events are stored.
package struct TimestampOutliers: CustomStringConvertible {
  package let description: String

  /// The maximum share of a collection's events.
  private static let maximumShare = 0.05
  private static let minimumGapInDays = 366

  /// The outliers of each collection.
  ///
  /// - Parameter today: the UTC day of the run's clock. Its own events are normal.
  package static func all(in ledger: Ledger, today: Day) -> [TimestampOutliers] {
    EventCollection.allCases.flatMap { collection in
      let days = ledger.days.filter { $0.collection == collection }.sorted { $0.day < $1.day }
      return [
        TimestampOutliers(beforeOthers: days, collection),
        TimestampOutliers(after: today, days, collection),
      ].compactMap(\.self)
    }
  }

  /// Nil if no events are long before the others.
  ///
  /// - Parameter days: in order.
  private init?(beforeOthers days: [Ledger.Day], _ collection: EventCollection) {
    let few = Self.maximumShare * Double(days.reduce(0) { $0 + $1.rows })
    var (events, found) = (0, nil as (events: Int, last: Day, next: Day)?)
    for (day, next) in zip(days, days.dropFirst()) {
      events += day.rows
      guard Double(events) <= few else { break }
      guard next.day.days(since: day.day) >= Self.minimumGapInDays else { continue }
      found = (events, day.day, next.day)
    }
    guard let found else { return nil }
    description =
      "\(collection.rawValue): \(Self.have(found.events)) a timestamp of "
      + "\(found.last) or earlier, and the next event is on \(found.next). A clock may have been "
      + "wrong. Reports begin with the first event. To remove these events, delete them from the "
      + "input files and run again."
  }

  /// Nil if no events are dated after `today`.
  private init?(after today: Day, _ days: [Ledger.Day], _ collection: EventCollection) {
    let later = days.filter { $0.day > today }
    guard let first = later.first else { return nil }
    description =
      "\(collection.rawValue): \(Self.have(later.reduce(0) { $0 + $1.rows })) a "
      + "timestamp of \(first.day) or later, but today is \(today) in UTC. A clock may be wrong. "
      + "They are stored, and nights after their day use them."
  }

  private static func have(_ events: Int) -> String {
    "\(events.counted("event")) \(events.verb("has"))"
  }
}
