package import FindieDomain
package import FindieWorkspace
package import FindieHistory

/// A day for which no night can be built.
package struct ImpossibleDay: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .noInput }
  let day: Day
  let why: String

  package var description: String {
    "No night can be built for \(day): \(why). Name another --date. The default is the day after "
      + "the newest event, at most today in UTC."
  }
}

extension Ledger {
  /// The as-of day of a night: the requested day, or the day after the newest event, but at most
  /// today in UTC. Events from a clock that runs ahead do not move it.
  package func nightDay(_ date: FindieDomain.Day?, now: Timestamp) -> FindieDomain.Day {
    date ?? min(dayAfterNewest ?? now.day, now.day)
  }

  /// Checks that a night can be built for a requested day.
  package func checkNight(of date: FindieDomain.Day?, now: Timestamp) throws(ImpossibleDay) {
    guard let date else { return }
    if date > now.day {
      throw ImpossibleDay(day: date, why: "it is in the future (today is \(now.day) in UTC)")
    }
    if let first = days.map(\.day).min(), date <= first {
      throw ImpossibleDay(day: date, why: "the first event is on \(first)")
    }
  }
}
