import FindieDomain
import FindieOperations
import FindieReports
import FindieWorkspace
import Testing

/// Which days the team's report tells when some are asked for.
struct RequestedDaysTests {
  /// The night of Monday, 2016-09-19, over a record of eighty days.
  private static let record = "2016-07-01 2016-09-18"

  private func range(_ text: String) throws -> DayRange {
    let days = try text.split(separator: " ").map { try #require(Day($0)) }
    return DayRange(first: days[0], last: days[1])
  }

  private func told(_ from: String?, _ to: String?, _ period: PeriodName) throws -> DayRange {
    try RequestedDays(from: from.flatMap { Day($0) }, to: to.flatMap { Day($0) }, over: period)
      .range(in: range(Self.record))
  }

  @Test(arguments: [
    (PeriodName.day, "2016-09-07 2016-09-07"), (.week, "2016-09-05 2016-09-11"),
    (.month, "2016-09-01 2016-09-18"), (.last7Days, "2016-09-01 2016-09-07"),
    (.last28Days, "2016-08-11 2016-09-07"), (.last90Days, "2016-07-01 2016-09-07"),
  ])
  func `with a last day alone the period is the one of that day`(
    period: PeriodName, expected: String
  ) throws {
    #expect(try told(nil, "2016-09-07", period) == range(expected))
  }

  @Test func `a first and a last day are told as they are`() throws {
    #expect(
      try told("2016-08-03", "2016-08-20", .week) == range("2016-08-03 2016-08-20"))
  }

  @Test func `with a first day alone all days since then are told`() throws {
    #expect(try told("2016-09-15", nil, .week) == range("2016-09-15 2016-09-18"))
  }

  @Test func `without any day the period is the night's, whatever the record covers`() throws {
    #expect(try told(nil, nil, .week) == range("2016-09-12 2016-09-18"))
    #expect(try told(nil, nil, .last90Days) == range("2016-06-21 2016-09-18"))
  }

  @Test func `of a range only the days of the record are told`() throws {
    #expect(try told("0001-01-01", nil, .last28Days) == range(Self.record))
    #expect(try told("0001-01-01", "9999-12-31", .last28Days) == range(Self.record))
    // Thursday's week begins in June; the month of the last day is not over.
    #expect(try told(nil, "2016-06-30", .week) == range("2016-07-01 2016-07-03"))
    #expect(try told(nil, "2016-09-20", .month) == range("2016-09-01 2016-09-18"))
    #expect(try told(nil, "2016-09-20", .last7Days) == range("2016-09-14 2016-09-18"))
  }

  @Test(
    arguments: [
      ("2016-01-01", "2016-06-30"), (nil, "2016-06-26"), ("2016-09-19", nil),
      ("2017-01-01", "2017-01-31"), ("2016-08-20", "2016-08-19"), (nil, "0001-01-01"),
      (nil, "9999-12-31"),
    ] as [(String?, String?)])
  func `days that the record does not hold are refused, and those that it does are named`(
    from: String?, to: String?
  ) throws {
    let error = try #require(throws: DaysNotRecorded.self) { try told(from, to, .week) }
    #expect(error.description.contains("recorded from 2016-07-01 to 2016-09-18"))
    #expect(FailureKind(of: error) == .noInput)
  }

  @Test(
    arguments: [
      ("2016-09-19", nil, "There are no events since 2016-09-19."),
      (nil, "2016-06-26", "There are no events in the week of 2016-06-26."),
    ] as [(String?, String?, String)])
  func `what is refused is named as it was asked for`(
    from: String?, to: String?, words: String
  ) throws {
    let error = try #require(throws: DaysNotRecorded.self) { try told(from, to, .week) }
    #expect(error.description.hasPrefix(words))
  }
}
