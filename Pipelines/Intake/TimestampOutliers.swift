import FindieDomain
package import FindieHistory

/// Out-of-range timestamps: a few events long before all others of their collection, such as those of a
/// device whose clock was reset. The events are stored, and the history begins with them.
package struct TimestampOutliers: CustomStringConvertible {
  let collection: EventCollection
  let events: Int
  /// The last day of these events.
  let last: Day
  /// The first day of the others.
  let next: Day

  /// The maximum share of a collection's events.
  private static let maximumShare = 0.05
  private static let minimumGapInDays = 366

  /// The outliers of each collection.
  package static func all(in ledger: Ledger) -> [TimestampOutliers] {
    EventCollection.allCases.compactMap { collection in
      let days = ledger.days.filter { $0.collection == collection }.sorted { $0.day < $1.day }
      let few = TimestampOutliers.maximumShare * Double(days.reduce(0) { $0 + $1.rows })
      var (events, found) = (0, nil as TimestampOutliers?)
      for (day, next) in zip(days, days.dropFirst()) {
        events += day.rows
        guard Double(events) <= few else { break }
        guard next.day.days(since: day.day) >= TimestampOutliers.minimumGapInDays else { continue }
        found = TimestampOutliers(
          collection: collection, events: events, last: day.day, next: next.day)
      }
      return found
    }
  }

  package var description: String {
    "\(collection.rawValue): \(events) event\(events == 1 ? " has" : "s have") a timestamp of \(last) or "
      + "earlier, and the next event is on \(next). A clock may have been wrong. Reports begin with the "
      + "first event. To remove these events, delete them from the input files and run again."
  }
}
