import FindieDomain
import FindieHistory

/// A few events long before all others of their record, as a clock that stood at zero makes them. They are
/// kept, and the record begins with them: whoever reads its first day should know.
struct StrayEvents: CustomStringConvertible {
  let collection: EventCollection
  let events: Int
  /// The last day of them.
  let last: Day
  /// The first day of all others.
  let next: Day

  /// More of the record's events are not few.
  private static let mostShare = 0.05
  private static let leastGapInDays = 366

  /// Those of each record.
  static func all(in ledger: Ledger) -> [StrayEvents] {
    EventCollection.allCases.compactMap { collection in
      let days = ledger.days.filter { $0.collection == collection }.sorted { $0.day < $1.day }
      let few = StrayEvents.mostShare * Double(days.reduce(0) { $0 + $1.rows })
      var (events, found) = (0, nil as StrayEvents?)
      for (day, next) in zip(days, days.dropFirst()) {
        events += day.rows
        guard Double(events) <= few else { break }
        guard next.day.days(since: day.day) >= StrayEvents.leastGapInDays else { continue }
        found = StrayEvents(
          collection: collection, events: events, last: day.day, next: next.day)
      }
      return found
    }
  }

  var description: String {
    "\(collection.rawValue): \(events) event\(events == 1 ? " is" : "s are") of \(last) or before, and "
      + "the next of \(next); was a clock wrong? The record begins there, which reports and retention go "
      + "by. Taken out of a file that is still in the input, the next night forgets them"
  }
}
