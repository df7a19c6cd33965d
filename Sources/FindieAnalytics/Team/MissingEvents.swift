package import FindieDomain

/// A day on which a record has far fewer events than usual.
package struct MissingEvents: Hashable, Sendable {
  package let source: EventSource
  package let day: Day
  package let events: Int
  /// That of `DayRegression`.
  package let expected: Double

  /// The largest shares of the usual events at which they are called missing: by the record's
  /// number alone, and if its share of both records' events fell too.
  package static let shares = (own: 0.5, besideOther: 0.75)
}

extension Activity {
  /// The days of `range` on which a record lost events, the newest first, by `DayRegression`: its
  /// number is too low, or its share of the events of both records, which does not vary with how
  /// many players come. The tests of a day are one family, at the rate of posts.
  ///
  /// Days without an event of a record are no history of it.
  package func missingEvents(in range: DayRange) -> [MissingEvents] {
    guard let start = firstDay else { return [] }
    let seen = DayRange(
      first: range.first.adding(days: -DayRegression.days), last: range.last)
    let counts = eventCounts(over: seen)
    return range.days.filter { $0 >= start }.reversed().flatMap { day -> [MissingEvents] in
      let index = day.days(since: seen.first)
      func test(_ point: (Int) -> DayRegression.Point?) -> DayRegression? {
        let past = (index - DayRegression.days..<index).compactMap(point)
        guard past.count >= KPIAlerts.minimumDays, let today = point(index) else { return nil }
        return DayRegression(past, today: today)
      }
      let own = counts.map { counts in
        test { one in
          counts[one] == 0 && one < index
            ? nil : DayRegression.Point(seen.first.adding(days: one), Double(counts[one]))
        }
      }
      let together = test { one in
        let (first, second) = (counts[0][one], counts[1][one])
        return first == 0 || second == 0
          ? nil
          : DayRegression.Point(
            seen.first.adding(days: one), Double(first), of: Double(first + second))
      }
      let tests = own + [together]
      let known = tests.indices.filter { tests[$0] != nil }
      let found = Set(
        FalseDiscoveries.findings(
          in: known.compactMap { tests[$0]?.probability }, rate: KPIAlerts.postedRate
        ).map { known[$0] })
      return EventSource.allCases.enumerated().compactMap { source, name in
        guard let test = own[source] else { return nil }
        let fell = together.map { (source == 0 ? -1 : 1) * $0.deviation > 0 } ?? false
        let share = test.today.count / test.expected
        guard
          found.contains(source) && share <= MissingEvents.shares.own
            || found.contains(2) && fell && share <= MissingEvents.shares.besideOther
        else { return nil }
        return MissingEvents(
          source: name, day: day, events: Int(test.today.count), expected: test.expected)
      }
    }
  }

  private func eventCounts(over range: DayRange) -> [[Int]] {
    var counts = EventSource.allCases.map { _ in [Int](repeating: 0, count: range.count) }
    for game in gameIds.indices {
      for row in rows(of: game, in: range) {
        let day = Int(days[row] - range.first.daysSinceEpoch)
        for kind in 0..<EventKind.count {
          let source = kind < SwipeAction.allCases.count ? 0 : 1
          counts[source][day] += Int(self.counts[row][kind])
        }
      }
    }
    return counts
  }
}
