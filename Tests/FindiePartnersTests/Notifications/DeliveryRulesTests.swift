import FindieWorkspace
import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// When a message may be sent.
struct DeliveryRulesTests {
  private static func time(_ text: String) throws -> Timestamp {
    let date = try Date(text, strategy: .iso8601)
    return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
  }

  private func device(_ zone: String?, _ token: String = "t") -> Device {
    Device(userId: "u", token: token, timeZone: zone, language: nil)
  }

  private func message(_ subject: String, at text: String) throws -> NotificationMessage {
    NotificationMessage(
      to: "u", .weeklyDigest, subjects: [subject], games: [.init(id: "g", title: "Game")],
      createdAt: try Self.time(text))
  }

  // 2026-03-29 is the day on which clocks in Berlin go from 2:00 to 3:00, 2026-10-25 that on which
  // they go back.
  @Test(
    arguments: [
      ("2026-06-01T12:00:00Z", nil, false), ("2026-06-01T20:59:59Z", nil, false),
      ("2026-06-01T21:00:00Z", nil, true), ("2026-06-02T08:59:59Z", nil, true),
      ("2026-06-02T09:00:00Z", nil, false), ("2026-06-01T19:00:00Z", "Europe/Berlin", true),
      ("2026-03-28T07:59:00Z", "Europe/Berlin", true),
      ("2026-03-28T08:00:00Z", "Europe/Berlin", false),
      ("2026-03-29T06:59:00Z", "Europe/Berlin", true),
      ("2026-03-29T07:00:00Z", "Europe/Berlin", false),
      ("2026-10-25T07:30:00Z", "Europe/Berlin", true),
      ("2026-10-25T08:00:00Z", "Europe/Berlin", false),
      // 5 h 45 min from UTC.
      ("2026-06-01T03:14:00Z", "Asia/Kathmandu", true),
      ("2026-06-01T03:15:00Z", "Asia/Kathmandu", false),
      ("2026-06-01T12:00:00Z", "Not/AZone", false), ("2026-06-01T22:00:00Z", "Not/AZone", true),
    ] as [(String, String?, Bool)])
  func `quiet hours are those of the device's time zone`(
    now: String, zone: String?, isQuiet: Bool
  ) throws {
    let decision = DeliveryRules().decision(
      about: try message("a", at: now), on: device(zone), DeliveryLog(), now: try Self.time(now))
    #expect(decision == (isQuiet ? .quiet : .send))
  }

