import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Numbers of invites, against a count by hand.
struct PlurPartnerTests {
  private static let now = Timestamp(milliseconds: 20_500 * 86_400_000 + 7_000_000)
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func facts(_ lines: [String], players: Int = 10) throws -> PartnerFacts {
    let file = try folder.write(lines.joined(separator: "\n"), to: "invites.ndjson")
    let users = (0..<players).map { User(id: "u\($0)") }
    return try PlurPartner(.reading(file, now: Self.now)).facts(
      for: SyncInput(games: [], users: users, wishlists: []))
  }

  private func invite(_ code: String, daysAgo: Int, _ more: String = "") -> String {
    let day = Self.now.day.adding(days: -daysAgo)
    return #"{"code":"\#(code)","createdAt":"\#(day)T10:00:00Z"\#(more)}"#
  }

  @Test func `invites count on the day on which they were made`() throws {
    let facts = try facts([
      invite("a", daysAgo: 1, #","opened":3,"joined":2"#), invite("b", daysAgo: 1, #","opened":1"#),
      invite("c", daysAgo: 1), "", invite("d", daysAgo: 28, #","opened":1,"joined":1"#),
      invite("e", daysAgo: 29, #","joined":9"#), invite("f", daysAgo: 0, #","joined":9"#),
      // The later line of a code counts.
      invite("c", daysAgo: 2, #","opened":2"#),
    ])
    func number(_ metric: String, _ daysAgo: Int) -> [Decimal?]? {
      let day = Self.now.day.adding(days: -daysAgo)
      return facts.metrics.first { $0.metric == metric && $0.day == day }
        .map { [$0.value, $0.total] }
    }
    #expect(number("invites", 1) == [2, nil] && number("invites", 3) == [0, nil])
    #expect(number("invitesOpened", 1) == [2, 2] && number("invitesJoined", 1) == [1, 2])
    #expect(number("invitesOpened", 2) == [1, 1] && number("invitesOpened", 3) == nil)
    #expect(number("kFactor", 1) == [3, 10] && number("kFactor", 2) == nil)
    #expect(number("invites", 0) == nil && number("invites", 29) == nil)
    #expect(facts.failures.isEmpty)
  }

  @Test(arguments: [[], [""], ["", ""], [" ", "\t"]])
  func `a file without invites changes no number`(lines: [String]) throws {
    let facts = try facts(lines)
    #expect(facts.metrics.isEmpty && !facts.succeeded)
    #expect("\(facts.failures)".contains("no invites"))
  }

  @Test(arguments: [
    "{}", "[]", "x", #"{"code":"a/b","createdAt":"2026-01-01T00:00:00Z"}"#,
    #"{"code":"a","createdAt":"yesterday"}"#,
    #"{"code":"a","createdAt":"2026-01-01T00:00:00Z","opened":-1}"#,
    #"{"code":"a","createdAt":"2026-01-01T00:00:00Z","joined":1e9}"#,
  ])
  func `a bad line is named, without its content, and the others count`(line: String) throws {
    let facts = try facts([invite("a", daysAgo: 1), line], players: 0)
    #expect(facts.metrics.contains { $0.metric == "invites" && $0.value == 1 })
    #expect(!facts.metrics.contains { $0.metric == "kFactor" })
    #expect(facts.failures.count == 1 && "\(facts.failures)".contains("line 2"))
  }
}
