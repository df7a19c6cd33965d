import FindieDomain
import Testing

struct DayTests {
  @Test(
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
      ("2016-09-18", 17_062), ("2025-10-01", 20_362), ("0001-01-01", -719_162),
      ("9999-12-31", 2_932_896),
    ] as [(String, Int32)])
  func `known dates have known numbers`(text: String, number: Int32) {
    // Numbers: Python's (date(…) - date(1970, 1, 1)).days.
    #expect(Day(text)?.daysSinceEpoch == number)
    #expect(Day(daysSinceEpoch: number).description == text)
  }

  @Test func `every day of four hundred years is read back, and days follow each other`() throws {
    var expected = try #require(Day(year: 1800, month: 1, day: 1))
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var count = 0
    for year in 1800..<2200 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      for month in 1...12 {
        let length = month == 2 && isLeap ? 29 : lengths[month - 1]
        for day in 1...length {
          let made = try #require(Day(year: year, month: month, day: day))
          guard made == expected, made.civil == (year, month, day) else {
            Issue.record("\(year)-\(month)-\(day) is \(made)")
            return
          }
          expected = expected.adding(days: 1)
          count += 1
        }
        #expect(Day(year: year, month: month, day: length + 1) == nil)
      }
    }
    // 400 years have 97 leap days.
    #expect(count == 400 * 365 + 97)
  }

  @Test(arguments: [
    "", "2025", "2025-1-1", "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-01", "2025-01-00",
    "2025-01-32", "0000-01-01", "10000-01-01", "2025-01-01T", "２０２５-01-01", "+025-01-01",
    " 2025-01-01", "2025/01/01", "-001-01-01",
  ])
  func `text that is not a date is refused`(text: String) {
    #expect(Day(text) == nil)
  }

  @Test func `weekdays follow each other, also before 1970`() {
    // 1970-01-01 was a Thursday, 1969-12-31 a Wednesday, 2016-09-18 a Sunday.
    #expect(Day(daysSinceEpoch: 0).weekday == .thursday)
    #expect(Day(daysSinceEpoch: -1).weekday == .wednesday)
    #expect(Day(daysSinceEpoch: -8).weekday == .wednesday)
    #expect(Day("2016-09-18")?.weekday == .sunday)
  }

  @Test func `the last seven days before a day end the day before it`() throws {
    let day = try #require(Day("2025-03-03"))
    let range = DayRange(lastDays: 7, before: day)
    #expect(range.count == 7)
    #expect(
      range.days.map(\.description) == [
        "2025-02-24", "2025-02-25", "2025-02-26", "2025-02-27", "2025-02-28", "2025-03-01",
        "2025-03-02",
      ])
    #expect(!range.contains(day))
  }
}
