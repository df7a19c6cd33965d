package import FindieDomain

/// The state of the closed weeks in studios' reports.
///
/// A week is published twice: provisionally by the first night after its end, since late events may
/// follow, and finally by the first night from Thursday on. Until the next edition, its numbers
/// change only for studios whose own events, records or occasions changed.
package struct ReportEdition: Codable, Sendable, Equatable {
  package enum State: String, Codable, CaseIterable, Sendable {
    case provisional, final
  }

  /// The first day after the closed weeks: a Monday in the reports' time zone.
  package let end: Day
  package let state: State

  /// The number of days after the end of a week for which its numbers are provisional.
  package static let provisionalDays = 3

  /// - Parameter night: the as-of day of a run.
  package init(of night: Day, _ calendar: ReportCalendar) {
    let openDay = calendar.firstOpenDay(of: night)
    end = openDay.monday
    state = openDay.days(since: end) < Self.provisionalDays ? .provisional : .final
  }

  /// The day from whose night on the numbers are final.
  package var finalFrom: Day { end.adding(days: Self.provisionalDays) }
}

extension ReportCalendar {
  /// The first run whose reports end before a day.
  package func firstNight(withOpenDay day: Day) -> Day {
    // Time zones are less than a day off UTC.
    var night = day.adding(days: -1)
    while firstOpenDay(of: night) < day { night = night.adding(days: 1) }
    return night
  }
}
