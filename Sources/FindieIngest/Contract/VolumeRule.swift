package import FindieDomain
package import FindieHistory

/// The minimum volume of a day of a collection, compared with the same weekday of the weeks before.
///
/// A low volume suggests a missing file. The rule uses the ledger's counts only.
package struct VolumeRule: Codable, Sendable, Hashable {
  /// The share of the expected events below which a day is reported. Default 0.25; from 0 to 1.
  package var minimumShare = 0.25
  /// The number of weeks before a day that give its expected volume. Default 4; from 1 to 52.
  package var weeks = 4
  /// Days with fewer expected events are not checked. Default 100.
  package var minimumEvents = 100
  /// The number of days before the as-of day that are checked. Default 7; from 1 to 366.
  package var days = 7
  package var breach = Breach.warn

  package enum Breach: String, CaseIterable, Codable, Sendable {
    /// The run reports the finding and continues.
    case warn
    /// The run stops before it publishes anything.
    case stop
  }

  package init() {}

  /// The checked days with far fewer events than expected, by collection and day.
  ///
  /// The expected volume is the median of the same weekday in the `weeks` weeks before, since the
  /// collection's first day; a day without events counts as 0.
  package func findings(in days: [Ledger.Day], before night: Day) -> [VolumeFinding] {
    EventCollection.allCases.flatMap { collection in
      let rows = Dictionary(
        days.filter { $0.collection == collection }.map { ($0.day, $0.rows) },
        uniquingKeysWith: +)
      return findings(of: collection, rows, before: night)
    }
  }

  /// As `findings(in:before:)`, for one collection, from its events by day.
  package func findings(
    of collection: EventCollection, _ rows: [Day: Int], before night: Day
  ) -> [VolumeFinding] {
    guard let first = rows.filter({ $0.value > 0 }).keys.min() else { return [] }
    return DayRange(lastDays: days, before: night).days.filter { $0 >= first }.compactMap { day in
      let before = (1...weeks).map { day.adding(days: -7 * $0) }.filter { $0 >= first }
        .map { rows[$0] ?? 0 }
      guard let expected = Self.median(before), expected >= Double(minimumEvents),
        Double(rows[day] ?? 0) < minimumShare * expected
      else { return nil }
      return VolumeFinding(
        collection: collection, day: day, events: rows[day] ?? 0, expected: expected,
        weeks: before.count)
    }
  }

  private static func median(_ counts: [Int]) -> Double? {
    guard !counts.isEmpty else { return nil }
    let sorted = counts.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1
      ? Double(sorted[middle]) : Double(sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// A day of a collection with far fewer events than its weekday usually has.
package struct VolumeFinding: Codable, Sendable, Hashable, CustomStringConvertible {
  package let collection: EventCollection
  package let day: Day
  package let events: Int
  /// The median of the same weekday in the weeks before.
  package let expected: Double
  /// The number of weeks that the median is taken over.
  package let weeks: Int

  /// The finding in a sentence for people.
  package var description: String {
    let found = events == 0 ? "no events" : events == 1 ? "1 event" : "\(events) events"
    let usual =
      weeks == 1
      ? "the same weekday one week earlier had"
      : "the median of the same weekday in the \(weeks) weeks before is"
    let weekday = "\(day.weekday)"
    let name = weekday.prefix(1).uppercased() + weekday.dropFirst()
    return "\(collection.rawValue) of \(name), \(day): \(found); \(usual) "
      + "\(Int(expected.rounded())). Is a file missing?"
  }
}
