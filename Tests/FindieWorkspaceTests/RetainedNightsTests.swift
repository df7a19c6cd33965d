import FindieDomain
import FindieWorkspace
import Testing

/// Which nights stay, against what a calendar says.
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

  @Test func `the newest nights stay, and the last of each of the newest months`() throws {
    let published = try days("2026-01-01", count: 120)
    let kept = RetainedNights(of: published.shuffledAnyhow, current: published.last, keep(3, 3))
    // The hundred and twentieth day of 2026 is the 30th of April.
    #expect(
      kept.days.sorted().map(\.description) == [
        "2026-02-28", "2026-03-31", "2026-04-28", "2026-04-29", "2026-04-30",
      ])
    #expect(kept.recent?.description == "2026-04-28")
  }

  @Test func `a month counts by its last night that there is`() throws {
    let published = try ["2026-01-09", "2026-02-03", "2026-02-11"].map { try #require(Day($0)) }
    #expect(
      RetainedNights(of: published, current: nil, keep(1, 2)).days.sorted().map(\.description)
        == ["2026-01-09", "2026-02-11"])
    #expect(
      RetainedNights(of: published, current: nil, keep(1, 0)).days.map(\.description) == [
        "2026-02-11"
      ])
  }

  @Test func `the served night stays, however old, with the one before it and that of its models`()
    throws
  {
    let published = try days("2026-01-01", count: 10)
    let kept = RetainedNights(of: published, current: published[4], keep(1, 0)) {
      $0 == published[4] ? published[2] : $0 == published[2] ? published[0] : nil
    }
    #expect(
      kept.days == [published[0], published[2], published[3], published[4], published[9]])
  }

  @Test func `what is of a day without a night is held only as long as the newest nights`() throws {
    let published = try days("2026-01-01", count: 10)
    let kept = RetainedNights(of: published, current: published.last, keep(3, 0))
    #expect(kept.contains(try #require(Day("2026-02-01"))))
    #expect(kept.contains(published[7]))
    #expect(!kept.contains(published[6]))
    #expect(!kept.contains(try #require(Day("2025-12-01"))))
  }

  @Test func `where there are fewer nights than stay everything is held`() throws {
    let published = try days("2026-01-01", count: 3)
    for nights in [[], published] {
      let kept = RetainedNights(of: nights, current: nil, keep(4, 0))
      #expect(kept.contains(try #require(Day("1999-01-01"))))
    }
  }
}

extension [Day] {
  /// In an order that is none.
  fileprivate var shuffledAnyhow: [Day] {
    indices.sorted { ($0 * 7919) % count < ($1 * 7919) % count }.map { self[$0] }
  }
}
