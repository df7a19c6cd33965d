import FindieDomain
import Testing

struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01", 0), ("1970-01-01T00:00", 0),
      ("1970-01-01 00:00:01", 1000), ("1970-01-01t00:00:00z", 0),
      ("1969-12-31T23:59:59.999Z", -1), ("1970-01-01T00:00:00.5Z", 500),
      ("1970-01-01T00:00:00,25Z", 250), ("1970-01-01T00:00:00.1239999Z", 123),
      ("1970-01-01T02:00:00+02:00", 0), ("1970-01-01T02:00:00+0200", 0), ("1970-01-01T02:00+02", 0),
      ("1969-12-31T18:30:00-05:30", 0), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
      ("2000-02-29T23:59:59Z", 951_868_799_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func `ISO 8601 is read`(text: String, milliseconds: Int64) {
    // Numbers: Python's datetime.fromisoformat(…).timestamp() × 1000.
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "1970", "1970-01", "1970-1-1", "1970-01-01T", "1970-01-01T00", "1970-01-01T0:00:00Z",
    "2025-02-29T00:00:00Z", "1900-02-29", "2025-04-31", "2025-13-01", "2025-00-01", "2025-01-00",
    "2025-01-01T24:00:00Z", "2025-01-01T23:60:00Z", "2016-12-31T23:59:60Z",
    "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00+24:00", "2025-01-01T00:00:00+02:60",
    "2025-01-01T00:00:00+2", "2025-01-01T00:00:00 Z", "2025-01-01T00:00:00ZZ",
    "2025-01-01T00:00:00Z ", " 2025-01-01T00:00:00Z", "0000-12-31T23:59:59Z",
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z",
    "2025-01-01T00:00:00.5.5Z", "٢٠٢٥-01-01", "now",
  ])
  func `what no calendar or clock has is refused`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(
    arguments: [
      (0, 0), (1, 1000), (99_999_999_999, 99_999_999_999_000), (100_000_000_000, 100_000_000_000),
      (-99_999_999, -99_999_999_000), (-100_000_000_000, -100_000_000_000),
      (1_756_720_800, 1_756_720_800_000), (1_756_720_800_123, 1_756_720_800_123),
    ] as [(Int64, Int64)])
  func `epoch numbers below ten to the eleventh are seconds`(number: Int64, milliseconds: Int64) {
    #expect(Timestamp(epoch: number)?.milliseconds == milliseconds)
    #expect(Timestamp(epoch: Double(number))?.milliseconds == milliseconds)
  }

  @Test func `an epoch number outside the years 1 to 9999 is refused`() {
    #expect(Timestamp(epoch: Int64.max) == nil)
    #expect(Timestamp(epoch: Int64.min) == nil)
    #expect(Timestamp(epoch: Int64(253_402_300_800_000)) == nil)
    #expect(Timestamp(epoch: 1e300) == nil)
    #expect(Timestamp(epoch: Double.nan) == nil)
    #expect(Timestamp(epoch: -Double.infinity) == nil)
  }

  @Test func `a fraction of a second is rounded to milliseconds`() {
    #expect(Timestamp(epoch: 1.2345)?.milliseconds == 1235)
  }

  @Test(arguments: [0, -1, 1, 999, -999, 951_868_799_000, -62_135_596_800_000] as [Int64])
  func `a description is read back`(milliseconds: Int64) {
    let instant = Timestamp(milliseconds: milliseconds)
    #expect(Timestamp(iso8601: instant.description) == instant)
  }

  @Test func `the day of an instant is the UTC day that contains it`() {
    #expect(Timestamp(milliseconds: -1).day == Day(daysSinceEpoch: -1))
    #expect(Timestamp(milliseconds: 86_399_999).day == Day(daysSinceEpoch: 0))
    #expect(Timestamp(milliseconds: 86_400_000).day == Day(daysSinceEpoch: 1))
    #expect(Day(daysSinceEpoch: 7).start.day == Day(daysSinceEpoch: 7))
  }
}
