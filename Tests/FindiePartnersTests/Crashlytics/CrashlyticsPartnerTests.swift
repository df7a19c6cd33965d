import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Crash-free shares, against a count by hand and one that tries all pairs of rows.
struct CrashlyticsPartnerTests {
  private static let now = Timestamp(milliseconds: 20_500 * 86_400_000 + 43_200_000)
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func facts(_ events: [String], _ sessions: [String]) throws -> PartnerFacts {
    try folder.write(events.joined(separator: "\n"), to: "export/events-0.ndjson")
    try folder.write(sessions.joined(separator: "\n"), to: "export/sessions.json")
    return try facts()
  }

  private func facts() throws -> PartnerFacts {
    let partner = CrashlyticsPartner(
      .reading(folder.url.appending(path: "export"), now: Self.now))
    return try partner.facts(for: SyncInput(games: [], users: [], wishlists: []))
  }

  private func time(_ daysAgo: Int, _ clock: String = "10:00:00") -> String {
    "\(Self.now.day.adding(days: -daysAgo)) \(clock) UTC"
  }

  private func crash(
    _ id: String, _ daysAgo: Int, in session: String?, _ kind: String = #""error_type":"FATAL""#
  ) -> String {
    let session = session.map { #""\#($0)""# } ?? "null"
    return
      #"{"event_id":"\#(id)","event_timestamp":"\#(time(daysAgo))",\#(kind),"#
      + #""firebase_session_id":\#(session),"installation_uuid":"planted","user":{"id":"planted"}}"#
  }

  private func session(
    _ id: String, _ user: String, _ daysAgo: Int, _ version: String? = "2.1.0", _ more: String = ""
  ) -> String {
    let application = version.map { #","application":{"display_version":"\#($0)"}"# } ?? ""
    return
      #"{"session_id":"\#(id)","instance_id":"\#(user)","event_timestamp":"\#(time(daysAgo))""#
      + #","event_type":"SESSION_START"\#(application)\#(more)}"#
  }

  /// Rows that cover the last 28 days without a crash.
  private var frame: (events: [String], sessions: [String]) {
    (
      [crash("first", 40, in: nil), crash("last", 0, in: nil)],
      [session("first", "x", 40), session("last", "x", 0)]
    )
  }

  private func shares(_ facts: PartnerFacts) -> [String: [Decimal?]] {
    Dictionary(uniqueKeysWithValues: facts.metrics.map { ($0.id, [$0.value, $0.total]) })
  }

  private func id(_ metric: String, _ daysAgo: Int, _ segment: String = "") -> String {
    PartnerMetric.id(
      partner: "crashlytics", metric: metric, day: Self.now.day.adding(days: -daysAgo),
      segment: segment)
  }

  @Test func `users and sessions without a crash count by day and version`() throws {
    let facts = try facts(
      frame.events + [
        crash("e1", 2, in: "s1"), crash("e1", 2, in: "s1"), crash("e2", 2, in: "s1"),
        // The session began on the day before.
        crash("e3", 1, in: "s3"),
        crash("e4", 2, in: "s2", #""error_type":"NON_FATAL""#),
        crash("e5", 2, in: "s4", #""error_type":"ANR""#), crash("e6", 2, in: nil),
        crash("e7", 2, in: "unknown"), crash("e8", 3, in: "s5", #""error_type":"FATAL""#),
        crash("e9", 3, in: "s6", #""error_type":"ANR""#),
      ],
      frame.sessions + [
        session("s1", "a", 2), session("s1", "a", 2), session("s2", "a", 2),
        session("s3", "b", 2, "2.0.9"), session("s4", "c", 2), session("s5", "a", 3),
        session("s6", "b", 3, nil),
        session("s7", "d", 2, "2.1.0", #","crashlytics_data_collection_enabled":false"#),
        session("s8", "d", 2).replacing("SESSION_START", with: "OTHER"),
      ])
    #expect(facts.failures.isEmpty)
    let shares = shares(facts)
    #expect(shares[id("crashFreeUsers", 2)] == [1, 3])
    #expect(shares[id("crashFreeSessions", 2)] == [2, 4])
    #expect(shares[id("crashFreeUsers", 2, "2.1.0")] == [1, 2])
    #expect(shares[id("crashFreeSessions", 2, "2.1.0")] == [2, 3])
    #expect(shares[id("crashFreeUsers", 2, "2.0.9")] == [0, 1])
    #expect(shares[id("crashFreeUsers", 3)] == [1, 2])
    #expect(shares[id("crashFreeUsers", 3, "unknown")] == [1, 1])
    // Of e1, e2, e6 and e7, the first two.
    #expect(shares[id("crashesWithSession", 2)] == [2, 4])
    #expect(shares[id("crashFreeUsers", 0)] == nil && shares[id("crashFreeUsers", 1)] == nil)
    #expect(Set(facts.metrics.map(\.id)).count == facts.metrics.count)
  }

  @Test func `a day counts only if both tables cover it`() throws {
    func days(_ events: [Int], _ sessions: [Int]) throws -> [Int] {
      let facts = try facts(
        events.map { crash("e\($0)", $0, in: nil, #""error_type":"NON_FATAL""#) },
        sessions.map { session("s\($0)", "a", $0) })
      return facts.metrics.filter { $0.metric == "crashFreeUsers" && $0.segment.isEmpty }
        .map { Self.now.day.days(since: $0.day) }.sorted()
    }
    #expect(try days([9, 0], [5, 4, 3, 2, 1, 0]) == [1, 2, 3, 4])
    #expect(try days([9, 0], [5, 4, 3, 2, 1]) == [2, 3, 4])
    #expect(try days([3, 2], [5, 4, 3, 2, 1, 0]) == [2, 3])
    // A day without a session has no share.
    #expect(try days([40, 0], [40, 29, 28, 4, 2, 0]) == [2, 4, 28])
    #expect(try days([], [5, 4, 0]) == [] && days([9, 0], []) == [])
    // Times after now are from a wrong clock.
    #expect(try days([9, 2, -3], [5, 4, 3, -3]) == [4] && days([9, -3], [5, 4, 3, 0]) == [])
  }

  @Test(arguments: [
    "x", "[]", "{}", "7", #"{"event_id":"e","event_timestamp":"2026-01-01 00:00:00 UTC"}"#,
    #"{"event_id":7,"event_timestamp":"2026-01-01 00:00:00 UTC","error_type":"FATAL"}"#,
    #"{"event_id":"e","event_timestamp":"yesterday","error_type":"FATAL"}"#,
    #"{"event_id":"e","event_timestamp":true,"error_type":"FATAL"}"#,
    #"{"event_id":"e","event_timestamp":"2026-01-01 00:00:00 UTC","error_type":1}"#,
    #"{"event_id":"e","event_timestamp":"2026-01-01 00:00:00 UTC","error_type":1}"#,
    #"{"event_id":"planted\#(String(repeating: "e", count: 130))","event_timestamp":"0","is_fatal":true}"#,
    #"{"event_id":"\#(String(repeating: "planted", count: 1000))"}"#,
  ])
  func `a bad line is counted and named, without its content`(line: String) throws {
    for (events, sessions, name) in [
      ([line], [], "events-0.ndjson"), ([], [line], "sessions.json"),
    ] {
      let facts = try facts(
        frame.events + events, frame.sessions + [session("s", "a", 2)] + sessions)
      #expect(shares(facts)[id("crashFreeUsers", 2)] == [1, 1])
      let text = "\(facts.failures)"
      let number = events.isEmpty ? 4 : 3
      #expect(text.contains("invalid lines: 1, such as line \(number) of \(name)"))
      #expect(facts.failures.count == 1 && !text.contains("planted"))
    }
  }

  @Test(arguments: [
    #""1771200000000000""#, "1771200000000000", #""2026-02-16 00:00:00""#,
    #""2026-02-16 00:00:00.000000 UTC""#, #""2026-02-16T00:00:00Z""#,
  ])
  func `BigQuery's forms of a timestamp are read`(form: String) throws {
    // 20,500 days are 1,771,200,000 seconds.
    let row = #"{"session_id":"s","instance_id":"a","event_timestamp":\#(form)}"#
    let facts = try facts(frame.events, [session("f", "b", 2), session("m", "b", 1), row])
    #expect(facts.failures.isEmpty)
    #expect(shares(facts)[id("crashFreeUsers", 1)] == [1, 1])
  }

  @Test func `too many bad lines, a missing table and another file are failures`() throws {
    let bad = (0..<30).map { "bad \($0)" }
    let broken = try facts(frame.events + bad, frame.sessions + [session("s", "a", 2)])
    #expect(broken.metrics.isEmpty && !broken.succeeded)
    #expect("\(broken.failures)".contains("invalid lines: 30"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "export"))
    try folder.write("", to: "export/crashes.ndjson")
    let missing = try facts()
    #expect(missing.metrics.isEmpty && missing.failures.count == 2)
    #expect("\(missing.failures)".contains("crashes.ndjson"))
  }

  @Test func `the five versions with the most users, and the newest with a hundred, are published`()
    throws
  {
    var rows: [String] = []
    for (version, users) in [
      ("1.0", 300), ("1.1", 290), ("1.2", 280), ("1.3", 270), ("1.4", 260), ("1.9", 110),
      ("1.10", 105), ("1.11", 99),
    ] {
      rows += (0..<users).map { session("\(version)-\($0)", "\(version)-\($0)", 2, version) }
    }
    let facts = try facts(frame.events, frame.sessions + rows)
    let segments = facts.metrics.filter { $0.metric == "crashFreeUsers" }.map(\.segment)
    #expect(Set(segments) == ["", "1.0", "1.1", "1.2", "1.3", "1.4", "1.10"])
  }

  @Test(arguments: 0..<20)
  func `shares equal those of trying all pairs`(seed: UInt64) throws {
    struct Start: Hashable {
      let id: String
      let user: String
      let day: Int
      let version: String
    }
    var generator = SeededGenerator(seed: seed)
    func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let starts = (0..<pick(60)).map {
      Start(id: "s\($0)", user: "u\(pick(12))", day: 1 + pick(6), version: "1.\(pick(3))")
    }
    let crashes = (0..<pick(25)).map { (id: "e\($0)", day: 1 + pick(6), session: "s\(pick(60))") }
    var events = crashes.map { crash($0.id, $0.day, in: $0.session) }
    var sessions = starts.map { session($0.id, $0.user, $0.day, $0.version) }
    events += events.filter { _ in pick(3) == 0 }
    sessions += sessions.filter { _ in pick(3) == 0 }
    let found = shares(
      try facts(
        frame.events + events.shuffled(using: &generator),
        frame.sessions + sessions.shuffled(using: &generator)))
    for day in 1...6 {
      for version in ["", "1.0", "1.1", "1.2"] {
        let there = starts.filter { $0.day == day && (version.isEmpty || $0.version == version) }
        let crashed = there.filter { start in crashes.contains { $0.session == start.id } }
        let users = Set(there.map(\.user))
        let free = users.filter { user in !crashed.contains { $0.user == user } }
        #expect(
          found[id("crashFreeUsers", day, version)]
            == (there.isEmpty ? nil : [Decimal(free.count), Decimal(users.count)]))
        #expect(
          found[id("crashFreeSessions", day, version)]
            == (there.isEmpty
              ? nil : [Decimal(there.count - crashed.count), Decimal(there.count)]))
      }
    }
  }
}
