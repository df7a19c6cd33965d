package import FindieDomain
import FindieWorkspace
package import FindieHistory

extension Ledger {
  /// The as-of day of a night: the requested day, or the day after the newest event, but at most
  /// today in UTC. Events from a clock that runs ahead do not move it.
  package func nightDay(_ date: FindieDomain.Day?, now: Timestamp) -> FindieDomain.Day {
    date ?? min(dayAfterNewest ?? now.day, now.day)
  }

  /// Checks that a night can be built for a requested day.
  package func checkNight(of date: FindieDomain.Day?, now: Timestamp) throws(NightRefusal) {
    guard let date else { return }
    if date > now.day {
      throw .impossible(date, "it is in the future (today is \(now.day) in UTC)")
    }
    if let first = days.map(\.day).min(), date <= first {
      throw .impossible(date, "the first event is on \(first)")
    }
  }
}

extension NightRefusal {
  fileprivate static func impossible(_ day: Day, _ why: String) -> NightRefusal {
    NightRefusal(
      .noInput,
      "No night can be built for \(day): \(why). Name another --date. The default is the day after "
        + "the newest event, at most today in UTC.")
  }
}
