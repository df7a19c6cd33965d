import FindieDomain
import FindieHistory
import FindieIngest
import Testing

/// Days with far fewer events than their weekday has.
struct VolumeTests {
  /// A Monday.
  private let night = Day(daysSinceEpoch: 20_367)

  /// The days before the as-of day, the last one first, with these numbers of events.
  private func rows(_ counts: [Int]) -> [Day: Int] {
    Dictionary(
      uniqueKeysWithValues: counts.enumerated().map { (night.adding(days: -1 - $0), $1) })
  }

  /// Sixty days of a thousand events each, with a change.
  private func usual(_ change: (inout [Int]) -> Void = { _ in }) -> [Day: Int] {
    var counts = [Int](repeating: 1000, count: 60)
    change(&counts)
    return rows(counts)
  }

  private func findings(_ rows: [Day: Int], _ rule: VolumeRule = VolumeRule()) -> [VolumeFinding] {
    rule.findings(of: .interactions, rows, before: night)
  }

  @Test func `the night of these tests is a Monday`() {
    #expect(night.description == "2025-10-06")
    #expect(night.weekday == .monday)
  }

  @Test func `usual days are not reported`() {
    #expect(findings(usual()) == [])
    #expect(findings([:]) == [])
  }

  @Test func `a day with less than a quarter of its weekday's events is reported`() {
    #expect(findings(usual { $0[2] = 250 }) == [])
    let found = findings(usual { $0[2] = 249 })
    #expect(found.map(\.day.description) == ["2025-10-03"])
    #expect(found.map(\.events) == [249])
    #expect(found.map(\.expected) == [1000])
    #expect(
      found.map(\.description) == [
        "interactions of Friday, 2025-10-03: 249 events; the median of the same weekday in the "
          + "4 weeks before is 1000. Is a file missing?"
      ])
  }

  @Test func `a day without events counts, whether it is named or not`() {
    var rows = usual { $0[0] = 0 }
    #expect(findings(rows).map(\.events) == [0])
    rows[night.adding(days: -1)] = nil
    #expect(findings(rows).map(\.events) == [0])
    #expect(findings(rows).map(\.day.description) == ["2025-10-05"])
  }

  @Test func `only the last days before the as-of day are checked`() {
    var rule = VolumeRule()
    #expect(findings(usual { $0[6] = 0 }).count == 1)
    #expect(findings(usual { $0[7] = 0 }) == [])
    rule.days = 8
    #expect(findings(usual { $0[7] = 0 }, rule).count == 1)
    rule.days = 1
    #expect(findings(usual { $0[1] = 0 }, rule) == [])
  }

  @Test func `the as-of day and later days are not checked`() {
    var rows = usual()
    rows[night] = 1
    rows[night.adding(days: 1)] = 1
    #expect(findings(rows) == [])
  }

  @Test func `expected is the median of the same weekday`() {
    // The Sundays before had 8, 400, 1000 and 3 events: the median of four is the mean of 8 and
    // 400, and 50 is below a quarter of it.
    let rows = usual {
      $0[0] = 50
      $0[7] = 8
      $0[14] = 400
      $0[28] = 3
    }
    #expect(findings(rows).map(\.expected) == [204])
    // Of three, 8, 400 and 1000, it is 400.
    var rule = VolumeRule()
    rule.weeks = 3
    #expect(findings(rows, rule).map(\.expected) == [400])
    // The only Sunday before had 8, which is too few.
    rule.weeks = 1
    #expect(findings(rows, rule) == [])
  }

  @Test func `other weekdays do not matter`() {
    // Weekends have five events, and weekdays 1000.
    let rows = usual { counts in
      for index in counts.indices where index % 7 < 2 { counts[index] = 5 }
    }
    #expect(findings(rows) == [])
  }

  @Test func `days with few expected events are not checked`() {
    func quiet(_ count: Int) -> [Day: Int] {
      usual { counts in
        for index in counts.indices { counts[index] = count }
        counts[0] = 0
      }
    }
    #expect(findings(quiet(99)) == [])
    #expect(findings(quiet(100)).count == 1)
    var rule = VolumeRule()
    rule.minimumEvents = 0
    #expect(findings(quiet(1), rule).count == 1)
  }

  @Test func `days before a collection's first day are not counted as empty`() {
    // Ten days: the Sundays before are one.
    #expect(findings(rows([10] + [Int](repeating: 1000, count: 9))).map(\.expected) == [1000])
    #expect(
      findings(rows([10] + [Int](repeating: 1000, count: 9))).map(\.description) == [
        "interactions of Sunday, 2025-10-05: 10 events; the same weekday one week earlier "
          + "had 1000. Is a file missing?"
      ])
    // Five days: no earlier day has the same weekday.
    #expect(findings(rows([10, 1000, 1000, 1000, 1000])) == [])
    // The days before the first are not empty days: the first is, at most, the first with events.
    #expect(findings(rows([1000] + [Int](repeating: 0, count: 30))) == [])
  }

  @Test func `a gap inside the weeks before counts as days without events`() {
    // Sundays of 0, 0, 0 and 1000: nothing is expected any more.
    let rows = usual {
      for index in [0, 7, 14, 21] { $0[index] = 0 }
    }
    #expect(findings(rows) == [])
  }

  @Test func `a share of zero finds nothing and a share of one all that is below`() {
    var rule = VolumeRule()
    rule.minimumShare = 0
    #expect(findings(usual { $0[0] = 0 }, rule) == [])
    rule.minimumShare = 1
    #expect(findings(usual { $0[0] = 999 }, rule).count == 1)
    #expect(findings(usual(), rule) == [])
  }

  @Test func `one event is in the singular`() {
    #expect(findings(usual { $0[0] = 1 }).first?.description.contains(": 1 event; ") == true)
    #expect(findings(usual { $0[0] = 0 }).first?.description.contains(": no events; ") == true)
  }
}
