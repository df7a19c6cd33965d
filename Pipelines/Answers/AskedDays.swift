import FindieAnalytics
package import FindieDomain
package import FindieReports

/// The days of which somebody asks for the team's report.
package struct AskedDays: Hashable, Sendable {
  package let from: Day?
  package let to: Day?
  /// The period that is taken where no first day is named.
  package let period: PeriodName

  package init(from: Day?, to: Day?, over period: PeriodName) {
    self.from = from
    self.to = to
    self.period = period
  }

  /// The days that are told, both ends included.
  ///
  /// Where no day is named, the period that the night tells. Else from the first day to the last one; with
  /// the last alone, the period that ends with it or, of a week or month, holds it. Of these days those are
  /// told that the record covers: zeros of days that nobody recorded would say that nobody was there.
  ///
  /// - Parameter record: from the first day with an event to the last one before the night.
  /// - Throws: where the record covers none of them.
  package func range(in record: DayRange) throws(DaysNotRecorded) -> DayRange {
    guard let asked = from ?? to else {
      return ReportPeriod(period.kind, before: record.last.adding(days: 1)).range
    }
    let period = ReportPeriod(
      period.kind, holding: min(to ?? record.last, record.last)
    ).range
    let first = from ?? period.first
    let last = from == nil ? period.last : to ?? record.last
    guard first <= last, first <= record.last, record.first <= to ?? last else {
      throw DaysNotRecorded(first: asked, last: to ?? asked, record: record)
    }
    return DayRange(first: max(first, record.first), last: min(last, record.last))
  }
}

/// Days of which the record holds nothing.
package struct DaysNotRecorded: Error, CustomStringConvertible {
  package let first: Day
  package let last: Day
  package let record: DayRange

  package var description: String {
    let days = first == last ? "\(first) is no day" : "from \(first) to \(last) there is no day"
    return "\(days) of the record, which goes from \(record.first) to \(record.last); name days "
      + "within it with --from and --to"
  }
}
