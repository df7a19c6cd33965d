import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import Testing

/// Accounts that are too active for a person.
@Suite struct SuspectTests {
  private static let start = Day(daysSinceEpoch: 20_000)
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  /// - Parameter acts: the account and the milliseconds from the start of the first day.
  private func search(_ acts: [(user: String, at: Int64)]) -> [Suspect] {
    var search = SuspectSearch(.interactions)
    let sorted = acts.sorted { ($0.at, $0.user) < ($1.at, $1.user) }
    var table = EventTable(
      sorted.map { act in
        Swipe(
          user: act.user, game: "g", action: .like,
          day: Self.start.adding(days: Int(act.at / (24 * Self.hour))))
      })
    table.milliseconds = sorted.map { Self.start.start.milliseconds + $0.at }
    search.add(table)
    #expect(search.totals.events == acts.count && search.totals.likes == acts.count)
    return search.suspects(table)
  }

  private func evidence(_ times: [Int64]) -> [String] {
    let found = search(times.map { ("a", $0) }).first?.evidence ?? []
    return found.map { "\($0.rule) \($0.day) \($0.value)" }
  }

  @Test func `a hundred events within a minute are evidence, ninety-nine are not`() {
    func burst(_ count: Int64, _ step: Int64) -> [Int64] {
      (0..<count).map { 10 * Self.hour + $0 * step }
    }
    #expect(evidence(burst(99, 1)).isEmpty)
    #expect(evidence(burst(100, 607)).isEmpty, "the last one is 60 seconds after the first")
    #expect(
      evidence(burst(100, 606)) == ["minute \(Self.start) 100"])
    #expect(
      evidence(burst(100, 606) + burst(150, 100).map { $0 + 48 * Self.hour })
        == ["minute \(Self.start.adding(days: 2)) 150"])
    // Dates without a time, and the time of an upload.
    #expect(evidence([Int64](repeating: 0, count: 500)).isEmpty)
    #expect(evidence([Int64](repeating: 7 * Self.hour + 1, count: 500)).isEmpty)
    // Times in whole seconds.
    #expect(
      evidence((0..<120).map { Self.hour + $0 / 3 * 1000 }) == ["minute \(Self.start) 120"])
  }

  @Test func `a day and a half without a pause is evidence, a night's rest ends it`() {
    func awake(_ hours: Int64, from first: Int64 = 5) -> [Int64] {
      (0...hours).map { (first + $0) * Self.hour }
    }
    #expect(evidence(awake(35)).isEmpty)
    #expect(
      evidence(awake(40)) == ["withoutPause \(Self.start) 40"])
    #expect(evidence(awake(30) + awake(30, from: 39)).isEmpty)
  }

  @Test func `ten thousand events on a day are evidence`() {
    let slow = (0..<10_000).map { Int64($0) * 3000 + Self.hour }
    #expect(evidence(slow) == ["day \(Self.start) 10000"])
    #expect(evidence(slow.dropLast()).isEmpty)
  }

  @Test func `values are those of a search by brute force`() {
    var random = SeededGenerator(seed: 9)
    let acts = (0..<6).flatMap { user in
      (0..<1500).map { _ in
        let burst = Int64.random(in: 0..<4, using: &random) * 30 * Self.hour + Self.hour
        return (
          user: "u\(user)",
          at: burst + Int64.random(in: 0..<Self.minute * Int64(2 + user), using: &random)
        )
      }
    }
    let found = search(acts)
    for user in 0..<6 {
      let own = acts.filter { $0.user == "u\(user)" }.map(\.at)
      let day = 24 * Self.hour
      let most = own.map { first in
        own.count { $0 >= first && $0 - first < Self.minute && $0 / day == first / day }
      }.max()
      let value = found.first { $0.id == "u\(user)" }?.evidence.first { $0.rule == .minute }?.value
      #expect(value == most.flatMap { $0 >= 100 ? $0 : nil })
    }
    #expect(found.contains { $0.evidence.contains { $0.rule == .minute } })
  }
}
