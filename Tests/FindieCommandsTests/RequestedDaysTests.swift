import FindieDomain
import FindieCommands
import FindieReports
import FindieWorkspace
import Testing

/// The days of the team's report for requested days.
struct RequestedDaysTests {
  /// The night of Monday, 2016-09-19, over a record of eighty days.
  private static let record = "2016-07-01 2016-09-18"

  private func range(_ text: String) throws -> DayRange {
    let days = try text.split(separator: " ").map { try #require(Day($0)) }
    return DayRange(first: days[0], last: days[1])
  }

  private func reported(_ from: String?, _ to: String?, _ period: PeriodName) throws -> DayRange {
    try RequestedDays(from: from.flatMap { Day($0) }, to: to.flatMap { Day($0) }, over: period)
      .range(in: range(Self.record))
  }

  @Test(arguments: [
    (PeriodName.day, "2016-09-07 2016-09-07"), (.week, "2016-09-05 2016-09-11"),
    (.month, "2016-09-01 2016-09-18"), (.last7Days, "2016-09-01 2016-09-07"),
    (.last28Days, "2016-08-11 2016-09-07"), (.last90Days, "2016-07-01 2016-09-07"),
  ])
  func `with only a last day, the period ends with it`(
    period: PeriodName, expected: String
  ) throws {
    #expect(try reported(nil, "2016-09-07", period) == range(expected))
  }

  @Test func `a first and a last day give that range`() throws {
    #expect(
      try reported("2016-08-03", "2016-08-20", .week) == range("2016-08-03 2016-08-20"))
  }

  @Test func `with only a first day, the range has all days since then`() throws {
    #expect(try reported("2016-09-15", nil, .week) == range("2016-09-15 2016-09-18"))
  }

  @Test func `without a day, the period is the night's`() throws {
    #expect(try reported(nil, nil, .week) == range("2016-09-12 2016-09-18"))
    #expect(try reported(nil, nil, .last90Days) == range("2016-06-21 2016-09-18"))
  }

  @Test func `a range is limited to the recorded days`() throws {
    #expect(try reported("0001-01-01", nil, .last28Days) == range(Self.record))
    #expect(try reported("0001-01-01", "9999-12-31", .last28Days) == range(Self.record))
    // Thursday's week begins in June; the month of the last day is not over.
    #expect(try reported(nil, "2016-06-30", .week) == range("2016-07-01 2016-07-03"))
    #expect(try reported(nil, "2016-09-20", .month) == range("2016-09-01 2016-09-18"))
    #expect(try reported(nil, "2016-09-20", .last7Days) == range("2016-09-14 2016-09-18"))
  }

  @Test(
    arguments: [
      ("2016-01-01", "2016-06-30"), (nil, "2016-06-26"), ("2016-09-19", nil),
      ("2017-01-01", "2017-01-31"), ("2016-08-20", "2016-08-19"), (nil, "0001-01-01"),
      (nil, "9999-12-31"),
    ] as [(String?, String?)])
  func `days that are not recorded are refused, and the recorded ones are named`(
    from: String?, to: String?
  ) throws {
    let error = try #require(throws: CommandFailure.self) { try reported(from, to, .week) }
    #expect(error.description.contains("recorded from 2016-07-01 to 2016-09-18"))
    #expect(FailureKind(of: error) == .noInput)
  }

  @Test(
    arguments: [
      ("2016-09-19", nil, "There are no events since 2016-09-19."),
      (nil, "2016-06-26", "There are no events in the week of 2016-06-26."),
    ] as [(String?, String?, String)])
  func `a refused range is named as it was requested`(
    from: String?, to: String?, words: String
  ) throws {
    let error = try #require(throws: CommandFailure.self) { try reported(from, to, .week) }
    #expect(error.description.hasPrefix(words))
  }
}
