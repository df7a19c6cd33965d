import FindieDomain
import FindieWorkspace
import Testing

/// Retained nights, compared with a calendar.
struct RetainedNightsTests {
  private func days(_ from: String, count: Int) throws -> [Day] {
    let first = try #require(Day(from))
    return (0..<count).map { first.adding(days: $0) }
  }

  private func keep(_ nights: Int, _ monthly: Int) -> RetentionParameters {
    var keep = RetentionParameters()
    keep.nights = nights
    keep.monthly = monthly
    return keep
  }

  @Test func `the newest nights and the last of each of the newest months are retained`() throws {
    let published = try days("2026-01-01", count: 120)
    let result = RetainedNights(of: published.shuffledAnyhow, current: published.last, keep(3, 3))
    // The hundred and twentieth day of 2026 is the 30th of April.
    #expect(
      result.days.sorted().map(\.description) == [
        "2026-02-28", "2026-03-31", "2026-04-28", "2026-04-29", "2026-04-30",
      ])
    #expect(result.recent?.description == "2026-04-28")
  }

  @Test func `the last existing night of a month is retained`() throws {
    let published = try ["2026-01-09", "2026-02-03", "2026-02-11"].map { try #require(Day($0)) }
    #expect(
      RetainedNights(of: published, current: nil, keep(1, 2)).days.sorted().map(\.description)
        == ["2026-01-09", "2026-02-11"])
    #expect(
      RetainedNights(of: published, current: nil, keep(1, 0)).days.map(\.description) == [
        "2026-02-11"
      ])
  }

  @Test func `the published night is retained, with the one before it`() throws {
    let published = try days("2026-01-01", count: 10)
    let result = RetainedNights(of: published, current: published[4], keep(1, 0))
    #expect(result.days == [published[3], published[4], published[9]])
  }

  @Test func `files of a day without a night are retained only as long as the newest nights`()
    throws
  {
    let published = try days("2026-01-01", count: 10)
    let result = RetainedNights(of: published, current: published.last, keep(3, 0))
    #expect(result.contains(try #require(Day("2026-02-01"))))
    #expect(result.contains(published[7]))
    #expect(!result.contains(published[6]))
    #expect(!result.contains(try #require(Day("2025-12-01"))))
  }

  @Test func `with few nights everything is retained`() throws {
    let published = try days("2026-01-01", count: 3)
    for nights in [[], published] {
      let result = RetainedNights(of: nights, current: nil, keep(4, 0))
      #expect(result.contains(try #require(Day("1999-01-01"))))
    }
  }
}

extension [Day] {
  /// In random order.
  fileprivate var shuffledAnyhow: [Day] {
    indices.sorted { ($0 * 7919) % count < ($1 * 7919) % count }.map { self[$0] }
  }
}
