package import FindieDomain
import FindieWorkspace
package import FindieHistory

extension Ledger {
  /// The as-of day of a night: the requested day, or the day after the newest event, but at most
  /// today in UTC. Events from a clock that runs ahead do not move it.
  package func nightDay(_ date: FindieDomain.Day?, now: Timestamp) -> FindieDomain.Day {
    date ?? min(dayAfterNewest ?? now.day, now.day)
  }

  /// The day after the newest accepted event; nil without events. Events that were removed with a
  /// forgotten player count: otherwise the next night could be older than the published one.
  package var dayAfterNewest: FindieDomain.Day? {
    (days.map(\.day) + [lastForgottenDay].compactMap(\.self)).max()?.adding(days: 1)
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

extension Night {
  /// Checks that the night can be built for its requested day. A published night was built, so its
  /// reproduction is not checked.
  func checkDay(in ledger: Ledger) throws(NightRefusal) {
    if recipe == nil { try ledger.checkNight(of: date, now: clock.now) }
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
