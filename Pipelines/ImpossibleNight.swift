import FindieDomain
import FindieHistory

/// A night that there is nothing to make from.
struct ImpossibleNight: Error, CustomStringConvertible {
  let day: Day
  let why: String

  var description: String {
    "there can be no night of \(day): \(why). Name another --date, or none for the day after the newest "
      + "event."
  }
}

extension Ledger {
  /// Sees that there is something to make a night from, where its day was named.
  func checkNight(of date: FindieDomain.Day?, now: Timestamp) throws(ImpossibleNight) {
    guard let date else { return }
    if date > now.day.adding(days: 1) {
      throw ImpossibleNight(day: date, why: "today is \(now.day), and a night sees what is over")
    }
    if let first = days.map(\.day).min(), date <= first {
      throw ImpossibleNight(day: date, why: "the first event is of \(first)")
    }
  }
}
