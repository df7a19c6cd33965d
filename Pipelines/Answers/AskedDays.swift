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
  /// Where no day is named, the period that the night's own report tells, all of it. Else from the first
  /// day to the last one; with the last alone, the period that ends with it or, of a week or month, holds
  /// it: of these, the days that the record covers, since zeros of others would say that nobody was there.
  ///
  /// - Parameter record: from the first day with an event to the last one before the night.
  /// - Throws: where the record covers none of them.
  package func range(in record: DayRange) throws(DaysNotRecorded) -> DayRange {
    guard from != nil || to != nil else {
      return ReportPeriod(period.kind, before: record.last.adding(days: 1)).range
    }
    let last = to ?? record.last
    let period = ReportPeriod(period.kind, holding: last).range
    let (first, end) = (from ?? period.first, from == nil ? period.last : last)
    guard first <= end, first <= record.last, record.first <= end else {
      throw DaysNotRecorded(asked: self, record: record)
    }
    return DayRange(first: max(first, record.first), last: min(end, record.last))
  }
}

/// Days of which the record holds nothing.
package struct DaysNotRecorded: Error, CustomStringConvertible {
  package let asked: AskedDays
  package let record: DayRange

  package var description: String {
    "\(days) of the record, which goes from \(record.first) to \(record.last); name days within it "
      + "with --from and --to"
  }

  private var days: String {
    switch (asked.from, asked.to) {
    case (let from?, let to?): "from \(from) to \(to) there is no day"
    case (let from?, nil): "since \(from) there is no day"
    case (nil, let to?):
      switch asked.period {
      case .day: "\(to) is no day"
      case .week, .month: "the \(asked.period.rawValue) of \(to) holds no day"
      case .last7Days, .last28Days, .last90Days:
        "the \(asked.period.rawValue) days up to \(to) hold no day"
      }
    case (nil, nil): "there is no day"
    }
  }
}