  @Test func `equal hours make no hour quiet`() throws {
    var rules = DeliveryRules()
    (rules.quietFrom, rules.quietTo) = (0, 0)
    for hour in 0..<24 {
      let now = "2026-06-01T\(hour < 10 ? "0" : "")\(hour):30:00Z"
      #expect(
        rules.decision(
          about: try message("a", at: now), on: device(nil), DeliveryLog(),
          now: try Self.time(now)) == .send)
    }
  }

  @Test func `a player gets one message a day and three in seven days`() throws {
    var log = DeliveryLog()
    var sent: [Int] = []
    for day in 1...14 {
      let text = "2026-06-\(day < 10 ? "0" : "")\(day)T12:00:00Z"
      for part in ["a", "b"] {
        let message = try message("\(day)\(part)", at: text)
        let now = try Self.time(text)
        guard DeliveryRules().decision(about: message, on: device(nil), log, now: now) == .send
        else { continue }
        log.add(.init(message, device: device(nil).id, .sent, at: now))
        sent.append(day)
      }
    }
    #expect(sent == [1, 2, 3, 8, 9, 10])
  }

  @Test func `all devices of a player get a message that counts once`() throws {
    let text = "2026-06-01T12:00:00Z"
    let (message, now) = (try message("a", at: text), try Self.time(text))
    var log = DeliveryLog()
    log.add(.init(message, device: device(nil).id, .sent, at: now))
    let rules = DeliveryRules()
    #expect(rules.decision(about: message, on: device(nil), log, now: now) == .done)
    #expect(rules.decision(about: message, on: device(nil, "other"), log, now: now) == .send)
  }

  @Test func `a message expires after 48 hours`() throws {
    let message = try message("a", at: "2026-06-01T12:00:00Z")
    let rules = DeliveryRules()
    #expect(!rules.isExpired(message.createdAt, now: try Self.time("2026-06-03T11:59:59Z")))
    #expect(rules.isExpired(message.createdAt, now: try Self.time("2026-06-03T12:00:00Z")))
  }

  // MARK: - The delivery log

  @Test(arguments: [
    (DeliveryLog.State.sending, DeliveryRules.Decision.done), (.sent, .done), (.refused, .done),
    (.uncertain, .done), (.notSent, .send), (.expired, .done),
  ])
  func `only what was certainly not sent is sent again`(
    state: DeliveryLog.State, decision: DeliveryRules.Decision
  ) throws {
    let text = "2026-06-01T12:00:00Z"
    let (message, now) = (try message("a", at: text), try Self.time(text))
    var log = DeliveryLog()
    log.add(.init(message, device: device(nil).id, .sending, at: now))
    log.add(.init(message, device: device(nil).id, state, at: now))
    #expect(DeliveryRules().decision(about: message, on: device(nil), log, now: now) == decision)
    #expect(log.uncertain.count == ([.sending, .uncertain].contains(state) ? 1 : 0))
  }

  @Test
  func `a delivery log whose last line a kill cut off is read, and any other damage is named`()
    throws
  {
    let folder = try TemporaryFolder()
    let text = "2026-06-01T12:00:00Z"
    let line = DeliveryLog.Line(
      try message("a", at: text), device: "d", .sending, at: try Self.time(text))
    let whole = canonicalJSON(line)
    func log(_ content: String) throws -> DeliveryLog {
      try DeliveryLog(file: try folder.write(content, to: "ledger.ndjson"), where: { _ in true })
    }
    for end in 0..<whole.utf8.count {
      let read = try log("\(whole)\n\n" + String(whole.prefix(end)))
      #expect(read.uncertain == [line], "\(end)")
      // The next run continued after the cut.
      #expect(try log("\n" + whole.prefix(end) + "\n\(whole)\n").uncertain == [line], "\(end)")
    }
    for damage in ["noise", "{}", "[]", #"{"at":"x"}"#, "\u{0}", String(whole.prefix(30))] {
      let failure = #expect(throws: LocalFailure.self) { try log("\(whole)\n\(damage)\n") }
      #expect(failure?.description.contains(" in line 2. ") == true, "\(damage)")
    }
  }

  @Test func `after a kill, a message that was not sent does not count`() throws {
    let folder = try TemporaryFolder()
    let text = "2026-06-01T12:00:00Z"
    let (message, now) = (try message("a", at: text), try Self.time(text))
    let states: [DeliveryLog.State] = [.sending, .notSent]
    let file = try folder.write(
      states.map {
        canonicalJSON(DeliveryLog.Line(message, device: "d", $0, at: now)) + "\n"
      }.joined(), to: "ledger.ndjson")
    let log = try DeliveryLog(file: file) { _ in true }
    #expect(log.lines.map(\.state) == [.notSent] && log.subjects(of: message.userId).isEmpty)
    #expect(log.count(of: message.userId, inDays: 1, to: now, except: "other") == 0)
    let none = try DeliveryLog(file: file) { _ in false }
    #expect(none.lines.isEmpty)
  }

  @Test func `messages from a clock that was ahead do not count`() throws {
    let (message, now) = (
      try message("b", at: "2026-06-01T12:00:00Z"), try Self.time("2026-06-01T12:00:00Z")
    )
    for (time, decision) in [
      ("2030-06-01T12:00:00Z", DeliveryRules.Decision.send), ("2026-06-02T11:00:00Z", .capped),
    ] {
      var log = DeliveryLog()
      log.add(
        .init(
          try self.message("a", at: time), device: device(nil).id, .sent, at: try Self.time(time)))
      #expect(
        DeliveryRules().decision(about: message, on: device(nil), log, now: now) == decision)
    }
  }
}
