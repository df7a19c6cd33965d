import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import Testing

@Suite struct ReportPeriodTests {
  private func period(_ kind: ReportPeriod.Kind, _ day: String) throws -> ReportPeriod {
    ReportPeriod(kind, before: try #require(Day(day)))
  }

  /// As `cal 9 2016` has it: 2016-09-19 is a Monday.
  @Test(arguments: [
    (ReportPeriod.Kind.day, "2016-09-18", "2016-09-18", "2016-09-17", "2016-09-18"),
    (.isoWeek, "2016-09-12", "2016-09-18", "2016-09-05", "2016-W37"),
    (.last4Weeks, "2016-08-22", "2016-09-18", "2016-07-25", "2016-W34 to 2016-W37"),
    (.last13Weeks, "2016-06-20", "2016-09-18", "2016-03-21", "2016-W25 to 2016-W37"),
    (.month, "2016-08-01", "2016-08-31", "2016-07-01", "2016-08"),
    (.quarter, "2016-04-01", "2016-06-30", "2016-01-01", "2016-Q2"),
  ])
  func `a period is the last complete one, and the one before it precedes it`(
    kind: ReportPeriod.Kind, first: String, last: String, before: String, name: String
  ) throws {
    let period = try period(kind, "2016-09-19")
    #expect(period.range.first.description == first)
    #expect(period.range.last.description == last)
    #expect(period.before.first.description == before)
    #expect(period.before.last.adding(days: 1) == period.range.first)
    #expect(period.name == name)
  }

  /// From one day to the next a period stays the same, or the next one takes its place.
  @Test(arguments: ReportPeriod.Kind.allCases)
  func `periods change with their weeks, months and quarters only`(
    kind: ReportPeriod.Kind
  ) throws {
    let first = try #require(Day("2015-12-30"))
    var names = Set<String>()
    for offset in 0..<800 {
      let day = first.adding(days: offset)
      let (period, next) = (
        ReportPeriod(kind, before: day), ReportPeriod(kind, before: day.adding(days: 1))
      )
      names.insert(period.name)
      #expect(period.range.last < day)
      switch kind {
      case .day: #expect(next.before == period.range)
      case .isoWeek, .last4Weeks, .last13Weeks:
        let isNext = day.adding(days: 1).weekday == .monday
        #expect(next.range.first == period.range.first.adding(days: isNext ? 7 : 0))
      case .month, .quarter:
        #expect(next == period || next.before == period.range)
        #expect(next == period || day.adding(days: 1).civil.day == 1)
      }
    }
    let expected: [ReportPeriod.Kind: Int] = [.day: 800, .month: 28, .quarter: 10]
    #expect(names.count == expected[kind] ?? 115)
  }

  @Test func `the last thirteen weeks are those of the longest period`() throws {
    let openDay = try #require(Day("2016-09-21"))
    let weeks = ReportPeriod.weeks(before: openDay)
    let period = ReportPeriod(.last13Weeks, before: openDay)
    #expect(weeks.flatMap(\.days) == period.range.days)
    #expect(weeks.last == ReportPeriod(.isoWeek, before: openDay).range)
  }

  @Test func `an incomplete week is not published`() throws {
    #expect(try period(.isoWeek, "2016-09-18").name == "2016-W36")
    #expect(try period(.month, "2016-09-01").name == "2016-08")
    #expect(try period(.month, "2016-08-31").name == "2016-07")
    #expect(try period(.last4Weeks, "2016-09-18").name == "2016-W33 to 2016-W36")
    #expect(try period(.quarter, "2016-09-30").name == "2016-Q2")
    #expect(try period(.quarter, "2016-10-01").name == "2016-Q3")
    #expect(try period(.quarter, "2016-01-01").name == "2015-Q4")
  }

  /// As `cal 9 2016` has it: 2016-09-14 is a Wednesday.
  @Test(arguments: [
    (ReportPeriod.Kind.day, "2016-09-14", "2016-09-14", "2016-09-14"),
    (.isoWeek, "2016-09-14", "2016-09-12", "2016-09-18"),
    (.isoWeek, "2016-09-18", "2016-09-12", "2016-09-18"),
    (.month, "2016-09-14", "2016-09-01", "2016-09-30"),
    (.month, "2016-01-31", "2016-01-01", "2016-01-31"),
    (.month, "2016-02-01", "2016-02-01", "2016-02-29"),
    (.month, "2016-12-31", "2016-12-01", "2016-12-31"),
    (.last4Weeks, "2016-09-14", "2016-08-22", "2016-09-18"),
    (.last13Weeks, "2016-09-18", "2016-06-20", "2016-09-18"),
    (.quarter, "2016-09-14", "2016-07-01", "2016-09-30"),
    (.quarter, "2016-12-31", "2016-10-01", "2016-12-31"),
    (.quarter, "2016-02-29", "2016-01-01", "2016-03-31"),
  ])
  func `a period of a day contains it`(
    kind: ReportPeriod.Kind, day: String, first: String, last: String
  ) throws {
    let range = ReportPeriod(kind, holding: try #require(Day(day))).range
    #expect(range.first.description == first)
    #expect(range.last.description == last)
  }

  /// From ISO 8601 itself: 2005-01-01 is in 2004-W53, 2008-12-29 in 2009-W01.
  @Test func `a week's year is its Thursday's`() throws {
    #expect(try period(.isoWeek, "2005-01-03").name == "2004-W53")
    #expect(try period(.isoWeek, "2009-01-05").name == "2009-W01")
    // The first day of the year 1 is a Monday.
    #expect(try period(.isoWeek, "0001-01-03").name == "0000-W52")
  }

  /// Berlin left summer time on 2016-10-30 at 01:00 UTC.
  private let berlin = ReportCalendar(
    timeZone: "Europe/Berlin",
    changes: [
      .init(since: .min, offset: 7_200_000), .init(since: 1_477_789_200_000, offset: 3_600_000),
    ])

  @Test func `an instant is in the zone's day, before and after the clocks change`() throws {
    let summer = try #require(Day("2016-10-29")).start.milliseconds
    // 21:59:59 UTC is 23:59:59 in summer; 22:00 is midnight.
    #expect(berlin.day(ofMilliseconds: summer + 79_199_000).description == "2016-10-29")
    #expect(berlin.day(ofMilliseconds: summer + 79_200_000).description == "2016-10-30")
    // A day later midnight is at 23:00 UTC.
    let winter = summer + 86_400_000
    #expect(berlin.day(ofMilliseconds: winter + 82_799_000).description == "2016-10-30")
    #expect(berlin.day(ofMilliseconds: winter + 82_800_000).description == "2016-10-31")
  }

  @Test func `west of Greenwich the day before the as-of day is not complete`() throws {
    let west = ReportCalendar(
      timeZone: "America/New_York", changes: [.init(since: .min, offset: -14_400_000)])
    let night = try #require(Day("2016-09-19"))
    #expect(west.firstOpenDay(of: night).description == "2016-09-18")
    #expect(berlin.firstOpenDay(of: night) == night)
    #expect(ReportCalendar.utc.firstOpenDay(of: night) == night)
  }
}
